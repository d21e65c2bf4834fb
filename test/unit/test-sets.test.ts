import { readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { relative } from "node:path";
import { fileURLToPath } from "node:url";
import { expect } from "chai";

interface TestSet {
  readonly spec: string | readonly string[];
  readonly ignore: readonly string[];
}

const require = createRequire(import.meta.url);
const root = fileURLToPath(new URL("../../../", import.meta.url));

/** Returns the files that mocha runs for a set. */
const filesOf = (name: string): readonly string[] => {
  const { spec, ignore }: TestSet = require(`${root}/test/sets/${name}.cjs`);
  const collect = require("mocha/lib/cli/collect-files.cjs");
  const found = collect({ spec: [spec].flat(), ignore, extension: [".js"], file: [], sort: true });
  return found.files.map((file: string) => relative(root, file));
};

/** Returns the compiled tests of all workspaces. */
const written = (): readonly string[] =>
  ["test", "plugins", "examples", "packages"].flatMap((folder) =>
    readdirSync(`${root}/${folder}`, { recursive: true, encoding: "utf8" })
      .filter((path) => path.endsWith(".test.ts") && !/(^|\/)(dist|node_modules|template)\//.test(path))
      .map((path) => `${folder}/${path}`),
  );

/**
 * Returns the source file of a compiled test. The compiled file is in the folder `dist` next to its
 * `tsconfig.json`.
 */
const toSource = (path: string): string => path.replace("dist/", "").replace(/js$/, "ts");

describe("the sets of tests", () => {
  it("have each test file exactly once", () => {
    const taken = [...filesOf("fast"), ...filesOf("rest")].map(toSource);
    expect(taken.toSorted()).to.deep.equal(written().toSorted());
  });
});
