import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { expect } from "chai";
import { freePort } from "../free-port.ts";
import { BIN, createPlace, type Place } from "./kalends-process.ts";

describe("what the system refuses", function () {
  this.timeout(60_000);
  let place: Place;
  beforeEach(() => {
    place = createPlace();
  });
  afterEach(() => place.clear());

  const expectOneLine = async (
    args: readonly string[],
    code: string,
    run: Place["run"] = place.run,
  ): Promise<void> => {
    const outcome = await run(args);
    expect(outcome.errors).to.match(new RegExp(`^kalends: .*${code}.*\\n$`));
    expect(outcome.code).to.equal(1);
  };

  it("is told in one line when an export has no folder to write to", async () => {
    await place.run(["migrate"]);
    writeFileSync(join(place.directory, "letter.txt"), "Dear");
    await expectOneLine(["export", "letter.txt"], "EEXIST", place.spawn);
    await expectOneLine(["export", "letter.txt/below"], "ENOTDIR");
  });

  it("is told in one line when a list page cannot be read", async () => {
    mkdirSync(join(place.directory, "pages", "one.json"), { recursive: true });
    await expectOneLine(["import", "pages"], "EISDIR");
  });

  it("is told in one line when a part of an archive cannot be read", async () => {
    await place.run(["migrate"]);
    await place.run(["export", "archive"]);
    for (const [name, message] of [
      ["events.jsonl", "EISDIR"],
      ["archive.json", "archive.json is not a file"],
    ] as const) {
      rmSync(join(place.directory, "archive", name));
      mkdirSync(join(place.directory, "archive", name));
      await expectOneLine(["import", "archive"], message);
    }
  });

  it("does not end a server whose output nobody reads any more", async () => {
    const port = await freePort();
    const child = spawn(process.execPath, [BIN, "serve"], {
      cwd: place.directory,
      env: {
        PATH: process.env.PATH,
        KALENDS_PORT: String(port),
        KALENDS_LOG_LEVEL: "error",
        KALENDS_PLUGINS: "none",
      },
      stdio: ["ignore", "pipe", "pipe"],
    });
    const ended = once(child, "close");
    let errors = "";
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      errors += text;
    });
    child.stdout.destroy();
    const isReady = (): Promise<boolean> =>
      fetch(`http://127.0.0.1:${port}/readyz`).then(
        ({ ok }) => ok,
        () => false,
      );
    while (child.exitCode === null && !(await isReady())) await pause(20);
    // The lines that nobody reads are printed directly after the port is opened.
    await pause(200);
    expect(await isReady(), errors).to.equal(true);
    child.kill("SIGTERM");
    expect(await ended).to.deep.equal([0, null]);
    expect(errors).to.equal("");
  });
});
