import { decodeHTML } from "entities";
import type { CalendarEvent } from "../event.ts";
import type { Organizer } from "../organizer.ts";
import type { Venue } from "../venue.ts";
import { FOLDED_LETTERS, withoutSurplusMarks } from "./characters.ts";
import { toLine } from "./plain-text.ts";

/**
 * A search in texts: every entry of `all` occurs and none of `none` does. Entries are folded as
 * texts of records are, and never empty.
 */
export interface TextSearch {
  readonly all: readonly string[];
  readonly none: readonly string[];
}

/** Latin, Greek and Cyrillic letters lose their marks; those of other scripts carry meaning in them and keep them. */
const MARKED_LETTERS = /([\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}])\p{M}+/gu;

/** In ASCII there is only case to fold. */
const ASCII = /^[\0-\x7f]*$/;

/** More words than this are looked for as one phrase. Source: rules/events.md#event-search. */
const MAX_WORDS = 9;

/**
 * The form in which texts are searched and compared: case, width, ligatures and the accents of Latin, Greek and
 * Cyrillic letters make no difference. Every store uses it on both sides. Source: rules/choices.md#folded-text.
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

/** Letters that few keyboards have, and what programs write for an apostrophe. */
const TYPED_OTHERWISE = /[æœøđðþłħıŋ\u2018\u2019\u02bc]/g;

/** As `foldText`, and as people type it: for searching alone. Source: rules/choices.md#folded-text. */
const foldSearched = (text: string): string =>
  foldText(text).replace(TYPED_OTHERWISE, (character) => FOLDED_LETTERS[character] ?? "'");

/** The form in which names and descriptions of venues and organizers are compared where duplicates are looked for. */
export const foldName = (text: string): string => foldText(text.trim());

const WHITE_SPACE = /\s+/g;

/** The text as people read it. Decoding and folding can make white space of other characters. */
const toSearchable = (html: string): string => {
  const line = toLine(html);
  return foldSearched(line.includes("&") ? decodeHTML(line) : line)
    .replace(WHITE_SPACE, " ")
    .trim();
};

/** The text in which events are searched: title, excerpt and description as plain text, folded, a line each. */
export const eventSearchText = (event: CalendarEvent): string =>
  [event.title, event.excerpt, event.description].map(toSearchable).join("\n");

const searchFields = (texts: readonly string[]): readonly string[] =>
  texts.map(toSearchable).filter((field) => field !== "");

/** The fields a search of venues looks into, folded, none empty. Source: rules/venues-organizers.md#linked-search. */
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

/** The fields a search of organizers looks into, folded; empty ones left out. */
export const organizerSearchFields = (organizer: Organizer): readonly string[] => {
  const { name, description, excerpt, phone, email, website } = organizer;
  return searchFields([name, description, excerpt, phone, email, website]);
};

/** A sign, and a phrase (which the end of the text closes as well) or a word; a sign of its own is a word. */
const WORDS = /(-?)(?:"([^"]*)(?:"|$)|([^\s"]+))/g;

/**
 * The search text of events, parsed: words and quoted phrases, those with a leading `-` must not occur. More than
 * nine, or none, and the whole text is one phrase. Source: rules/events.md#event-search.
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

/** The search text of venues and organizers, parsed: fragments cut at all but letters, digits and `-`. */
export const toSearchFragments = (text: string): readonly string[] => nonEmpty(text.split(NOT_IN_FRAGMENTS));

const nonEmpty = (texts: readonly string[]): readonly string[] => [
  ...new Set(
    texts.map((text) => foldSearched(text).replace(WHITE_SPACE, " ").trim()).filter((text) => text !== ""),
  ),
];

/** In characters: what an index of texts is made of. */
const TRIGRAM = 3;

/**
 * Every three characters that follow one another; where there are more than `most`, so many, evenly spread over the text:
 * neighbours are much alike.
 */
export const trigrams = (text: string, most: number = Number.POSITIVE_INFINITY): readonly string[] => {
  const characters = [...text];
  const all = Math.max(0, characters.length - TRIGRAM + 1);
  const count = Math.min(all, most);
  const step = count > 1 ? (all - 1) / (count - 1) : 0;
  return Array.from({ length: count }, (_, part) => {
    const at = Math.round(part * step);
    return characters.slice(at, at + TRIGRAM).join("");
  });
};
