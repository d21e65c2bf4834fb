import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { expect } from "chai";
import { stores } from "../stores.ts";
import { startCalendar } from "./start-calendar.ts";

const README = readFileSync(new URL("../../../packages/client/README.md", import.meta.url), "utf8");
/** Folder next to the tests. Programs in it can import the client. */
const FOLDER = fileURLToPath(new URL("client-readme", import.meta.url));
const TSC = join(createRequire(import.meta.url).resolve("typescript/package.json"), "../bin/tsc");
const OPTIONS = {
  target: "ES2023",
  module: "NodeNext",
  types: ["node"],
  strict: true,
  noUncheckedIndexedAccess: true,
  exactOptionalPropertyTypes: true,
};

describe("packages/client/README.md", function () {
  this.timeout(60_000);
  beforeEach(() => mkdirSync(FOLDER, { recursive: true }));
  afterEach(() => rmSync(FOLDER, { recursive: true, force: true }));

  it("has examples that compile and do what their comments say", async function () {
    const [store] = stores;
    if (store === undefined) return this.skip();
    const calendar = await startCalendar(store, { changes: true });
    try {
      const code = [...README.matchAll(/```ts\n(.*?)```/gs)].map(([, block]) => block).join("\n");
      writeFileSync(
        join(FOLDER, "program.mts"),
        code.replaceAll("https://calendar.example", calendar.origin),
      );
      writeFileSync(
        join(FOLDER, "tsconfig.json"),
        JSON.stringify({ compilerOptions: OPTIONS, files: ["program.mts"] }),
      );
      const compiled = spawnSync(process.execPath, [TSC, "-p", FOLDER], { encoding: "utf8" });
      expect(compiled.stdout).to.equal("");
      const program = spawn(process.execPath, [join(FOLDER, "program.mjs")], {
        env: { ...process.env, KALENDS_TOKEN: calendar.token("editor") },
      });
      const [output, errors] = await Promise.all([
        text(program.stdout),
        text(program.stderr),
        once(program, "close"),
      ]);
      const expected = [...code.matchAll(/console\.log\(.*\); \/\/ (.*)/g)].map(([, line]) => line);
      expect(errors).to.equal("");
      expect(output.trimEnd().split("\n")).to.deep.equal(expected);
    } finally {
      await calendar.close();
    }
  });
});
