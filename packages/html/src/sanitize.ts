import { createRequire } from "node:module";
import type sanitizeHtml from "sanitize-html";

const require = createRequire(import.meta.url);
let loaded: typeof sanitizeHtml | undefined;

/**
 * sanitize-html, loaded with the first text that has a tag: reading needs it never, and it is a good part of the start.
 * `require`, because an import would have to be awaited.
 */
export const sanitize = (html: string, options: sanitizeHtml.IOptions): string => {
  // What the package exports.
  loaded ??= require("sanitize-html") as typeof sanitizeHtml;
  return loaded(html, options);
};
