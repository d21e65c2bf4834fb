const P: ReadonlySet<string> = new Set(["p"]);
const CELLS: ReadonlySet<string> = new Set(["td", "th", "caption", "colgroup"]);
const ROWS: ReadonlySet<string> = new Set([...CELLS, "tr"]);
const SECTIONS: ReadonlySet<string> = new Set([...ROWS, "thead", "tbody", "tfoot"]);
const DEFINITIONS: ReadonlySet<string> = new Set(["dt", "dd"]);
const READINGS: ReadonlySet<string> = new Set(["rt", "rp"]);

/** No paragraph contains these. */
const AFTER_PARAGRAPHS: readonly string[] = [
  ...["address", "article", "aside", "blockquote", "details", "div", "dl", "figcaption", "figure", "footer"],
  ...["h1", "h2", "h3", "h4", "h5", "h6", "header", "hgroup", "hr", "main", "menu", "nav", "ol", "p", "pre"],
  ...["section", "summary", "table", "ul"],
];

/**
 * Which open elements a start tag ends, from the innermost one on: those whose end tag may be left out. Source: HTML Living
 * Standard, optional tags.
 */
export const IMPLIED_ENDS: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ...AFTER_PARAGRAPHS.map((name) => [name, P] as const),
  ["a", new Set(["a"])],
  ["li", new Set(["li"])],
  ["dt", DEFINITIONS],
  ["dd", DEFINITIONS],
  ["rt", READINGS],
  ["rp", READINGS],
  ["td", new Set([...CELLS, "thead"])],
  ["th", CELLS],
  ["tr", ROWS],
  ["thead", SECTIONS],
  ["tbody", SECTIONS],
  ["tfoot", SECTIONS],
]);
