import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

/**
 * Folder of this package. From here, Node also finds plugins that were installed together with this package.
 */
const INSTALLATION = fileURLToPath(new URL("../..", import.meta.url));

const PATH = /^(?:\.{0,2}[/\\]|[a-z]:[/\\])/i;

/** True for the path of a file; false for a package name. */
export const isPath = (name: string): boolean => PATH.test(name);

interface LocatedPlugin {
  readonly path: string;
  /** Versions of `@kalends/core` that the package requires as a peer dependency. */
  readonly corePeer?: string;
}

/**
 * Returns the main file of a plugin. A path is relative to the working directory. A package is searched from
 * the working directory, then from the installation of Kalends. If the plugin is not found, returns the
 * folders from which it was searched.
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

/** Returns the folders that may contain a package or scope, in search order. */
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

/** Returns the `package.json` of the package that contains the file. */
const manifestOf = (path: string): Manifest | undefined => {
  for (let folder = dirname(path); folder !== dirname(folder); folder = dirname(folder)) {
    try {
      const manifest: Manifest = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
      // Skip a `package.json` without a name: it only sets the module type of a folder.
      if (manifest.name !== undefined) return manifest;
    } catch {
      // Continue with the parent folder.
    }
  }
  return undefined;
};

/**
 * Returns the entry point of a package that supports only `import`. `require.resolve` does not find such an
 * entry point.
 */
const importEntryOf = (directory: string): string | undefined => {
  try {
    const { exports } = JSON.parse(readFileSync(join(directory, "package.json"), "utf8"));
    const entry = exports?.["."]?.import ?? exports?.import;
    return join(directory, typeof entry === "string" ? entry : entry.default);
  } catch {
    return undefined;
  }
};
