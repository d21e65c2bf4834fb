import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { expect } from "chai";
import { stores } from "../stores.ts";
import { startCalendar } from "./start-calendar.ts";

const README = readFileSync(new URL("../../../packages/client/README.md", import.meta.url), "utf8");
/** Beside the tests, so that it finds the client. */
const PROGRAM = fileURLToPath(new URL("client-readme-program.mjs", import.meta.url));

describe("packages/client/README.md", () => {
  it("has examples that do what their comments say", async function () {
    this.timeout(30_000);
    const [store] = stores;
    if (store === undefined) return this.skip();
    const calendar = await startCalendar(store);
    try {
      const code = [...README.matchAll(/```js\n(.*?)```/gs)].map(([, block]) => block).join("\n");
      writeFileSync(PROGRAM, code.replaceAll("https://calendar.example", calendar.origin));
      const program = spawn(process.execPath, [PROGRAM], {
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
      rmSync(PROGRAM, { force: true });
      await calendar.close();
    }
  });
});
