import { execFile } from "node:child_process";
import { cpSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { promisify } from "node:util";
import { inHost, installedWith } from "./installed-with.ts";
import { type LockedPackage, npm, packPublished, ROOT, readJson, readLock } from "./published-packages.ts";

const run = promisify(execFile);

const { packages } = readLock();

/**
 * Packs a package from `node_modules`. Native modules are packed as they are built, without intermediate
 * files.
 */
const packInstalled = async (place: string, tarball: string): Promise<void> => {
  const stage = `${tarball}.d`;
  const source = join(ROOT, place);
  cpSync(source, join(stage, "package"), {
    recursive: true,
    filter: (path) => !/\/(node_modules|obj|obj\.target|\.deps)(\/|$)/.test(path.slice(source.length)),
  });
  await run("tar", ["-cf", tarball, "-C", stage, "package"]);
  rmSync(stage, { recursive: true });
};

/**
 * Installs packages of this project from tarballs. Their dependencies come from `node_modules` of this
 * repository, so no network and no compiler are needed.
 */
export const installOffline = async (folder: string, names: readonly string[]): Promise<void> => {
  const tarballs = join(folder, "tarballs");
  const ours = await packPublished(tarballs);
  const locked: Record<string, LockedPackage> = {};
  const dependencies: Record<string, string> = {};
  const places = new Set<string>();
  for (const name of names) {
    dependencies[name] = `file:tarballs/${basename(ours.get(name) ?? "")}`;
    for (const place of installedWith(packages[`node_modules/${name}`]?.resolved ?? "")) places.add(place);
  }
  mkdirSync(join(tarballs, "others"));
  for (const place of places) {
    const here = packages[place] ?? {};
    const isOurs = !place.includes("node_modules/");
    const { name = "" } = readJson<{ name: string }>(join(ROOT, place, "package.json"));
    const file = isOurs ? basename(ours.get(name) ?? "") : `others/${place.replaceAll("/", "+")}.tar`;
    if (!isOurs) await packInstalled(place, join(tarballs, file));
    const { dependencies: needs, optionalDependencies, version = "" } = here;
    locked[inHost(place)] = {
      version,
      resolved: `file:tarballs/${file}`,
      ...(needs && { dependencies: needs }),
      ...(optionalDependencies && { optionalDependencies }),
    };
  }
  const host = { name: "host", private: true, type: "module", dependencies };
  writeFileSync(join(folder, "package.json"), JSON.stringify(host));
  const lock = {
    name: "host",
    lockfileVersion: 3,
    requires: true,
    packages: { "": { dependencies }, ...locked },
  };
  writeFileSync(join(folder, "package-lock.json"), JSON.stringify(lock));
  const [command, ...parameters] = npm("ci", "--offline", "--ignore-scripts", "--no-audit", "--no-fund");
  await run(command, parameters, { cwd: folder });
};
