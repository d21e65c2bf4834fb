import { decodeHTML } from "entities";
import type { CalendarEvent } from "../event.ts";
import type { Image } from "../image.ts";
import type { Organizer } from "../organizer.ts";
import type { Venue } from "../venue.ts";
import { FOLDED_LETTERS, withoutSurplusMarks } from "./characters.ts";
import { toLine } from "./plain-text.ts";

/**
 * Conditions of a text search: every entry of `all` must occur in the text, and no entry of `none` may occur.
 * Entries are folded like `eventSearchText`, and never empty.
 */
export interface TextSearch {
  readonly all: readonly string[];
  readonly none: readonly string[];
}

/**
 * Matches a Latin, Greek or Cyrillic letter with its marks, which are removed. In other scripts, marks
 * distinguish words and are kept.
 */
const MARKED_LETTERS = /([\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}])\p{M}+/gu;

/** Matches ASCII texts, in which only letter case must be folded. */
const ASCII = /^[\0-\x7f]*$/;

/**
 * Maximum number of words in a search. A search text with more words is searched as one phrase.
 * Source: rules/events.md#event-search.
 */
const MAX_WORDS = 9;

/**
 * Returns the form of a text in which it is searched and compared. The form ignores letter case, character
 * width, ligatures, and accents of Latin, Greek and Cyrillic letters. Every store applies it both to the
 * search text and to the stored text.
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

/** Matches letters that most keyboards lack, and characters that programs use instead of an apostrophe. */
const SPELLING_VARIANTS = /[æœøđðþłħıŋ\u2018\u2019\u02bc]/g;

/**
 * Folds a text like `foldText`, and also replaces special letters and apostrophes by the characters that
 * people type. Used only for searches.
 * Source: rules/choices.md#folded-text.
 */
const foldSearched = (text: string): string =>
  foldText(text).replace(SPELLING_VARIANTS, (character) => FOLDED_LETTERS[character] ?? "'");

/**
 * Returns the form of a venue's or organizer's name or description in which it is compared to find
 * duplicates.
 */
export const foldName = (text: string): string => foldText(text.trim());

const WHITE_SPACE = /\s+/g;

/**
 * Converts HTML to the text that people read, folded for searches.
 * White space is collapsed last, because decoding entities and folding can produce more of it.
 */
export const toSearchable = (html: string): string => {
  const line = toLine(html);
  return foldSearched(line.includes("&") ? decodeHTML(line) : line)
    .replace(WHITE_SPACE, " ")
    .trim();
};

/**
 * Returns the text that event searches read: title, excerpt and description as folded plain text, one line
 * each.
 */
export const eventSearchText = (event: CalendarEvent): string =>
  [event.title, event.excerpt, event.description].map(toSearchable).join("\n");

const searchFields = (texts: readonly string[]): readonly string[] =>
  texts.map(toSearchable).filter((field) => field !== "");

/**
 * Returns the folded texts of those fields of a venue that a search reads. Empty texts are left out.
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

/** Returns the folded texts of those fields of an organizer that a search reads. Empty texts are left out. */
export const organizerSearchFields = (organizer: Organizer): readonly string[] => {
  const { name, description, excerpt, phone, email, website } = organizer;
  return searchFields([name, description, excerpt, phone, email, website]);
};

/** Matches the parts that the calendar adds to the words of a file name: id, token and extension. */
const NAME_ENDING = /-\d+-[0-9a-z]+\.\w{1,5}$|\.\w{1,5}$/i;

/** Returns the words of the file name in an image's URL. Percent escapes are not decoded. */
const fileWords = (url: string): string =>
  (/[^/]*$/.exec(url.replace(/[?#].*$/s, ""))?.[0] ?? "").replace(NAME_ENDING, "");

/**
 * Returns the folded texts of those fields of an image that a search reads: file name, title, alternative
 * text and credit. Empty texts are left out.
 * Source: rules/images.md#image-filters.
 */
export const imageSearchFields = ({
  url,
  title = "",
  alt = "",
  credit = "",
}: Pick<Image, "url" | "title" | "alt" | "credit">): readonly string[] =>
  searchFields([fileWords(url), title, alt, credit]);

/**
 * Matches one part of a search text: an optional minus sign, then a word or a quoted phrase. A phrase without
 * a closing quote ends with the text. A minus sign without a word after it counts as a word.
 */
const WORDS = /(-?)(?:"([^"]*)(?:"|$)|([^\s"]+))/g;

/**
 * Parses the search text of an event list.
 * Words and quoted phrases must occur in the event; those with a leading `-` must not occur. A text with more
 * than `MAX_WORDS` words and phrases, or with none, is searched as one phrase.
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
 * Splits the search text of a list of venues, organizers or images into folded fragments, at all characters
 * except letters, marks, digits and `-`.
 */
export const toSearchFragments = (text: string): readonly string[] => nonEmpty(text.split(NOT_IN_FRAGMENTS));

const nonEmpty = (texts: readonly string[]): readonly string[] => [
  ...new Set(
    texts.map((text) => foldSearched(text).replace(WHITE_SPACE, " ").trim()).filter((text) => text !== ""),
  ),
];

/** Length in characters of the fragments that the text indexes of stores contain. */
const TRIGRAM = 3;

/**
 * Returns every sequence of three characters in a text. If there are more than `maximum` sequences, it
 * returns `maximum` of them, spread evenly over the text. Neighbouring sequences are similar, so the omitted
 * ones would add little to a search.
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
