import { basename } from "node:path";
import { readLock } from "./published-packages.ts";

const { packages } = readLock();

/**
 * Returns the path of a dependency in the lock file as Node.js resolves it: in the nearest `node_modules`
 * folder.
 */
const placeOf = (name: string, from: string): string | undefined => {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf("/")))) {
    const place = folder === "" ? `node_modules/${name}` : `${folder}/node_modules/${name}`;
    const found = packages[place];
    if (found !== undefined) return found.link === true ? found.resolved : place;
    if (folder === "") return undefined;
  }
};

/** Returns the lock file paths of all packages that are installed together with the package at this path. */
export const installedWith = (place: string, found: Set<string> = new Set()): ReadonlySet<string> => {
  if (found.has(place)) return found;
  found.add(place);
  const { dependencies = {}, optionalDependencies = {} } = packages[place] ?? {};
  for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
    const next = placeOf(name, place);
    if (next !== undefined) installedWith(next, found);
  }
  return found;
};

/** Returns the lock file paths of all packages that are installed together with these external packages. */
export const installedFor = (names: readonly string[]): ReadonlySet<string> => {
  const found = new Set<string>();
  for (const name of names) {
    const place = placeOf(name, "");
    if (place === undefined) throw new Error(`The lock file has no ${name}`);
    installedWith(place, found);
  }
  return found;
};

/**
 * Converts a path in this repository to the path in an installation, where packages of this project are
 * installed and not linked.
 */
export const inHost = (place: string): string => {
  const [workspace = "", ...rest] = place.split("/node_modules/");
  const name = workspace.startsWith("node_modules/")
    ? undefined
    : (packages[workspace]?.name ?? basename(workspace));
  return [name === undefined ? workspace : `node_modules/${name}`, ...rest].join("/node_modules/");
};
