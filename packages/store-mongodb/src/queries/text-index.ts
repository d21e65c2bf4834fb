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
const toNumber = (one: number, two: number, three: number): number => {
  let hash = Math.imul(0x811c9dc5 ^ one, 0x01000193);
  hash = Math.imul(hash ^ two, 0x01000193);
  hash = Math.imul(hash ^ three, 0x01000193);
  return ((hash >>> 16) ^ hash) & (GRAMS - 1);
};

const toCodePoints = (text: string): readonly number[] =>
  Array.from(text, (character) => character.codePointAt(0) ?? 0);

/** The numbers of the trigrams that occur in these texts, each once; those that `trigrams` of the core cuts out one by one. */
export const toGrams = (texts: readonly string[]): readonly number[] => {
  const found = new Set<number>();
  for (const points of texts.map(toCodePoints))
    for (let at = 2; at < points.length; at += 1)
      found.add(toNumber(points[at - 2] ?? 0, points[at - 1] ?? 0, points[at] ?? 0));
  return [...found];
};

/** Every character for itself. */
export const escaped = (fragment: string): string => fragment.replace(/[\\^$.*+?()[\]{}|/#-]/g, "\\$&");

/** Narrows to the texts that may hold these fragments; nothing when all are too short for that. */
const mayHold = (fragments: readonly string[]): readonly Filter[] => {
  const most = Math.max(1, Math.floor(MAX_GRAMS / fragments.length));
  const grams = toGrams(fragments.flatMap((fragment) => trigrams(fragment, most)));
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
