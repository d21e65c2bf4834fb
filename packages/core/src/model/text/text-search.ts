import { decodeHTML } from "entities";
import type { CalendarEvent } from "../event.ts";
import type { Organizer } from "../organizer.ts";
import type { Venue } from "../venue.ts";
import { FOLDED_LETTERS, withoutSurplusMarks } from "./characters.ts";
import { toLine } from "./plain-text.ts";

/**
 * Search in texts: every entry of `all` and no entry of `none` occurs. Entries are folded like the texts of
 * records, and never empty.
 */
export interface TextSearch {
  readonly all: readonly string[];
  readonly none: readonly string[];
}

/**
 * Latin, Greek and Cyrillic letters lose their marks. In other scripts marks carry meaning, so letters keep
 * them.
 */
const MARKED_LETTERS = /([\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}])\p{M}+/gu;

/** Texts in which only letter case has to be folded. */
const ASCII = /^[\0-\x7f]*$/;

/**
 * Maximum number of words; a text with more is searched as one phrase.
 * Source: rules/events.md#event-search.
 */
const MAX_WORDS = 9;

/**
 * Returns the form in which texts are searched and compared. It ignores case, width, ligatures and the
 * accents of Latin, Greek and Cyrillic letters. Every store uses it for both the query and the text.
 * Source: rules/choices.md#folded-text.
 */
export const foldText = (text: string): string => (ASCII.test(text) ? text.toLowerCase() : foldUnicode(text));

const foldUnicode = (text: string): string =>
  withoutSurplusMarks(text)
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll("ß", "ss")
    .replaceAll("ς", "σ")
    .normalize("NFKD")
    .replace(MARKED_LETTERS, "$1")
    .normalize("NFC");

/** Letters that few keyboards have, and characters that programs use as an apostrophe. */
const SPELLING_VARIANTS = /[æœøđðþłħıŋ\u2018\u2019\u02bc]/g;

/**
 * Folds a text like `foldText`, and also to the spelling that people type. Used only for searches.
 * Source: rules/choices.md#folded-text.
 */
const foldSearched = (text: string): string =>
  foldText(text).replace(SPELLING_VARIANTS, (character) => FOLDED_LETTERS[character] ?? "'");

/**
 * Returns the form in which names and descriptions of venues and organizers are compared to find duplicates.
 */
export const foldName = (text: string): string => foldText(text.trim());

const WHITE_SPACE = /\s+/g;

/**
 * Returns the text as people read it. Trims and collapses white space last, because decoding and folding can
 * produce more.
 */
const toSearchable = (html: string): string => {
  const line = toLine(html);
  return foldSearched(line.includes("&") ? decodeHTML(line) : line)
    .replace(WHITE_SPACE, " ")
    .trim();
};

/**
 * Returns the text in which events are searched: title, excerpt and description as plain text, folded, one
 * line each.
 */
export const eventSearchText = (event: CalendarEvent): string =>
  [event.title, event.excerpt, event.description].map(toSearchable).join("\n");

const searchFields = (texts: readonly string[]): readonly string[] =>
  texts.map(toSearchable).filter((field) => field !== "");

/**
 * Returns the fields that a search of venues looks into, folded and without empty ones.
 * Source: rules/venues-organizers.md#linked-search.
 */
export const venueSearchFields = (venue: Venue): readonly string[] =>
  searchFields([
    venue.name,
    venue.description,
    venue.excerpt,
    venue.address,
    venue.city,
    venue.country,
    venue.province,
    venue.state,
    venue.stateProvince,
    venue.zip,
    venue.phone,
    venue.website,
  ]);

/** Returns the fields that a search of organizers looks into, folded and without empty ones. */
export const organizerSearchFields = (organizer: Organizer): readonly string[] => {
  const { name, description, excerpt, phone, email, website } = organizer;
  return searchFields([name, description, excerpt, phone, email, website]);
};

/**
 * Optional sign, then a quoted phrase (which the end of the text also closes) or a word. A sign on its own is
 * a word.
 */
const WORDS = /(-?)(?:"([^"]*)(?:"|$)|([^\s"]+))/g;

/**
 * Parses the search text of events: words and quoted phrases. Those with a leading `-` must not occur. If it
 * has more than nine, or none, the whole text is one phrase.
 * Source: rules/events.md#event-search.
 */
export const toTextSearch = (text: string): TextSearch => {
  const words = [...text.matchAll(WORDS)].map(([, sign, phrase, word = ""]) => ({
    excluded: sign === "-",
    text: phrase ?? word,
  }));
  const all = nonEmpty(words.filter(({ excluded }) => !excluded).map((word) => word.text));
  const none = nonEmpty(words.filter(({ excluded }) => excluded).map((word) => word.text));
  const isPhrase = words.length > MAX_WORDS || all.length + none.length === 0;
  return isPhrase ? { all: nonEmpty([text]), none: [] } : { all, none };
};

const NOT_IN_FRAGMENTS = /[^\p{L}\p{M}\p{N}-]+/u;

/**
 * Parses the search text of venues and organizers into fragments, split at all characters but letters, digits
 * and `-`.
 */
export const toSearchFragments = (text: string): readonly string[] => nonEmpty(text.split(NOT_IN_FRAGMENTS));

const nonEmpty = (texts: readonly string[]): readonly string[] => [
  ...new Set(
    texts.map((text) => foldSearched(text).replace(WHITE_SPACE, " ").trim()).filter((text) => text !== ""),
  ),
];

/** Length of a trigram in characters; text indexes consist of trigrams. */
const TRIGRAM = 3;

/**
 * Returns every three consecutive characters. If there are more than `most`, returns that many, spread evenly
 * over the text, because neighbours are similar.
 */
export const trigrams = (text: string, maximum: number = Number.POSITIVE_INFINITY): readonly string[] => {
  const characters = [...text];
  const all = Math.max(0, characters.length - TRIGRAM + 1);
  const count = Math.min(all, maximum);
  const step = count > 1 ? (all - 1) / (count - 1) : 0;
  return Array.from({ length: count }, (_, part) => {
    const at = Math.round(part * step);
    return characters.slice(at, at + TRIGRAM).join("");
  });
};
