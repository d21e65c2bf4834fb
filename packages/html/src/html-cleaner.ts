import { createRequire } from "node:module";
import type { HtmlCleaner } from "@kalends/core";
import type { IOptions } from "sanitize-html";
import { ADDRESS_ATTRIBUTES } from "./addresses.ts";
import {
  ALLOWED_ATTRIBUTES,
  ALLOWED_SCHEMES,
  ALLOWED_TAGS,
  DROPPED_WITH_CONTENTS,
  MAX_DEPTH,
  VOID_TAGS,
} from "./allow-list.ts";
import { toText } from "./html-text.ts";
import { PLACEHOLDER, toWellFormed, withoutPlaceholders } from "./well-formed.ts";

const require = createRequire(import.meta.url);

/** The allow-list as options of sanitize-html. */
const ALLOW_LIST: IOptions = {
  allowedTags: [...ALLOWED_TAGS],
  allowedAttributes: Object.fromEntries(
    Object.entries(ALLOWED_ATTRIBUTES).map(([tag, attributes]) => [tag, [...attributes]]),
  ),
  nonTextTags: [...DROPPED_WITH_CONTENTS],
  allowedSchemes: [...ALLOWED_SCHEMES],
  allowedSchemesByTag: { img: ["http", "https"], source: ["http", "https"] },
  allowedSchemesAppliedToAttributes: [...ADDRESS_ATTRIBUTES],
  selfClosing: [...VOID_TAGS],
  disallowedTagsMode: "discard",
  nestingLimit: MAX_DEPTH,
  parseStyleAttributes: false,
};

/**
 * Options of sanitize-html. The filter puts the ampersands of the text back; entities never turn into markup,
 * so this is safe.
 */
const OPTIONS: IOptions = { ...ALLOW_LIST, textFilter: (text) => text.replaceAll(PLACEHOLDER, "&") };

/**
 * Returns an HTML cleaner based on sanitize-html, which decides about every tag in the output. Text keeps its
 * spelling: `Tom & Jerry` and `&#8217;` stay as they are. Only a `<` or `>` that belongs to no tag becomes an
 * entity, and only if the text has tags. Cleaning a clean text changes nothing. Runs in time proportional to
 * the length.
 * Source: rules/choices.md#html-well-formed.
 */
export const createHtmlCleaner = (): HtmlCleaner => ({
  clean(html) {
    const text = withoutPlaceholders(html);
    // Without a tag, nothing needs cleaning, and plain text stays as it was written.
    if (!text.includes("<")) return text;
    // Loaded with the first text that has markup, like the HTML reader, to keep the start fast.
    const sanitize = require("sanitize-html") as typeof import("sanitize-html");
    return sanitize(toWellFormed(text), OPTIONS);
  },
  keepsAll(html, cleaned) {
    // rules/choices.md#html-cleaning-noted
    if (withoutPlaceholders(html) !== html) return false;
    if (!html.includes("<")) return true;
    let isLossless = true;
    const wellFormed = toWellFormed(html, () => {
      isLossless = false;
    });
    if (!isLossless) return false;
    const asSent = wellFormed.replaceAll(PLACEHOLDER, "&");
    if (asSent.trim() === cleaned.trim()) return true;
    // Only sanitize-html judges URLs, so compare the results after cleaning.
    return toWellFormed(cleaned).trim() === toWellFormed(asSent).trim();
  },
  toText,
});
