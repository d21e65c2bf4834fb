import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect } from "chai";
import { BIN } from "./kalends-process.ts";

const ROOT = fileURLToPath(new URL("../../../", import.meta.url));
const NPM = process.env.npm_execpath;

describe("npm start", function () {
  this.timeout(60_000);
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "kalends-start-"));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  /**
   * Writes a project that has the scripts of this one and links to its built packages. It has no development
   * dependencies.
   */
  const writeProject = (): void => {
    const { scripts } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
    const { start, prestart } = scripts;
    writeFileSync(
      join(folder, "package.json"),
      JSON.stringify({ type: "module", scripts: { start, prestart } }),
    );
    mkdirSync(join(folder, "packages"));
    cpSync(join(ROOT, "packages/build-if-possible.js"), join(folder, "packages/build-if-possible.js"));
    symlinkSync(join(ROOT, "packages/kalends"), join(folder, "packages/kalends"));
  };

  it("serves without the compiler what was built before, and ends when npm is ended", async () => {
    writeProject();
    const [command, ...args] = NPM === undefined ? ["npm", "start"] : [process.execPath, NPM, "start"];
    const npm = spawn(command ?? "npm", args, {
      cwd: folder,
      env: { ...process.env, KALENDS_STORAGE: "sqlite::memory:", KALENDS_PORT: "0" },
      stdio: ["ignore", "pipe", "pipe"],
    });
    const ended = once(npm, "exit");
    // Standard output closes when npm and the server have both ended.
    const closed = once(npm, "close");
    let output = "";
    const url = await new Promise<string>((resolve) => {
      npm.stdout.setEncoding("utf8").on("data", (text: string) => {
        output += text;
        const [, ready] = /^Kalends is ready at (\S+)$/m.exec(output) ?? [];
        if (ready !== undefined) resolve(ready);
      });
      void ended.then(() => resolve(""));
    });
    expect((await fetch(`${url}/wp-json/tribe/events/v1/events`)).status, output).to.equal(200);
    npm.kill("SIGTERM");
    await closed;
    const refused = await fetch(url).then(
      () => false,
      () => true,
    );
    expect(refused).to.equal(true);
  });

  it("says in one line that nothing was built yet", () => {
    mkdirSync(join(folder, "bin"));
    writeFileSync(join(folder, "package.json"), '{"type":"module"}');
    cpSync(BIN, join(folder, "bin/kalends.js"));
    const { status, stderr } = spawnSync(process.execPath, [join(folder, "bin/kalends.js")], {
      encoding: "utf8",
    });
    expect(status).to.equal(1);
    expect(stderr).to.match(/^kalends: not built yet: .*npm run build.*\n$/);
  });
});
