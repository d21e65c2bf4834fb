import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { expect } from "chai";

const PACKAGES = fileURLToPath(new URL("../../../packages", import.meta.url));

/** Packages whose declarations may use types of other packages. Hosts do not import them. */
const MEANT: Readonly<Record<string, readonly string[]>> = { "@kalends/http": ["koa"] };

interface Manifest {
  readonly name: string;
  readonly exports?: Readonly<Record<string, { readonly types?: string }>>;
}

const manifests = readdirSync(PACKAGES, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => {
    const folder = join(PACKAGES, name);
    return { folder, manifest: JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as Manifest };
  });

/** Declaration files of the published packages, by import name. Internal entries are left out. */
const ENTRIES: ReadonlyMap<string, string> = new Map(
  manifests.flatMap(({ folder, manifest }) =>
    Object.entries(manifest.exports ?? {}).flatMap(([entry, { types }]) =>
      types === undefined || entry.endsWith("/internals")
        ? []
        : [[`${manifest.name}${entry.slice(1)}`, join(folder, types)] as const],
    ),
  ),
);

/** Returns the external imports of a declaration file and of all project files that it imports. */
const importsOf = (file: string, seen: Set<string> = new Set()): readonly string[] => {
  if (seen.has(file)) return [];
  seen.add(file);
  const imported = readFileSync(file, "utf8").matchAll(/(?:from |import\()"([^"]+)"/g);
  return [...imported].flatMap(([, name = ""]) => {
    const next = name.startsWith(".")
      ? resolve(dirname(file), name.replace(/\.ts$/, ".d.ts"))
      : ENTRIES.get(name);
    return next === undefined ? [name] : importsOf(next, seen);
  });
};

describe("the declarations of a published package", () => {
  for (const [name, file] of ENTRIES)
    it(`${name} show no types of what it is built with`, () => {
      const others = importsOf(file).filter((other) => !other.startsWith("node:"));
      expect([...new Set(others)]).to.deep.equal(MEANT[name] ?? []);
    });

  it("are followed from file to file", () => {
    const all = importsOf(join(PACKAGES, "kalends", "dist", "internals.d.ts"));
    expect(all).to.include.members(["awilix/browser", "joi"]);
  });
});
