import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect } from "chai";

const CORE = new URL("../../../packages/core/", import.meta.url);

const read = (path: string): string => readFileSync(fileURLToPath(new URL(path, CORE)), "utf8");

/** Returns the names that an entry exports, in their order. */
const namesOf = (entry: string): readonly string[] =>
  [...read(`src/${entry}.ts`).matchAll(/^export (?:type )?\{([^}]*)\} from "/gm)].flatMap(([, list = ""]) =>
    list
      .split(",")
      .map((one) => one.trim().replace(/^type /, ""))
      .filter((one) => one !== "")
      .map((one) => one.split(" as ").at(-1) ?? one),
  );

/** A name stands in one of these; `plugin` repeats names, because plugins import that entry alone. */
const APART = ["index", "accounts", "storage", "interface", "internals"];

/** Maximum number of names in an entry. Before you raise it, look for a smaller interface. */
const MAXIMUM = 120;

describe("the entries of @kalends/core", () => {
  it("are those of its package.json", () => {
    const { exports } = JSON.parse(read("package.json"));
    const files = Object.values<{ readonly types: string }>(exports).map(({ types }) => types);
    expect(files).to.have.members([...APART, "plugin"].map((entry) => `./dist/${entry}.d.ts`));
  });

  for (const entry of ["index", "plugin"])
    it(`${entry} exports at most ${MAXIMUM} names`, () => {
      expect(namesOf(entry)).to.have.length.within(1, MAXIMUM);
    });

  for (const entry of [...APART, "plugin"])
    it(`${entry} writes out its names, each once`, () => {
      expect(read(`src/${entry}.ts`)).not.to.match(/^export (?!(?:type )?\{)/m);
      expect(namesOf(entry)).to.deep.equal([...new Set(namesOf(entry))]);
    });

  it("export a name from one of them only", () => {
    const all = APART.flatMap((entry) => namesOf(entry).map((name) => ({ entry, name })));
    const twice = all.filter(({ entry, name }) =>
      all.some((other) => other.name === name && other.entry !== entry),
    );
    expect(twice).to.deep.equal([]);
  });
});
