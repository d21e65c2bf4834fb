import { foldText } from "@kalends/core/storage";

/**
 * Words for names of test records: letter case, accents, ligatures and several scripts. They include all
 * characters with a special meaning in LIKE patterns, full-text queries, SQL, JSON, regular expressions or
 * operator objects.
 */
export const WORDS: readonly string[] = [
  "Concert concerto CAFÉ cafe\u0301 Straße STRASSE ﬁne Ångström İstanbul ＡＢＣ abc ab a b 100% 100",
  'a_b axb snake_case "quoted" O\'Brien back\\slash star* ^caret -minus NEAR AND OR NOT title:x',
  "(paren) {brace} [x-z]+ $gt semi; -- ? Ελλάς ΕΛΛΑΣ Привет ёлка עברית العربية हिन्दी हनद 日本語 がくせい",
  "かくせい カフェ 한국어 ไทย 😀 👩‍👩‍👧 no\u00a0break line\nbreak <b>bold</b> &amp;",
].flatMap((line) => line.split(" "));

/** Creates a small generator of reproducible numbers from 0 up to, but not including, `below`. */
export const createDice = (seed: number): ((below: number) => number) => {
  let state = seed;
  return (below) => {
    // Linear congruential generator of Numerical Recipes. Its upper bits are random enough for test data.
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
};

/** Returns a part of a folded text that can be searched: not empty, and without blanks at its ends. */
const piece = (text: string, start: number, length: number): string =>
  foldText([...text].slice(start, start + length).join("")).trim();

/** Search texts: the words, parts of words, adjacent words, and texts without a match. */
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
