import { ALLOW_LIST } from "./allow-list.ts";
import { sanitize } from "./sanitize.ts";

/** Elements that start a line of their own. */
const ON_ITS_OWN_LINE = new Set([
  ...[
    "address",
    "article",
    "aside",
    "blockquote",
    "dd",
    "details",
    "div",
    "dl",
    "dt",
    "figcaption",
    "figure",
  ],
  ...["footer", "form", "h1", "h2", "h3", "h4", "h5", "h6", "header", "hr", "li", "main", "nav", "ol", "p"],
  ...["pre", "section", "summary", "table", "td", "th", "tr", "ul"],
]);

/** sanitize-html encodes exactly these in a text. */
const ENTITIES: Readonly<Record<string, string>> = { "&lt;": "<", "&gt;": ">", "&amp;": "&" };
const decode = (text: string): string =>
  text.replace(/&(?:lt|gt|amp);/g, (entity) => ENTITIES[entity] ?? entity);

const MARKUP = /[<&\0]/;

/** The text of the HTML: no tags, no scripts and styles, entities decoded, a line for each block, trimmed. */
export const toPlainText = (html: string): string => {
  if (!MARKUP.test(html)) return html.trim();
  const parts: string[] = [];
  const breakLine = (): void => {
    const last = parts.at(-1);
    if (last !== undefined && !last.endsWith("\n")) parts.push("\n");
  };
  const breakLineAt = (name: string): void => {
    if (ON_ITS_OWN_LINE.has(name)) breakLine();
  };
  sanitize(html.replaceAll("\0", ""), {
    ...(ALLOW_LIST.nonTextTags && { nonTextTags: ALLOW_LIST.nonTextTags }),
    allowedTags: [],
    allowedAttributes: {},
    onOpenTag: (name) => (name === "br" ? breakLine() : breakLineAt(name)),
    onCloseTag: breakLineAt,
    textFilter(text) {
      // Blanks between two blocks are how the HTML is laid out, not what it says.
      if (text.includes("\n") && text.trim() === "") breakLine();
      else parts.push(decode(text));
      return "";
    },
  });
  return parts.join("").trim();
};
