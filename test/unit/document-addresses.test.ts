import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";
import { expect } from "chai";

const ROOT = fileURLToPath(new URL("../../../", import.meta.url));

interface Manifest {
  readonly name: string;
  readonly homepage?: string;
  readonly repository?: { readonly type: string; readonly url: string; readonly directory?: string };
}

const read = (path: string): string => readFileSync(join(ROOT, path), "utf8");
const manifestIn = (folder: string): Manifest => JSON.parse(read(join(folder, "package.json")));
const foldersIn = (folder: string): readonly string[] =>
  readdirSync(join(ROOT, folder), { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? [`${folder}/${entry.name}`] : [],
  );

/** Address of the project. All other addresses are derived from it. */
const { repository, homepage } = manifestIn(".");
const SITE = repository?.url.replace(/^git\+/, "").replace(/\.git$/, "") ?? "";

const WORKSPACES = [...foldersIn("packages"), ...foldersIn("plugins")].filter((folder) =>
  existsSync(join(ROOT, folder, "package.json")),
);
/**
 * READMEs that people read without the rest of the project: those of published packages, and those that
 * `create-kalends` writes.
 */
const READMES = [...WORKSPACES, ...foldersIn("packages/create-kalends/template")]
  .map((folder) => `${folder}/README.md`)
  .filter((path) => existsSync(join(ROOT, path)));

/** Documents of the project. They link to each other by path. */
const DOCUMENTS = [
  ...readdirSync(ROOT).filter((name) => name.endsWith(".md")),
  ...readdirSync(join(ROOT, "docs"), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".md"))
    .map((name) => join("docs", name)),
];

/** True for paths of plugins, and of examples that use a plugin. A checkout may lack them. */
const mayBeAbsent = (path: string): boolean =>
  foldersIn("plugins").length === 0 && /^(?:plugins|examples)\b/.test(path);

/** Returns the anchors that GitHub creates for the headings of a document. */
const anchorsOf = (text: string): readonly string[] =>
  [...text.matchAll(/^#{1,6} +(.+)$/gm)].map(([, heading = ""]) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, "")
      .replaceAll(" ", "-"),
  );

/**
 * Returns the reason why an address of the project is broken. Returns `undefined` if it is correct or belongs
 * to another site.
 */
const problemOf = (address: string): string | undefined => {
  if (!address.startsWith(SITE) || address === SITE) return undefined;
  const [, path = "", anchor] =
    /^\/(?:blob|tree)\/main\/([^#]+)(?:#(.+))?$/.exec(address.slice(SITE.length)) ?? [];
  if (path === "" || !existsSync(join(ROOT, path))) return `${address} leads to no file`;
  return anchor === undefined || anchorsOf(read(path)).includes(anchor)
    ? undefined
    : `${address} leads to no heading`;
};

const withoutBlocks = (text: string): string => text.replace(/^```.*?^```/gms, "");

/**
 * Names of project files that an installation does not have. Projects of `create-kalends` have a folder
 * `src`.
 */
const FILE = /`(?:\.\.\/)*((?:docs|examples|src|packages|plugins|test)\/[\w/.-]+|[A-Z]+\.md)`/g;
/** Returns the paths of the TypeScript files in a folder and its subfolders. */
const filesIn = (folder: string): readonly string[] =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".ts"))
    .map((path) => join(folder, path));

describe("the address of the project", () => {
  it("is in the package.json of each package and plugin, with its folder and its page", () => {
    expect(SITE).to.match(/^https:\/\/[^/]+\/.+$/);
    expect(homepage).to.equal(`${SITE}#readme`);
    for (const folder of WORKSPACES) {
      const manifest = manifestIn(folder);
      expect(manifest.repository, folder).to.deep.equal({ ...repository, directory: folder });
      expect(manifest.homepage, folder).to.equal(`${SITE}/tree/main/${folder}#readme`);
    }
  });

  it("is what READMEs of packages name documents by", () => {
    expect(READMES).to.include.members(["packages/kalends/README.md", "packages/client/README.md"]);
    const found = READMES.flatMap((path) => {
      const text = withoutBlocks(read(path));
      const links = [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = ""]) => target);
      return [
        ...links.filter((target) => !/^(?:https?:|#)/.test(target)).map((target) => `${path}: ${target}`),
        ...[...text.matchAll(FILE)]
          .filter(([, name = ""]) => !(path.includes("/template/") && name.startsWith("src/")))
          .map(([name]) => `${path}: ${name}`),
        ...[...text.matchAll(/https:\/\/[^\s)`]+/g)].flatMap(([address]) => problemOf(address) ?? []),
      ];
    });
    expect(found).to.deep.equal([]);
  });

  it("is in no message: messages name pages of the documentation by their titles", () => {
    const titles = new Set(DOCUMENTS.map((path) => /^# (.+)$/m.exec(read(path))?.[1]));
    const lines = WORKSPACES.flatMap((folder) =>
      existsSync(join(ROOT, folder, "src")) ? filesIn(`${folder}/src`) : [],
    ).flatMap((path) =>
      read(path)
        .replace(/\/\*.*?\*\/|^\s*\/\/[^\n]*$/gms, "")
        .split("\n")
        .map((line) => ({ path, line: line.trim() })),
    );
    expect(lines.filter(({ line }) => /\bdocs\/[\w/-]+\.md\b/.test(line))).to.deep.equal([]);
    const named = lines.flatMap(({ line }) =>
      [...line.matchAll(/"([^"]+)" in the documentation/g)].map(([, title]) => title),
    );
    expect(named).to.include.members(["Configuration", "Manage accounts"]);
    expect(named.filter((title) => !titles.has(title))).to.deep.equal([]);
  });

  it("is not needed between documents, whose links lead to files and headings that are there", () => {
    const anchors = new Map(DOCUMENTS.map((path) => [path, anchorsOf(read(path))]));
    const found = DOCUMENTS.flatMap((path) =>
      [...withoutBlocks(read(path)).matchAll(/\]\(([^)\s]+)\)/g)].flatMap(([, target = ""]) => {
        if (/^https?:/.test(target)) return [];
        const [file = "", anchor] = target.split("#");
        const place = file === "" ? path : normalize(join(dirname(path), file));
        if (!existsSync(join(ROOT, place)))
          return mayBeAbsent(place) ? [] : [`${path}: ${target} leads to no file`];
        return anchor === undefined || (anchors.get(place) ?? anchorsOf(read(place))).includes(anchor)
          ? []
          : [`${path}: ${target} leads to no heading`];
      }),
    );
    expect(DOCUMENTS).to.include.members(["README.md", join("docs", "reference", "plugins.md")]);
    expect(found).to.deep.equal([]);
  });

  it("is not needed to go on reading: each page is in the index and ends with the next one", () => {
    const index = read("docs/README.md");
    const pages = DOCUMENTS.filter((path) => /^docs.(?:tutorials|how-to|reference|explanation)\b/.test(path));
    expect(pages).to.have.lengthOf.above(30);
    for (const path of pages) {
      expect(index, path).to.include(`](${path.slice("docs/".length).replaceAll("\\", "/")})`);
      expect(read(path).trimEnd().split("\n\n").at(-1), path).to.match(/^Next: .*\]\(/s);
    }
  });

  it("leads to files and headings that are there", () => {
    expect(problemOf(`${SITE}/blob/main/docs/how-to/maintain-the-storage.md`)).to.equal(undefined);
    expect(problemOf(`${SITE}/blob/main/docs/how-to/maintain-the-storage.md#check-a-store`)).to.equal(
      undefined,
    );
    expect(problemOf(`${SITE}/blob/main/docs/no.md`)).to.match(/leads to no file$/);
    expect(problemOf(`${SITE}/blob/main/docs/how-to/maintain-the-storage.md#no`)).to.match(
      /leads to no heading$/,
    );
  });
});
