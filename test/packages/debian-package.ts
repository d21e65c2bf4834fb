import { execFile } from "node:child_process";
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { layOutProduction } from "./production-tree.ts";
import { ROOT, readJson } from "./published-packages.ts";

const run = promisify(execFile);

/**
 * Versions for the field `Depends`: major version of Node.js, for which SQLite is compiled, and oldest
 * supported C library.
 */
const NODE_MAJOR = 20;
const LIBC = [2, 34] as const;

/** Files of the project that the package contains, with their paths in the package. */
const FILES: Readonly<Record<string, string>> = {
  "deploy/debian/kalends": "usr/bin/kalends",
  "deploy/debian/kalends.config.json": "etc/kalends/kalends.config.json",
  "deploy/debian/README.Debian": "usr/share/doc/kalends/README.Debian",
  "deploy/debian/copyright": "usr/share/doc/kalends/copyright",
  "deploy/systemd/kalends.service": "usr/lib/systemd/system/kalends.service",
  "deploy/systemd/kalends-backup.service": "usr/lib/systemd/system/kalends-backup.service",
  "deploy/systemd/kalends-backup.timer": "usr/lib/systemd/system/kalends-backup.timer",
  "deploy/debian/conffiles": "DEBIAN/conffiles",
  "deploy/debian/postinst": "DEBIAN/postinst",
  "deploy/debian/postrm": "DEBIAN/postrm",
  "deploy/debian/prerm": "DEBIAN/prerm",
};

/** Returns the reason why this machine cannot build the package. Returns `undefined` if it can. */
export const debianPackageObstacle = (): string | undefined => {
  if (process.platform !== "linux" || process.arch !== "x64")
    return `the package is for amd64, and this is ${process.platform} on ${process.arch}`;
  if (Number(process.versions.node.split(".")[0]) !== NODE_MAJOR)
    return `the package is for Node ${NODE_MAJOR}, and this is Node ${process.versions.node}`;
  return undefined;
};

/** Returns the newest version of the C library that a binary requires. */
export const libcOf = (binary: Buffer): readonly [number, number] =>
  [...binary.toString("latin1").matchAll(/\bGLIBC_(\d+)\.(\d+)/g)]
    .map(([, major, minor]) => [Number(major), Number(minor)] as const)
    .reduce((newest, one) => (isNewer(one, newest) ? one : newest), [0, 0]);

const isNewer = ([major, minor]: readonly [number, number], than: readonly [number, number]): boolean =>
  major > than[0] || (major === than[0] && minor > than[1]);

const requireOldLibc = (tree: string): void => {
  for (const name of readdirSync(tree, { recursive: true, encoding: "utf8" })) {
    if (!/\.node$|\.so(?:\.\d+)*$/.test(name)) continue;
    const libc = libcOf(readFileSync(join(tree, name)));
    if (isNewer(libc, LIBC))
      throw new Error(
        `${name} needs glibc ${libc.join(".")}, and the package depends on ${LIBC.join(".")}: build it on Debian 12 or older.`,
      );
  }
};

/**
 * Converts a version to the form of Debian. There, a hyphen begins a revision, and a tilde sorts before
 * everything else.
 */
const toDebianVersion = (version: string): string => version.replace("-", "~");

interface BuildOptions {
  /** Folder for the package file. */
  readonly folder: string;
  /** Options for `dpkg-deb`, such as `-z1`. */
  readonly compression?: readonly string[];
}

/**
 * Builds the Debian package with `dpkg-deb` and returns its path. The project must be built and its
 * dependencies installed.
 */
export const buildDebianPackage = async ({ folder, compression = [] }: BuildOptions): Promise<string> => {
  const { version } = readJson<{ readonly version: string }>(join(ROOT, "lerna.json"));
  const stage = mkdtempSync(join(tmpdir(), "kalends-deb-"));
  try {
    const tree = join(stage, "usr/lib/kalends");
    await layOutProduction(tree);
    requireOldLibc(tree);
    for (const [from, to] of Object.entries(FILES)) {
      mkdirSync(dirname(join(stage, to)), { recursive: true });
      cpSync(join(ROOT, from), join(stage, to));
    }
    // Commands and the service run in this folder, so they find this configuration file.
    mkdirSync(join(stage, "var/lib/kalends"), { recursive: true });
    symlinkSync("/etc/kalends/kalends.config.json", join(stage, "var/lib/kalends/kalends.config.json"));
    // Sets the usual permissions of packages, whatever the umask of the user is.
    await run("chmod", ["-R", "u=rwX,go=rX", stage]);
    const { stdout } = await run("du", ["--summarize", "--apparent-size", "--block-size=1024", stage]);
    const control = readFileSync(join(ROOT, "deploy/debian/control"), "utf8")
      .replace("@VERSION@", toDebianVersion(version))
      .replace("@SIZE@", String(Number.parseInt(stdout, 10)));
    writeFileSync(join(stage, "DEBIAN/control"), control, { mode: 0o644 });
    mkdirSync(folder, { recursive: true });
    const path = join(folder, `kalends_${toDebianVersion(version)}_amd64.deb`);
    await run("dpkg-deb", ["--root-owner-group", ...compression, "--build", stage, path]);
    return path;
  } finally {
    rmSync(stage, { recursive: true, force: true });
  }
};
