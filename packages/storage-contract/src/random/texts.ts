import { foldText } from "@kalends/core";

/**
 * Words that records are named with: case, accents, ligatures, several scripts, and every character that means something
 * to a LIKE pattern, a full-text query, SQL, JSON, a regular expression or an operator object.
 */
export const WORDS: readonly string[] = [
  "Concert concerto CAFÉ cafe\u0301 Straße STRASSE ﬁne Ångström İstanbul ＡＢＣ abc ab a b 100% 100",
  'a_b axb snake_case "quoted" O\'Brien back\\slash star* ^caret -minus NEAR AND OR NOT title:x',
  "(paren) {brace} [x-z]+ $gt semi; -- ? Ελλάς ΕΛΛΑΣ Привет ёлка עברית العربية हिन्दी हनद 日本語 がくせい",
  "かくせい カフェ 한국어 ไทย 😀 👩‍👩‍👧 no\u00a0break line\nbreak <b>bold</b> &amp;",
].flatMap((line) => line.split(" "));

/** A small reproducible generator: numbers from 0 (inclusive) to `below` (exclusive). */
export const createDice = (seed: number): ((below: number) => number) => {
  let state = seed;
  return (below) => {
    // Numerical Recipes' linear congruence; its upper bits are good enough to scatter test data.
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
};

/** A piece of a folded text that can be searched: never empty, never with blanks at its ends. */
const piece = (text: string, start: number, length: number): string =>
  foldText([...text].slice(start, start + length).join("")).trim();

/** What can be searched: the words, pieces of one and more characters, neighbours, and what no record says. */
export const SEARCHES: readonly string[] = [
  ...new Set(
    [
      ...WORDS.flatMap((word) => {
        const text = foldText(word.replace(/<[^<>]*>/g, " "))
          .replace(/\s+/g, " ")
          .trim();
        return [text, piece(text, 0, 1), piece(text, 0, 2), piece(text, 1, 2), piece(text, 1, 3)];
      }),
      ...["concert concert", "a b", "near(a b)", "a and b", "nobody says this", "x".repeat(200)],
      ...`%% ___ %_% " "" ' '' \\ \\\\ \\% * *** title: ^ -`.split(" "),
    ].filter((text) => text !== ""),
  ),
];
