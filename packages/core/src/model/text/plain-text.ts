import { isBlank } from "./characters.ts";

/** Tag as browsers recognize it; `<` before other characters is text. */
const TAG = /<[a-z/!?][^<>]*>/gi;

const RAW = /<(\/?)(script|style)(?=[\s/>])[^<>]*>/gi;

/**
 * Removes scripts and styles with their content. If the closing tag is missing, only the opening tag is
 * removed.
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

/** Returns plain text on one line: tags removed, white space collapsed. */
export const toPlainLine = (text: string): string =>
  withoutTags(withoutScripts(text)).replace(/\s+/g, " ").trim();

/** Returns plain text in the form of stored details: nothing in it is read as markup. */
export const toPlainText = (text: string): string => toPlainLine(text).replace(TAG_START, "&lt;");

/**
 * Returns the name of a term as plain text, or `""` if it has no visible character. Applying it to its own
 * result changes nothing: a tag that appears when another one is removed loses its beginning.
 */
export const toTermName = (text: string): string => {
  const line = toPlainLine(text);
  const name = withoutTags(line) === line ? line : line.replace(TAG_STARTS, "");
  return isBlank(name) ? "" : name;
};

const TAG_STARTS = /(?<!<)<+(?=[a-z/!?])/gi;

/**
 * Beginning of a tag for browsers that is not closed, or appeared only when another tag was removed. Clients
 * insert details into pages without escaping them.
 */
const TAG_START = /<(?=[a-z/!?])/gi;

/** Characters that no address contains. Source: rules/events.md#event-website. */
const NOT_IN_URLS = /[\s"<>\\^`{}]/g;

/**
 * Removes characters that no address contains, and encodes quotes, so that the address cannot end a quoted
 * attribute.
 */
export const toWebsite = (url: string): string => encodeQuotes(url.replace(NOT_IN_URLS, ""));

/** Returns an equivalent spelling of the address without `'`. */
export const encodeQuotes = (url: string): string => url.replaceAll("'", "%27");

const OCTET = /^%[0-9a-f]{2}$/i;

/** Removes percent-encoded octets, also those that form when another one is removed. */
const withoutOctets = (text: string): string => {
  if (!text.includes("%")) return text;
  const kept: string[] = [];
  for (const character of text) {
    kept.push(character);
    if (kept.at(-3) === "%" && OCTET.test(kept.slice(-3).join(""))) kept.length -= 3;
  }
  return kept.join("");
};

/** Returns a detail in its stored form. Source: rules/venues-organizers.md#detail-texts. */
export const toDetail = (text: string): string => toPlainText(withoutOctets(text));

/** Returns cleaned HTML as one line: each tag and each run of white space becomes a blank. */
export const toLine = (html: string): string =>
  html
    .replace(/<[^<>]*>/g, " ")
    // Single blanks are the normal case and need no replacement.
    .replace(/ \s+|[^\S ]\s*/g, " ")
    .trim();
