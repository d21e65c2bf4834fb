import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { createPlace, type Place } from "./kalends-process.ts";

describe("kalends", () => {
  let place: Place;
  beforeEach(() => {
    place = createPlace();
  });
  afterEach(() => place.clear());

  it("tells its version", async () => {
    const { code, output } = await place.spawn(["--version"]);
    expect(code).to.equal(0);
    expect(output).to.match(/^\d+\.\d+\.\d+\n$/);
  });

  it("lists its commands with --help, and leaves nothing behind", async () => {
    const { code, output, errors } = await place.spawn(["--help"]);
    expect(code).to.equal(0);
    expect(errors).to.equal("");
    for (const name of ["serve", "migrate", "seed", "import", "export", "sweep", "outbox", "user"]) {
      expect(output).to.match(new RegExp(`^  ${name}\\b`, "m"));
    }
    expect(existsSync(join(place.directory, "kalends.db"))).to.equal(false);
  });

  it("names the settings with `serve --help`", async () => {
    const { code, output } = await place.run(["serve", "--help"]);
    expect(code).to.equal(0);
    expect(output)
      .to.include("kalends.config.json")
      .and.match(/^ {2}KALENDS_PORT +port +8080$/m);
  });

  it("names pages of the documentation by their titles in the help of every command", async () => {
    const { output: listed } = await place.run(["--help"]);
    const [, commands = ""] = listed.split("Commands:");
    const names = [...commands.matchAll(/^ {2}([a-z-]+)/gm)].map(([, name = ""]) => name);
    expect(names).to.include.members(["serve", "import", "help"]);
    const helps = await Promise.all(names.map((name) => place.run(["help", name])));
    const texts = [listed, ...helps.map(({ output }) => output)];
    expect(texts.join("\n")).to.match(/"Configuration" in the documentation describes/);
    for (const text of texts) expect(text.replace(/https:\/\/\S+/g, "")).to.not.match(/[\w-]+\.md\b/);
  });

  it("ends with code 2 when it is misused", async () => {
    const { code, output, errors } = await place.spawn(["dance"]);
    expect({ code, output }).to.deep.equal({ code: 2, output: "" });
    expect(errors).to.include("Usage: kalends");
  });

  for (const args of [[], ["serve", "--fast"], ["serve", "now"], ["user"], ["user", "promote"]]) {
    it(`answers ${JSON.stringify(args)} with the help and code 2`, async () => {
      const { code, output, errors } = await place.run(args);
      expect(code).to.equal(2);
      expect(output).to.equal("");
      expect(errors).to.include("Usage: kalends");
    });
  }

  it("migrates: creates the storage, and does nothing the second time", async () => {
    for (let round = 1; round <= 2; round += 1) {
      const { code, output } = await place.run(["migrate"], { KALENDS_STORAGE: "sqlite:./new.db" });
      expect(code).to.equal(0);
      expect(output).to.equal("The storage sqlite:./new.db is up to date.\n");
    }
    expect(existsSync(join(place.directory, "new.db"))).to.equal(true);
  });
});
