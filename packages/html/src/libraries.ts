import { createRequire } from "node:module";
import type { Tokenizer } from "htmlparser2";
import type sanitizeHtml from "sanitize-html";

const require = createRequire(import.meta.url);

interface Libraries {
  readonly Tokenizer: typeof Tokenizer;
  readonly sanitize: typeof sanitizeHtml;
}

let loaded: Libraries | undefined;

/**
 * What reads and cleans HTML, loaded with the first text that has markup: reading the calendar needs it never, and it is a
 * good part of the start. `require`, because an import would have to be awaited.
 */
export const libraries = (): Libraries => {
  // What the packages export.
  loaded ??= {
    Tokenizer: (require("htmlparser2") as { Tokenizer: typeof Tokenizer }).Tokenizer,
    sanitize: require("sanitize-html") as typeof sanitizeHtml,
  };
  return loaded;
};
