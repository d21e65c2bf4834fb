import { renderHtml } from "./rendered-text.ts";

/** Stored HTML as one escaped line without tags, as structured data carries it. */
export const toPlainText = (html: string): string =>
  html === ""
    ? ""
    : renderHtml(html)
        .replace(/<[^<>]*>/g, " ")
        .replace(/\s+/g, " ")
        .trim();
