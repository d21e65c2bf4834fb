import type { NoteAdjustment } from "../../adjustment.ts";
import { type Actor, can } from "../../model/actor.ts";
import { isBlank } from "../../model/text/characters.ts";
import type { HtmlCleaner } from "../../ports/html-cleaner.ts";

/** How texts of records are stored. Source: 10-events section 10.2, 20-venues section 3, 90-decisions P21 and P25. */
export interface Texts {
  /** Descriptions and excerpts: HTML, cleaned unless the actor may write anything. */
  html(text: string, actor: Actor): string;
  /** Titles and names: trimmed; unsafe tags removed, `&` as written; `""` when nothing is left to be seen. */
  name(text: string, actor: Actor): string;
  /** Notes HTML of which cleaning took something out; another spelling of the same counts as stored. */
  noteHtml(
    note: NoteAdjustment,
    parameter: string,
    texts: { readonly sent: string; readonly stored: string },
  ): void;
  /** Addresses, numbers and the like: plain text without percent-encoded octets. */
  detail(text: string): string;
  /** The address of a website without characters that no address has, `'` as `%27`; other octets stay. */
  website(text: string): string;
}

/** A tag as browsers see one; `<` before anything else is text. */
const TAG = /<[a-z/!?][^<>]*>/gi;

const RAW = /<(\/?)(script|style)(?=[\s/>])[^<>]*>/gi;

/** Scripts and styles go with what is between their tags; one that is never closed loses its tag alone. */
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

/** Plain text on one line: tags removed, white space collapsed. */
export const toPlainLine = (text: string): string =>
  withoutScripts(text).replace(TAG, "").replace(/\s+/g, " ").trim();

/** As stored details are: plain text that no page takes for markup. */
export const toPlainText = (text: string): string => toPlainLine(text).replace(TAG_START, "&lt;");

/** The name of a term: plain text; `""` when there is nothing to be seen in it. */
export const toTermName = (text: string): string => {
  const line = toPlainLine(text);
  return isBlank(line) ? "" : line;
};

/**
 * What begins a tag for browsers, although it is not closed or only came about when another one was taken out. Clients put
 * details into pages as they come.
 */
const TAG_START = /<(?=[a-z/!?])/gi;

/** In no address. Source: 10-events section 10.6. */
const NOT_IN_URLS = /[\s"<>\\^`{}]/g;

/** An address without characters that no address has, and that ends no quoted attribute of a page. */
export const toWebsite = (url: string): string => encodeQuotes(url.replace(NOT_IN_URLS, ""));

/** Another spelling of the same address. */
export const encodeQuotes = (url: string): string => url.replaceAll("'", "%27");

const OCTET = /^%[0-9a-f]{2}$/i;

/** What closes up to another octet goes too. Source: 20-venues section 3. */
const withoutOctets = (text: string): string => {
  if (!text.includes("%")) return text;
  const kept: string[] = [];
  for (const character of text) {
    kept.push(character);
    if (kept.at(-3) === "%" && OCTET.test(kept.slice(-3).join(""))) kept.length -= 3;
  }
  return kept.join("");
};

export const createTexts = ({ htmlCleaner }: { readonly htmlCleaner: HtmlCleaner }): Texts => {
  const html: Texts["html"] = (text, actor) =>
    can(actor, "unfiltered_html") ? text : htmlCleaner.clean(text);
  return {
    html,
    name: (text, actor) => {
      const trimmed = text.trim();
      if (!trimmed.includes("<")) return isBlank(trimmed) ? "" : trimmed;
      const cleaned = html(trimmed, actor).trim();
      return isBlank(toPlainLine(cleaned)) ? "" : cleaned;
    },
    noteHtml(note, parameter, { sent, stored }) {
      if (stored.trim() !== sent.trim() && !htmlCleaner.keepsAll(sent, stored))
        note(parameter, "html-cleaned");
    },
    detail: (text) => toPlainText(withoutOctets(text)),
    website: (text) => toWebsite(toPlainLine(text)),
  };
};
