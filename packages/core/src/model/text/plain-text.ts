import { isBlank } from "./characters.ts";

/** Matches a tag as browsers recognize it. `<` before any other character is text. */
const TAG = /<[a-z/!?][^<>]*>/gi;

const RAW = /<(\/?)(script|style)(?=[\s/>])[^<>]*>/gi;

/**
 * Removes `script` and `style` elements with their content. The text after an opening tag without a closing
 * tag stays; `withoutTags` removes such a tag.
 */
const withoutScripts = (text: string): string => {
  if (!text.includes("<")) return text;
  let kept = "";
  let end = 0;
  let opened: { readonly name: string; readonly at: number } | undefined;
  for (const { 0: tag, 1: slash, 2: name = "", index } of text.matchAll(RAW)) {
    if (slash === "") opened ??= { name: name.toLowerCase(), at: index };
    else if (opened?.name === name.toLowerCase()) {
      kept += text.slice(end, opened.at);
      end = index + tag.length;
      opened = undefined;
    }
  }
  return kept + text.slice(end);
};

export const withoutTags = (text: string): string => text.replace(TAG, "");

/** Converts a text to one line of plain text: removes tags, scripts and styles, and collapses white space. */
export const toPlainLine = (text: string): string =>
  withoutTags(withoutScripts(text)).replace(/\s+/g, " ").trim();

/**
 * Converts a text to one line of plain text. Browsers find no tag in the result, because a remaining `<` that
 * could start one is escaped.
 */
export const toPlainText = (text: string): string => toPlainLine(text).replace(TAG_START, "&lt;");

/**
 * Returns the name of a term as plain text; `""` if no visible character remains.
 * Removing a tag can form a new tag from the text around it. The start of such a tag is removed too, so a
 * second call changes nothing.
 */
export const toTermName = (text: string): string => {
  const line = toPlainLine(text);
  const name = withoutTags(line) === line ? line : line.replace(TAG_STARTS, "");
  return isBlank(name) ? "" : name;
};

const TAG_STARTS = /(?<!<)<+(?=[a-z/!?])/gi;

/**
 * Matches the start of a tag that remains after tags were removed: an unclosed tag, or one that the removal
 * formed. Such a `<` is escaped, because clients insert details such as addresses into web pages without
 * escaping.
 */
const TAG_START = /<(?=[a-z/!?])/gi;

/** Characters that a URL cannot contain. Source: rules/events.md#event-website. */
const NOT_IN_URLS = /[\s"<>\\^`{}]/g;

/**
 * Removes characters that a URL cannot contain and encodes quotes. The URL then cannot end a quoted HTML
 * attribute.
 */
export const toWebsite = (url: string): string => encodeQuotes(url.replace(NOT_IN_URLS, ""));

/** Replaces `'` in a URL by `%27`, which means the same. */
export const encodeQuotes = (url: string): string => url.replaceAll("'", "%27");

const OCTET = /^%[0-9a-f]{2}$/i;

/**
 * Removes percent-encoded octets such as `%41`. Also removes an octet that forms when another one is removed,
 * as in `%4%411`.
 */
const withoutOctets = (text: string): string => {
  if (!text.includes("%")) return text;
  const kept: string[] = [];
  for (const character of text) {
    kept.push(character);
    if (kept.at(-3) === "%" && OCTET.test(kept.slice(-3).join(""))) kept.length -= 3;
  }
  return kept.join("");
};

/**
 * Converts a detail, such as an address or phone number, to its stored form: plain text without
 * percent-encoded octets. Source: rules/venues-organizers.md#detail-texts.
 */
export const toDetail = (text: string): string => toPlainText(withoutOctets(text));

/**
 * Converts sanitized HTML to one line of text: replaces each tag and each run of white space by one blank.
 */
export const toLine = (html: string): string =>
  html
    .replace(/<[^<>]*>/g, " ")
    // A single blank is the normal case; the pattern skips it to save time.
    .replace(/ \s+|[^\S ]\s*/g, " ")
    .trim();
