import { spawnSync } from "node:child_process";
import { readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect } from "chai";
import { createPlace, type Place } from "../kalends/kalends-process.ts";

const MODULES = fileURLToPath(new URL("../../../node_modules", import.meta.url));
const require = createRequire(import.meta.url);

describe("kalends plugin new", () => {
  let place: Place;
  beforeEach(() => {
    place = createPlace();
  });
  afterEach(() => place.clear());

  it("writes a plugin that compiles, with a test that passes, and that can be served", async () => {
    const { code, output } = await place.run(["plugin", "new", "my-first"]);
    expect({ code, output }).to.deep.equal({
      code: 0,
      output:
        "Wrote the plugin my-first to my-first. Next: npm install && npm test there.\n" +
        "npm will install the packages of Kalends from the registry; use --packages FOLDER to install them from tarballs.\n",
    });
    const directory = join(place.directory, "my-first");
    const manifest = JSON.parse(readFileSync(join(directory, "package.json"), "utf8"));
    expect(manifest.peerDependencies).to.have.all.keys("@kalends/core");
    expect(manifest).not.to.have.property("dependencies");
    // The link replaces `npm install`.
    symlinkSync(MODULES, join(directory, "node_modules"));
    const run = (script: string, ...parameters: readonly string[]) =>
      spawnSync(process.execPath, [script, ...parameters], { cwd: directory, encoding: "utf8" });
    const compiled = run(join(MODULES, "typescript", "bin", "tsc"));
    expect(compiled.status, compiled.stdout).to.equal(0);
    const tested = run(require.resolve("mocha/bin/mocha.js"), "dist/test/*.test.js");
    expect(tested.status, tested.stdout + tested.stderr).to.equal(0);
    expect(tested.stdout).to.include("2 passing");

    const served = await place.serve({
      KALENDS_PLUGINS: "./my-first/dist/src/index.js",
      KALENDS_MY_FIRST_CHOICES: "calm,loud",
    });
    const statusOf = async (choice: string): Promise<number> =>
      (await fetch(`${served.namespace}/events?my_first=${choice}`)).status;
    expect(await statusOf("loud")).to.equal(200);
    expect(await statusOf("high")).to.equal(400);
    await served.end("SIGTERM");
  }).timeout(60_000);

  it("refuses names that cannot be used and folders with something in them", async () => {
    writeFileSync(join(place.directory, "other.txt"), "");
    for (const [parameters, problem] of [
      [["My"], "The name My is not valid: use lower-case letters, digits and -. Set the folder with --dir"],
      [
        ["../x"],
        "The name ../x is not valid: use lower-case letters, digits and -. Set the folder with --dir",
      ],
      [["constructor"], "The name constructor is reserved by Kalends"],
      [["events"], "The name events is reserved by Kalends"],
      [["fine", "--dir", "."], "The folder . is not empty: choose another one with --dir"],
    ] as const) {
      expect(await place.run(["plugin", "new", ...parameters])).to.deep.equal({
        code: 1,
        output: "",
        errors: `kalends: ${problem}\n`,
      });
    }
  });
});
