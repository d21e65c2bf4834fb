import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
} from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join, sep } from "node:path";

/** Folder outside this repository that contains a second copy of some packages. */
export interface SecondCopies {
  readonly directory: string;
  remove(): void;
}

const require = createRequire(import.meta.url);

const directoryOf = (name: string): string => {
  const found = (require.resolve.paths(name) ?? []).map((folder) => join(folder, name)).find(existsSync);
  if (found === undefined) throw new Error(`${name} is not installed`);
  return realpathSync(found);
};

const place = (directory: string, name: string): string => {
  const path = join(directory, "node_modules", name);
  mkdirSync(dirname(path), { recursive: true });
  return path;
};

/**
 * Creates second copies of these packages. An installation without deduplication has such copies. Their
 * dependencies are linked to this repository.
 */
export const createSecondCopies = (...names: readonly string[]): SecondCopies => {
  const directory = mkdtempSync(join(tmpdir(), "kalends-copies-"));
  const linked = new Set<string>();
  for (const name of names) {
    const original = directoryOf(name);
    cpSync(original, place(directory, name), {
      recursive: true,
      filter: (path) => !path.slice(original.length).split(sep).includes("node_modules"),
    });
    const { dependencies = {} } = JSON.parse(readFileSync(join(original, "package.json"), "utf8"));
    for (const dependency of Object.keys(dependencies)) linked.add(dependency);
  }
  for (const name of names) linked.delete(name);
  for (const name of linked) symlinkSync(directoryOf(name), place(directory, name));
  return { directory, remove: () => rmSync(directory, { recursive: true, force: true }) };
};
