import { isBlank } from "./characters.ts";

/** A tag as browsers see one; `<` before anything else is text. */
const TAG = /<[a-z/!?][^<>]*>/gi;

const RAW = /<(\/?)(script|style)(?=[\s/>])[^<>]*>/gi;

/** Scripts and styles go with what is between their tags; one that is never closed loses only its tag. */
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

/** Plain text on one line: tags removed, white space collapsed. */
export const toPlainLine = (text: string): string =>
  withoutTags(withoutScripts(text)).replace(/\s+/g, " ").trim();

/** As stored details are: plain text that no page takes for markup. */
export const toPlainText = (text: string): string => toPlainLine(text).replace(TAG_START, "&lt;");

/**
 * The name of a term: plain text; `""` when it has no visible character. Applying it to a name changes nothing: a tag that
 * comes about when another one is removed loses its beginning.
 */
export const toTermName = (text: string): string => {
  const line = toPlainLine(text);
  const name = withoutTags(line) === line ? line : line.replace(TAG_STARTS, "");
  return isBlank(name) ? "" : name;
};

const TAG_STARTS = /(?<!<)<+(?=[a-z/!?])/gi;

/**
 * What begins a tag for browsers, although it is not closed or only came about when another one was taken out. Clients put
 * details into pages as they come.
 */
const TAG_START = /<(?=[a-z/!?])/gi;

/** In no address. Source: rules/events.md#event-website. */
const NOT_IN_URLS = /[\s"<>\\^`{}]/g;

/** An address without characters that no address has, and that ends no quoted attribute of a page. */
export const toWebsite = (url: string): string => encodeQuotes(url.replace(NOT_IN_URLS, ""));

/** Another spelling of the same address. */
export const encodeQuotes = (url: string): string => url.replaceAll("'", "%27");

const OCTET = /^%[0-9a-f]{2}$/i;

/** What closes up to another octet goes too. */
const withoutOctets = (text: string): string => {
  if (!text.includes("%")) return text;
  const kept: string[] = [];
  for (const character of text) {
    kept.push(character);
    if (kept.at(-3) === "%" && OCTET.test(kept.slice(-3).join(""))) kept.length -= 3;
  }
  return kept.join("");
};

/** A detail as it is stored. Source: rules/venues-organizers.md#detail-texts. */
export const toDetail = (text: string): string => toPlainText(withoutOctets(text));

/** HTML that was cleaned as one line: a blank for each tag, and for each run of white space. */
export const toLine = (html: string): string =>
  html
    .replace(/<[^<>]*>/g, " ")
    // Single blanks are right already, and nearly all there are.
    .replace(/ \s+|[^\S ]\s*/g, " ")
    .trim();
