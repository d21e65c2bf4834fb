import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

export type Ranges = Readonly<Record<string, string>>;

/** Members of a package.json that this package reads or changes. */
export interface Manifest {
  readonly version?: string;
  readonly dependencies?: Ranges;
  readonly devDependencies?: Ranges;
  readonly overrides?: Ranges;
}

export const readManifest = (folder: string): Manifest =>
  JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as Manifest;

export const writeManifest = (folder: string, manifest: Manifest): void =>
  writeFileSync(join(folder, "package.json"), `${JSON.stringify(manifest, null, 2)}\n`);

const sorted = (ranges: Ranges): Ranges =>
  Object.fromEntries(Object.entries(ranges).sort(([one], [other]) => (one < other ? -1 : 1)));

/**
 * Returns the members of both manifests. If both have the same member, the second manifest wins, except that
 * the dependencies of both are merged.
 */
export const merged = (one: Manifest, other: Manifest): Manifest => {
  const both = { ...one, ...other };
  for (const list of ["dependencies", "devDependencies"] as const) {
    const ranges = { ...one[list], ...other[list] };
    if (Object.keys(ranges).length > 0) Object.assign(both, { [list]: sorted(ranges) });
  }
  return both;
};
