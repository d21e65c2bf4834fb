import { createRequire } from "node:module";
import type { HtmlCleaner } from "@kalends/core";
import type { IOptions } from "sanitize-html";
import { ADDRESS_ATTRIBUTES } from "./addresses.ts";
import {
  ALLOWED_ATTRIBUTES,
  ALLOWED_SCHEMES,
  ALLOWED_TAGS,
  CONTENTS_GO_TOO,
  MAX_DEPTH,
  VOID_TAGS,
} from "./allow-list.ts";
import { toText } from "./html-text.ts";
import { PLACEHOLDER, toWellFormed, withoutPlaceholders } from "./well-formed.ts";

const require = createRequire(import.meta.url);

/** The allow-list in the words of sanitize-html. */
const ALLOW_LIST: IOptions = {
  allowedTags: [...ALLOWED_TAGS],
  allowedAttributes: Object.fromEntries(
    Object.entries(ALLOWED_ATTRIBUTES).map(([tag, attributes]) => [tag, [...attributes]]),
  ),
  nonTextTags: [...CONTENTS_GO_TOO],
  allowedSchemes: [...ALLOWED_SCHEMES],
  allowedSchemesByTag: { img: ["http", "https"], source: ["http", "https"] },
  allowedSchemesAppliedToAttributes: [...ADDRESS_ATTRIBUTES],
  selfClosing: [...VOID_TAGS],
  disallowedTagsMode: "discard",
  nestingLimit: MAX_DEPTH,
  parseStyleAttributes: false,
};

/** What a text spells with its ampersands back can be no markup, as entities never are. */
const OPTIONS: IOptions = { ...ALLOW_LIST, textFilter: (text) => text.replaceAll(PLACEHOLDER, "&") };

/**
 * The cleaner on sanitize-html, which decides on every tag that is written. Text keeps its spelling: `Tom & Jerry` stays, and
 * so does `&#8217;`; only a `<` or `>` that belongs to no tag becomes an entity when there are tags. Cleaning what is clean
 * changes nothing. Takes time in proportion to the length. Source: rules/choices.md#html-well-formed.
 */
export const createHtmlCleaner = (): HtmlCleaner => ({
  clean(html) {
    const text = withoutPlaceholders(html);
    // Without a tag there is nothing to clean, and plain text stays as it was written.
    if (!text.includes("<")) return text;
    // Loaded with the first text that has markup, as the reader is.
    const sanitize = require("sanitize-html") as typeof import("sanitize-html");
    return sanitize(toWellFormed(text), OPTIONS);
  },
  keepsAll(html, cleaned) {
    // rules/choices.md#html-cleaning-noted
    if (withoutPlaceholders(html) !== html) return false;
    if (!html.includes("<")) return true;
    let isWhole = true;
    const wellFormed = toWellFormed(html, () => {
      isWhole = false;
    });
    if (!isWhole) return false;
    const asSent = wellFormed.replaceAll(PLACEHOLDER, "&");
    if (asSent.trim() === cleaned.trim()) return true;
    // Only sanitize-html judges addresses.
    return toWellFormed(cleaned).trim() === toWellFormed(asSent).trim();
  },
  toText,
});
