import { readHtml } from "./html-reader.ts";

/** Elements that start a line of their own. */
const ON_ITS_OWN_LINE: ReadonlySet<string> = new Set([
  ...["address", "article", "aside", "blockquote", "br", "dd", "details", "div", "dl", "dt", "figcaption"],
  ...["figure", "footer", "form", "h1", "h2", "h3", "h4", "h5", "h6", "header", "hr", "li", "main", "nav"],
  ...["ol", "p", "pre", "section", "summary", "table", "td", "th", "tr", "ul"],
]);

const MARKUP = /[<&\0]/;

/** The text of the HTML: no tags, no scripts and styles, entities decoded, a line for each block, trimmed. */
export const toText = (html: string): string => {
  if (!MARKUP.test(html)) return html.trim();
  const parts: string[] = [];
  const breakLine = (): void => {
    const last = parts.at(-1);
    if (last !== undefined && !last.endsWith("\n")) parts.push("\n");
  };
  const breakLineAt = (name: string): void => {
    if (ON_ITS_OWN_LINE.has(name)) breakLine();
  };
  readHtml(html.replaceAll("\0", ""), {
    text(_written, decoded) {
      // Blanks between two blocks are how the HTML is laid out, not what it says.
      if (decoded.includes("\n") && decoded.trim() === "") breakLine();
      else parts.push(decoded);
    },
    open: breakLineAt,
    close: breakLineAt,
  });
  return parts.join("").trim();
};
