import { trigrams } from "@kalends/core/storage";
import type { Filter } from "./clauses.ts";

/**
 * Number of different hash values of trigrams.
 * A search first finds texts by these hash values, and then compares the texts. The number is small enough to
 * limit the hash values of a very long text. It is large enough that few texts are compared without a match.
 */
const GRAMS = 2 ** 16;
/**
 * Maximum number of trigrams of a search, but at least one for each fragment. The server tries one query plan
 * for each trigram.
 */
const MAX_GRAMS = 8;

/** Returns the hash value of a trigram: FNV-1a over its code points. */
const toNumber = (one: number, two: number, three: number): number => {
  let hash = Math.imul(0x811c9dc5 ^ one, 0x01000193);
  hash = Math.imul(hash ^ two, 0x01000193);
  hash = Math.imul(hash ^ three, 0x01000193);
  return ((hash >>> 16) ^ hash) & (GRAMS - 1);
};

const toCodePoints = (text: string): readonly number[] =>
  Array.from(text, (character) => character.codePointAt(0) ?? 0);

/**
 * Returns the hash values of all trigrams in these texts, without duplicates. `trigrams` of the core defines
 * them.
 */
export const toGrams = (texts: readonly string[]): readonly number[] => {
  const found = new Set<number>();
  for (const points of texts.map(toCodePoints))
    for (let at = 2; at < points.length; at += 1)
      found.add(toNumber(points[at - 2] ?? 0, points[at - 1] ?? 0, points[at] ?? 0));
  return [...found];
};

/** Escapes all characters that have a meaning in regular expressions. */
export const escaped = (fragment: string): string => fragment.replace(/[\\^$.*+?()[\]{}|/#-]/g, "\\$&");

/**
 * Returns a condition that limits a search to texts that may contain these fragments. Returns an empty list
 * if all fragments are too short for trigrams.
 */
const mayHold = (fragments: readonly string[]): readonly Filter[] => {
  const most = Math.max(1, Math.floor(MAX_GRAMS / fragments.length));
  const grams = toGrams(fragments.flatMap((fragment) => trigrams(fragment, most)));
  return grams.length === 0 ? [] : [{ "derived.grams": { $all: grams } }];
};

/** Condition that the text of the event contains every fragment of `all` and no fragment of `none`. */
export const textHolds = (all: readonly string[], none: readonly string[]): readonly Filter[] => [
  ...mayHold(all),
  ...all.map((fragment) => ({ "derived.text": { $regex: escaped(fragment) } })),
  ...none.map((fragment) => ({ "derived.text": { $not: { $regex: escaped(fragment) } } })),
];

/** Condition that one of the searched fields of a venue or organizer contains every fragment. */
export const fieldHolds = (fragments: readonly string[]): readonly Filter[] =>
  fragments.length === 0
    ? []
    : [
        ...mayHold(fragments),
        // A field is a single line, so a dot matches each of its characters.
        {
          "derived.fields": {
            $regex: `^${fragments.map((fragment) => `(?=.*${escaped(fragment)})`).join("")}`,
            $options: "s",
          },
        },
      ];
