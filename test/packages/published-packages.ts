import { execFile } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

export const ROOT: string = fileURLToPath(new URL("../../..", import.meta.url));

export interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly private?: boolean;
  readonly bin?: Readonly<Record<string, string>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
}

export interface PublishedPackage {
  /** Folder relative to the root of the project, such as `packages/core`. */
  readonly folder: string;
  readonly manifest: Manifest;
}

interface LockFile {
  readonly packages: Readonly<Record<string, LockedPackage>>;
}

export interface LockedPackage extends Partial<Manifest> {
  readonly link?: boolean;
  readonly resolved?: string;
  readonly devDependencies?: Readonly<Record<string, string>>;
}

export const readJson = <T>(path: string): T => JSON.parse(readFileSync(path, "utf8")) as T;

export const readLock = (): LockFile => readJson<LockFile>(join(ROOT, "package-lock.json"));

/** Returns the workspaces that are published: all in the lock file that are not private. */
export const publishedPackages = (): readonly PublishedPackage[] =>
  Object.values(readLock().packages)
    .flatMap(({ link, resolved }) => (link === true && resolved !== undefined ? [resolved] : []))
    .map((folder) => ({ folder, manifest: readJson<Manifest>(join(ROOT, folder, "package.json")) }))
    .filter(({ manifest }) => manifest.private !== true);

/** Returns the command line that runs npm with the current Node.js. */
export const npm = (...parameters: readonly string[]): readonly [command: string, ...string[]] =>
  process.env.npm_execpath === undefined
    ? ["npm", ...parameters]
    : [process.execPath, process.env.npm_execpath, ...parameters];

/** Packs all published packages in their built form. Returns the paths of the tarballs by package name. */
export const packPublished = async (target: string): Promise<ReadonlyMap<string, string>> => {
  mkdirSync(target, { recursive: true });
  const packages = publishedPackages();
  const workspaces = packages.flatMap(({ folder }) => ["--workspace", folder]);
  const [command, ...parameters] = npm("pack", "--silent", "--pack-destination", target, ...workspaces);
  await promisify(execFile)(command, parameters, { cwd: ROOT });
  const files = new Set(readdirSync(target));
  return new Map(
    packages.map(({ manifest: { name, version } }) => {
      const file = `${name.replace("@", "").replace("/", "-")}-${version}.tgz`;
      if (!files.has(file)) throw new Error(`${name} was not packed`);
      return [name, join(target, file)];
    }),
  );
};

/** Returns the names of all plugins in this repository. */
export const pluginNames = (): readonly string[] =>
  publishedPackages()
    .filter(({ folder }) => folder.startsWith("plugins/"))
    .map(({ manifest }) => manifest.name);
