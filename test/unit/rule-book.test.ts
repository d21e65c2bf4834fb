import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect } from "chai";

const ROOT = fileURLToPath(new URL("../../..", import.meta.url));
const CODE = ["packages", "plugins", "test", "examples", "bench"];
const SKIPPED = /^(dist|node_modules|fixtures)$/;

const CITATION = /\brules\/([a-z-]+\.md(?:#[a-z0-9-]+)?)/g;
const LINK = /\]\(([a-z-]+\.md)?(#[a-z0-9-]+)?\)/g;

/** References to chapters, sections or numbered decisions of other documents. */
const FOREIGN = [
  /\b\d0-(?:overview|events|venues|terms|describe|representations|status|dates|decisions)\b/g,
  /\b(?:\d0|seed) sections? \d/g,
  /\b[DP]\d{1,2}\b/g,
];

interface TextFile {
  readonly path: string;
  readonly text: string;
}

const read = (path: string): TextFile => ({ path, text: readFileSync(join(ROOT, path), "utf8") });

const filesBelow = (folder: string, ending: RegExp): readonly TextFile[] =>
  readdirSync(join(ROOT, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return SKIPPED.test(entry.name) ? [] : filesBelow(path, ending);
    return ending.test(entry.name) ? [read(path)] : [];
  });

describe("the rule book", () => {
  const chapters = readdirSync(join(ROOT, "docs/rules")).map((name) => ({
    ...read(`docs/rules/${name}`),
    name,
  }));
  /** All rules in the form in which they are cited after `rules/`: chapter, `#` and heading. */
  const rules = chapters.flatMap(({ name, text }) =>
    [...text.matchAll(/^### (.*)$/gm)].map(([, anchor]) => `${name}#${anchor}`),
  );
  const known: ReadonlySet<string> = new Set([...chapters.map(({ name }) => name), ...rules]);

  const code = CODE.flatMap((folder) => filesBelow(folder, /\.[jt]s$/));
  const documents = [
    ...filesBelow("docs", /\.md$/),
    ...CODE.flatMap((folder) => filesBelow(folder, /\.md$/)),
    ...readdirSync(ROOT)
      .filter((name) => name.endsWith(".md"))
      .map(read),
  ];

  const cited = (files: readonly TextFile[]): readonly (readonly [path: string, rule: string])[] =>
    files.flatMap(({ path, text }) =>
      [...text.matchAll(CITATION)].map(([, rule = ""]) => [path, rule] as const),
    );
  const unknown = (citations: readonly (readonly [path: string, rule: string])[]): readonly string[] =>
    citations.filter(([, rule]) => !known.has(rule)).map(([path, rule]) => `${path}: ${rule}`);

  it("has each rule once in its chapter, under a heading that is its anchor", () => {
    expect(rules.filter((rule, index) => rules.indexOf(rule) !== index)).to.deep.equal([]);
    expect(rules.filter((rule) => !/^[a-z-]+\.md#[a-z0-9]+(-[a-z0-9]+)*$/.test(rule))).to.deep.equal([]);
  });

  it("has every rule that code and tests cite", () => {
    expect(unknown(cited(code))).to.deep.equal([]);
  });

  it("has every rule that documents and its own chapters link to", () => {
    const links = chapters.flatMap(({ path, name, text }) =>
      [...text.matchAll(LINK)].map(([, other = name, anchor = ""]) => [path, other + anchor] as const),
    );
    expect(unknown([...links, ...cited(documents)])).to.deep.equal([]);
  });

  it("has no other rules that nothing cites than those listed", () => {
    const named = new Set(cited(code).map(([, rule]) => rule));
    const listed = read("test/fixtures/uncited-rules.txt").text.split("\n").filter(Boolean);
    expect(rules.filter((rule) => !named.has(rule)).sort()).to.deep.equal(listed);
  });

  it("is all that code, tests and documents cite of this kind", () => {
    const foreign = [...code, ...documents].flatMap(({ path, text }) =>
      FOREIGN.flatMap((pattern) => [...text.matchAll(pattern)].map(([found]) => `${path}: ${found}`)),
    );
    expect(foreign).to.deep.equal([]);
  });

  it("is like all other documents free of what a merge has left over", () => {
    const unmerged = documents.filter(({ text }) => /^(?:<{7} |={7}$|>{7} )/m.test(text));
    expect(unmerged.map(({ path }) => path)).to.deep.equal([]);
  });
});
