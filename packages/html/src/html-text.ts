import { BLOCK_ELEMENTS } from "@kalends/core";
import { readHtml } from "./html-reader.ts";

/** Elements that start a line of their own. */
const LINES: ReadonlySet<string> = new Set([
  ...BLOCK_ELEMENTS,
  ...["br", "dd", "dt", "figcaption", "form", "li", "td", "th", "tr"],
]);

const MARKUP = /[<&\0]/;

/** The text of the HTML. Source: rules/choices.md#html-to-text. */
export const toText = (html: string): string => {
  if (!MARKUP.test(html)) return html.trim();
  const parts: string[] = [];
  const breakLine = (): void => {
    if (parts.at(-1)?.endsWith("\n") === false) parts.push("\n");
  };
  const breakLineAt = (name: string): void => {
    if (LINES.has(name)) breakLine();
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
