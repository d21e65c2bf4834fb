import { execFile } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { inHost, installedWith } from "./installed-with.ts";
import { type Manifest, packPublished, pluginNames, ROOT, readJson, readLock } from "./published-packages.ts";

const run = promisify(execFile);

/**
 * Packages of a server installation: all published packages except those for tests, plus image processing and
 * the MongoDB driver.
 */
const INSTALLED = ["kalends", ...pluginNames(), "sharp", "mongodb"];

/** Files that are not needed at run time: type declarations, and sources and intermediate files of SQLite. */
const NOT_NEEDED =
  /^(?:.*\/)?node_modules\/@types\/|^node_modules\/better-sqlite3\/(?:deps|src|binding\.gyp|build\/(?!Release(?:$|\/better_sqlite3\.node$)))/;

/**
 * Creates in `target` the files that `npm install` would install for a server, in the versions of the lock
 * file. Published packages are packed and unpacked, and their dependencies are copied. No network and no
 * compiler are needed.
 */
export const layOutProduction = async (target: string): Promise<void> => {
  const { packages } = readLock();
  const places = new Set<string>();
  for (const name of INSTALLED) {
    const { link, resolved = "" } = packages[`node_modules/${name}`] ?? {};
    installedWith(link === true ? resolved : `node_modules/${name}`, places);
  }
  const tarballs = mkdtempSync(join(tmpdir(), "kalends-packed-"));
  try {
    const ours = await packPublished(tarballs);
    for (const place of places) {
      const source = join(ROOT, place);
      // The lock file also lists optional packages for other platforms, which are not installed.
      if (NOT_NEEDED.test(place) || !existsSync(source)) continue;
      const folder = join(target, inHost(place));
      mkdirSync(folder, { recursive: true });
      if (place.includes("node_modules/")) copyInstalled(source, folder);
      else {
        const { name } = readJson<Manifest>(join(source, "package.json"));
        await run("tar", ["-xzf", ours.get(name) ?? "", "-C", folder, "--strip-components=1"]);
      }
    }
  } finally {
    rmSync(tarballs, { recursive: true });
  }
};

/** Copies a package without the packages inside it, which are copied separately. */
const copyInstalled = (source: string, folder: string): void =>
  cpSync(source, folder, {
    recursive: true,
    filter: (path) =>
      !NOT_NEEDED.test(path.slice(ROOT.length)) && !path.slice(source.length).startsWith("/node_modules"),
  });
