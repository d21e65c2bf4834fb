import { BLOCK_ELEMENTS } from "@kalends/core";
import { readHtml } from "./html-reader.ts";

/** Elements that start a new line in plain text. */
const LINES: ReadonlySet<string> = new Set([
  ...BLOCK_ELEMENTS,
  ...["br", "dd", "dt", "figcaption", "form", "li", "td", "th", "tr"],
]);

const MARKUP = /[<&\0]/;

/**
 * Converts HTML to plain text.
 * Source: rules/choices.md#html-to-text.
 */
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
      // White space with a line break between two blocks only formats the HTML source, so ignore it.
      if (decoded.includes("\n") && decoded.trim() === "") breakLine();
      else parts.push(decoded);
    },
    open: breakLineAt,
    close: breakLineAt,
  });
  return parts.join("").trim();
};
