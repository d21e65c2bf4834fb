import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

/** Where this package is, whose neighbours were installed along with it. */
const INSTALLATION = fileURLToPath(new URL("../..", import.meta.url));

const PATH = /^(?:\.{0,2}[/\\]|[a-z]:[/\\])/i;

/** True for the path of a file, false for the name of a package. */
export const isPath = (name: string): boolean => PATH.test(name);

interface LocatedPlugin {
  readonly path: string;
  /** The versions of `@kalends/core` that its package wants beside it. */
  readonly corePeer?: string;
}

/**
 * The file behind the name of a package, seen from the working directory, else from where Kalends is installed, or behind a path; else
 * the places that were looked at.
 */
export const locatePlugin = (name: string): LocatedPlugin | { readonly places: readonly string[] } => {
  const places = isPath(name) ? [resolve(".")] : startingPlaces();
  const path = places.map((place) => locate(name, place)).find((found) => found !== undefined);
  if (path === undefined) return { places };
  const corePeer = manifestOf(path)?.peerDependencies?.["@kalends/core"];
  return { path, ...(corePeer !== undefined && { corePeer }) };
};

const startingPlaces = (): readonly string[] => [resolve("."), resolve(INSTALLATION)];

const requireFrom = (place: string): NodeJS.Require => createRequire(join(place, "package.json"));

/** Folders that may hold the package of this name or the packages of this scope, in the order of the look-up. */
export const packageFolders = (name: string): readonly string[] =>
  startingPlaces().flatMap((place) => requireFrom(place).resolve.paths(name) ?? []);

const locate = (name: string, place: string): string | undefined => {
  const require = requireFrom(place);
  try {
    return require.resolve(name);
  } catch {
    return require.resolve
      .paths(name)
      ?.map((folder) => importEntryOf(join(folder, name)))
      .find((entry) => entry !== undefined);
  }
};

interface Manifest {
  readonly name?: string;
  readonly peerDependencies?: Readonly<Record<string, string>>;
}

/** Of the package that the file belongs to. */
const manifestOf = (path: string): Manifest | undefined => {
  for (let folder = dirname(path); folder !== dirname(folder); folder = dirname(folder)) {
    try {
      const manifest: Manifest = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
      // Others say no more than what kind of modules a folder has.
      if (manifest.name !== undefined) return manifest;
    } catch {
      // It is in a folder further up.
    }
  }
  return undefined;
};

/** The entry of a package that can be imported but not required, which the look-up for `require` passes by. */
const importEntryOf = (directory: string): string | undefined => {
  try {
    const { exports } = JSON.parse(readFileSync(join(directory, "package.json"), "utf8"));
    const entry = exports?.["."]?.import ?? exports?.import;
    return join(directory, typeof entry === "string" ? entry : entry.default);
  } catch {
    return undefined;
  }
};
