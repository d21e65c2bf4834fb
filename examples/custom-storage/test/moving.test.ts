import { execFile } from "node:child_process";
import { mkdir, readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect } from "chai";
import { openJsonStore } from "../src/open-json-store.ts";
import { newFolders } from "./new-folders.ts";

const BIN = fileURLToPath(import.meta.resolve("kalends/bin/kalends.js"));

/**
 * Folder of this package. It is the working directory of the commands, because plugins are resolved from
 * there.
 */
const HERE = fileURLToPath(new URL("../..", import.meta.url));

describe("a calendar that moves to JSON files", () => {
  const newFolder = newFolders();

  /** Runs a `kalends` command with the plugin for the scheme `json`. */
  const kalends = (folder: string, storage: string, ...words: readonly string[]) =>
    promisify(execFile)(process.execPath, [BIN, ...words], {
      cwd: HERE,
      env: {
        ...process.env,
        KALENDS_PLUGINS: "kalends-example-custom-storage",
        KALENDS_STORAGE: storage,
        KALENDS_MEDIA: join(folder, "media"),
      },
    });

  it("is the same when it is exported there", async () => {
    const folder = newFolder();
    await mkdir(folder);
    const [old, moved] = [join(folder, "old"), join(folder, "moved")];
    const [from, to] = [`sqlite:${old}.db`, `json:${moved}.store`];
    await kalends(folder, from, "user", "add", "editor", "--role", "editor");
    await kalends(folder, from, "seed", "--events", "30");
    await kalends(folder, from, "export", old);
    await kalends(folder, to, "import", old);
    await kalends(folder, to, "export", moved);

    const files = await readdir(old);
    expect(await readdir(moved)).to.deep.equal(files);
    for (const file of files.filter((name) => name.endsWith(".jsonl"))) {
      const [before, after] = await Promise.all(
        [old, moved].map((place) => readFile(join(place, file), "utf8")),
      );
      expect(after, file).to.equal(before);
    }
    const store = await openJsonStore(`${moved}.store`);
    expect(await store.events.readAfter(0, 100)).to.have.length(30);
    await store.close();
  });
});
