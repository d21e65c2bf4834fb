import { trigrams } from "@kalends/core";
import type { Filter } from "./clauses.ts";

/*
 * Texts are found by their trigrams, each as a number; what these lead to is looked into. The numbers are few enough that
 * even the longest text has a bounded list of them, and many enough that hardly a text is looked into for nothing.
 */
const GRAMS = 2 ** 16;
/** As many trigrams of a search narrow enough: each is one more plan for the server to try. */
const MAX_GRAMS = 8;

/** FNV-1a over code points. */
const toNumber = (trigram: string): number => {
  let hash = 0x811c9dc5;
  for (const character of trigram) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
  return ((hash >>> 16) ^ hash) & (GRAMS - 1);
};

/** The numbers of the trigrams that occur in these texts, each once: of all, or of so many of each text at most. */
export const toGrams = (texts: readonly string[], most?: number): readonly number[] => [
  ...new Set(texts.flatMap((text) => trigrams(text, most).map(toNumber))),
];

/** Every character for itself. */
export const escaped = (fragment: string): string => fragment.replace(/[\\^$.*+?()[\]{}|/#-]/g, "\\$&");

/** Narrows to the texts that may hold these fragments; nothing when all are too short for that. */
const mayHold = (fragments: readonly string[]): readonly Filter[] => {
  const grams = toGrams(fragments, Math.max(1, Math.floor(MAX_GRAMS / fragments.length)));
  return grams.length === 0 ? [] : [{ "derived.grams": { $all: grams } }];
};

/** Every fragment of `all` occurs in the text of the event, and none of `none`. */
export const textHolds = (all: readonly string[], none: readonly string[]): readonly Filter[] => [
  ...mayHold(all),
  ...all.map((fragment) => ({ "derived.text": { $regex: escaped(fragment) } })),
  ...none.map((fragment) => ({ "derived.text": { $not: { $regex: escaped(fragment) } } })),
];

/** Every fragment occurs in one and the same searched field of the venue or organizer. */
export const fieldHolds = (fragments: readonly string[]): readonly Filter[] =>
  fragments.length === 0
    ? []
    : [
        ...mayHold(fragments),
        // Fields are single lines, which a dot goes all through.
        {
          "derived.fields": {
            $regex: `^${fragments.map((fragment) => `(?=.*${escaped(fragment)})`).join("")}`,
            $options: "s",
          },
        },
      ];
