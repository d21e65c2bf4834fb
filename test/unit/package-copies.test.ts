import { existsSync, readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect } from "chai";

const ROOT = fileURLToPath(new URL("../../..", import.meta.url));

const packagesIn = (folder: string): readonly string[] =>
  (existsSync(ROOT + folder) ? readdirSync(ROOT + folder) : [])
    .map((name) => `${folder}/${name}`)
    .filter((path) => existsSync(`${ROOT}${path}/package.json`));

const PUBLISHED = [...packagesIn("packages"), ...packagesIn("plugins")];

const sourcesOf = (path: string): readonly string[] =>
  readdirSync(`${ROOT}${path}/src`, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts"))
    .map((file) => `${path}/src/${file}`);

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
}

const manifestOf = (path: string): Manifest =>
  JSON.parse(readFileSync(`${ROOT}${path}/package.json`, "utf8"));

/**
 * Classes of which plugins, stores and hosts also create instances. `instanceof` fails for another copy of
 * the class, so use `isCalendarError`.
 */
const MADE_BY_MANY: ReadonlySet<string> = new Set(["CalendarError"]);

/**
 * Returns classes in `instanceof` checks of which another copy of the package may have created the instance.
 * These are classes of other packages. Classes of the platform exist only once. A class that only its own
 * package creates and catches is also safe.
 */
const foreignClassesOf = (source: string): readonly string[] => {
  const imports = [...source.matchAll(/import ([^;]*?) from "([^"]+)"/g)];
  const originOf = (name: string): string | undefined =>
    imports.find(([, names = ""]) => new RegExp(`\\b${name}\\b`).test(names))?.[2];
  const asked = [...source.matchAll(/\binstanceof\s+([\w$.]+)/g)].map(([, name = ""]) => name);
  return asked.filter((name) => {
    if (MADE_BY_MANY.has(name) || name.includes(".")) return true;
    const origin = originOf(name);
    return origin !== undefined && !origin.startsWith(".") && !origin.startsWith("node:");
  });
};

describe("instanceof", () => {
  it("is recognized where it asks for a class of another package", () => {
    const foreign = [
      'import { MongoError } from "mongodb"; error instanceof MongoError;',
      'import Database, { type Options } from "better-sqlite3"; error instanceof Database.SqliteError;',
      'import { CalendarError } from "../errors.ts"; error instanceof CalendarError;',
    ];
    expect(foreign.map((source) => foreignClassesOf(source).length)).to.deep.equal([1, 1, 1]);
    const own = [
      "error instanceof Error && value instanceof Uint8Array;",
      'import { KeyObject } from "node:crypto"; key instanceof KeyObject;',
      'import { OperatorError } from "./operator-error.ts"; error instanceof OperatorError;',
    ];
    expect(own.flatMap(foreignClassesOf)).to.deep.equal([]);
  });

  it("asks for no class of which a host may have another copy", () => {
    const files = PUBLISHED.flatMap(sourcesOf);
    expect(files.length).to.be.above(300);
    const found = files.flatMap((file) =>
      foreignClassesOf(readFileSync(ROOT + file, "utf8")).map((name) => `${file}: ${name}`),
    );
    expect(found).to.deep.equal([]);
  });
});

describe("what a host and a package of ours have to have in common", () => {
  const needed = [
    ...packagesIn("plugins").map((path) => [path, "@kalends/core"] as const),
    ["packages/store-mongodb", "mongodb"] as const,
  ];
  for (const [path, name] of needed) {
    it(`is a peer of ${path}: ${name}`, () => {
      const { dependencies = {}, peerDependencies } = manifestOf(path);
      expect(peerDependencies).to.have.property(name);
      expect(dependencies).not.to.have.property(name);
    });
  }

  it("is of this version where it is one of ours", () => {
    const manifests = PUBLISHED.map(manifestOf);
    const versions = new Map(manifests.map(({ name, version }) => [name, version]));
    for (const { name, peerDependencies = {} } of manifests) {
      for (const [peer, range] of Object.entries(peerDependencies)) {
        if (versions.has(peer)) expect(range, name).to.equal(`^${versions.get(peer)}`);
      }
    }
  });
});
