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

/** Allow-list of elements and attributes, as options of sanitize-html. */
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
 * Options of sanitize-html with a text filter, which turns placeholders into ampersands again after cleaning.
 * This is safe, because an ampersand in text never becomes a tag.
 */
const OPTIONS: IOptions = { ...ALLOW_LIST, textFilter: (text) => text.replaceAll(PLACEHOLDER, "&") };

/**
 * Creates an HTML cleaner that removes all elements and attributes that are not allowed. sanitize-html checks
 * every tag in the result. Text keeps its spelling: `Tom & Jerry` and `&#8217;` stay unchanged. If a text has
 * tags, a `<` or `>` outside of tags becomes an entity. Cleaning a clean text changes nothing. Runs in linear
 * time.
 * Source: rules/choices.md#html-well-formed.
 */
export const createHtmlCleaner = (): HtmlCleaner => ({
  clean(html) {
    const text = withoutPlaceholders(html);
    // A text without tags needs no cleaning and keeps its spelling.
    if (!text.includes("<")) return text;
    // Import sanitize-html and the HTML reader with the first text that has tags, so that the start is fast.
    const sanitize = require("sanitize-html") as typeof import("sanitize-html");
    return sanitize(toWellFormed(text), OPTIONS);
  },
  keepsAll(html, cleaned) {
    // Source: rules/choices.md#html-cleaning-noted
    if (withoutPlaceholders(html) !== html) return false;
    if (!html.includes("<")) return true;
    let isLossless = true;
    const wellFormed = toWellFormed(html, () => {
      isLossless = false;
    });
    if (!isLossless) return false;
    const asSent = wellFormed.replaceAll(PLACEHOLDER, "&");
    if (asSent.trim() === cleaned.trim()) return true;
    // Compare the texts after cleaning, because only sanitize-html decides which URLs are allowed.
    return toWellFormed(cleaned).trim() === toWellFormed(asSent).trim();
  },
  toText,
});
