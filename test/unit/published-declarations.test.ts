import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { expect } from "chai";

const PACKAGES = fileURLToPath(new URL("../../../packages", import.meta.url));

/** Whose types hosts see: they install them anyhow, for a middleware is one of Koa. */
const MEANT: Readonly<Record<string, readonly string[]>> = { kalends: ["koa"], "@kalends/http": ["koa"] };

interface Manifest {
  readonly name: string;
  readonly exports?: Readonly<Record<string, { readonly types?: string }>>;
}

/** What the declarations that a file leads to import from elsewhere. */
const importsOf = (file: string, seen: Set<string> = new Set()): readonly string[] => {
  if (seen.has(file)) return [];
  seen.add(file);
  const imported = readFileSync(file, "utf8").matchAll(/(?:from |import\()"([^"]+)"/g);
  return [...imported].flatMap(([, name = ""]) =>
    name.startsWith(".") ? importsOf(resolve(dirname(file), name.replace(/\.ts$/, ".d.ts")), seen) : [name],
  );
};

const manifests = readdirSync(PACKAGES, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => {
    const folder = join(PACKAGES, name);
    return { folder, manifest: JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as Manifest };
  });

describe("the declarations of a published package", () => {
  for (const { folder, manifest } of manifests) {
    for (const [entry, { types }] of Object.entries(manifest.exports ?? {})) {
      if (types === undefined || entry.endsWith("/internals")) continue;
      it(`${manifest.name}${entry.slice(1)} show no types of what it is built with`, () => {
        const others = importsOf(join(folder, types)).filter(
          (name) => !/^(?:node:|@kalends\/|kalends$)/.test(name) || name.endsWith("/internals"),
        );
        expect([...new Set(others)]).to.deep.equal(MEANT[manifest.name] ?? []);
      });
    }
  }

  it("are followed from file to file", () => {
    const all = importsOf(join(PACKAGES, "kalends", "dist", "internals.d.ts"));
    expect(all).to.include.members(["awilix/browser", "joi"]);
  });
});
