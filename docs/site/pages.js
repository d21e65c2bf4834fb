import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** Kinds of pages by their folder, in the order of the navigation; pages next to the index come last. */
const KINDS = new Map([
  ["tutorials", "Tutorials"],
  ["how-to", "How-to guides"],
  ["reference", "Reference"],
  ["explanation", "Explanation"],
  ["rules", "Rules"],
  ["", "Other pages"],
]);

/** Folders without pages: this generator, its output, and pictures. */
const OTHER_FOLDERS = /^(?:site|dist|pictures)\//;

/** Names that the server serves, see `packages/http/src/pages/guide.ts`. */
const SERVED = /^(?:[\w-]+\/)*[\w-]+\.md$/;

const INDEX = "README.md";

/** Text of the index where the folder has none: the navigation next to it lists the pages. */
const DEFAULT_INDEX = "# Documentation\n";

const titleOf = (text, source) => {
  const [, title] = /^# (.+)$/m.exec(text) ?? [];
  if (title === undefined) throw new Error(`docs/${source} has no title. Begin it with "# Title".`);
  return title.replaceAll("`", "");
};

const toTarget = (source) => source.replace(/(^|\/)README\.md$/, "$1index.md").replace(/\.md$/, ".html");

/**
 * Returns the pages in reading order: the index, then kind by kind. In a kind its README comes first, then the pages in the order in which
 * the index links to them, then by title.
 */
export const readPages = (folder) => {
  const index = existsSync(join(folder, INDEX)) ? readFileSync(join(folder, INDEX), "utf8") : DEFAULT_INDEX;
  const sources = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((path) => path.replaceAll("\\", "/"))
    .filter((path) => path.endsWith(".md") && path !== INDEX && !OTHER_FOLDERS.test(path));
  const pages = sources.map((source) => {
    if (!SERVED.test(source)) throw new Error(`docs/${source}: use letters, digits and hyphens in names.`);
    const kind = source.includes("/") ? source.slice(0, source.indexOf("/")) : "";
    const text = readFileSync(join(folder, source), "utf8");
    const place = index.indexOf(`](${source}`);
    return {
      ...{ source, kind, text, title: titleOf(text, source), target: toTarget(source) },
      rank: [
        [...KINDS.keys()].indexOf(kind) + 1 || KINDS.size,
        source === `${kind}/${INDEX}` ? 0 : 1,
        place === -1 ? index.length : place,
      ],
    };
  });
  pages.sort((a, b) => {
    const difference = a.rank.map((value, at) => value - b.rank[at]).find((value) => value !== 0);
    return difference ?? a.title.localeCompare(b.title, "en");
  });
  const first = { source: INDEX, target: "index.html", title: titleOf(index, INDEX), text: index };
  return [first, ...pages];
};

/** Returns the pages behind the index by kind, without kinds that have none. */
export const toSections = ([, ...pages]) =>
  [...new Set(pages.map(({ kind }) => kind))].map((kind) => ({
    title: KINDS.get(kind) ?? kind,
    pages: pages.filter((page) => page.kind === kind),
  }));
