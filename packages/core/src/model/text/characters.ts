/** White space of all kinds, and formatting characters: all invisible. */
const BLANK = /^[\s\p{Zs}\p{Cf}]*$/u;

/** Whether the text has no visible character. Source: rules/choices.md#blank-texts. */
export const isBlank = (text: string): boolean => BLANK.test(text);

/**
 * More combining marks in a row than any script stacks on a letter. Normalising sorts the marks of a letter in quadratic time:
 * without a limit one text of marks keeps the server busy for seconds.
 */
const MOST_MARKS = 100;

const LONG_RUN = new RegExp(`(?<!\\p{M})\\p{M}{${MOST_MARKS + 1}}`, "u");
const SURPLUS = new RegExp(`(?<!\\p{M})(\\p{M}{${MOST_MARKS}})\\p{M}+`, "gu");

/** Whether the text has more marks on one letter than any script. */
export const hasTooManyMarks = (text: string): boolean => LONG_RUN.test(text);

/** The text without surplus marks, so that normalising it is cheap: for texts joined from checked pieces. */
export const withoutSurplusMarks = (text: string): string =>
  hasTooManyMarks(text) ? text.replace(SURPLUS, "$1") : text;

/** Latin letters in lower case that are no letter with a mark, and what stands for them in ASCII. */
export const FOLDED_LETTERS: Readonly<Record<string, string>> = {
  ß: "ss",
  æ: "ae",
  œ: "oe",
  ø: "o",
  đ: "d",
  ð: "d",
  þ: "th",
  ł: "l",
  ħ: "h",
  ı: "i",
  ŋ: "n",
};

/** Without the characters at its ends that match. In linear time, unlike a pattern for the end of a text. */
export const trimCharacters = (text: string, unwanted: RegExp): string => {
  let [start, end] = [0, text.length];
  while (start < end && unwanted.test(text.charAt(start))) start += 1;
  while (end > start && unwanted.test(text.charAt(end - 1))) end -= 1;
  return text.slice(start, end);
};
