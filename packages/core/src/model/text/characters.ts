/** Text of white space and formatting characters only: all invisible. */
const BLANK = /^[\s\p{Zs}\p{Cf}]*$/u;

/** True if the text has no visible character. Source: rules/choices.md#blank-texts. */
export const isBlank = (text: string): boolean => BLANK.test(text);

/**
 * Maximum number of combining marks in a row; more than any script stacks on a letter. Normalization sorts
 * the marks of a letter in quadratic time. Without a limit, one text could keep the server busy for seconds.
 */
const MAX_MARKS = 100;

const LONG_RUN = new RegExp(`(?<!\\p{M})\\p{M}{${MAX_MARKS + 1}}`, "u");
const SURPLUS = new RegExp(`(?<!\\p{M})(\\p{M}{${MAX_MARKS}})\\p{M}+`, "gu");

/** True if a letter in the text has more marks than any script uses. */
export const hasTooManyMarks = (text: string): boolean => LONG_RUN.test(text);

/**
 * Returns the text without surplus marks, so that normalization is cheap. Used for texts joined from checked
 * pieces.
 */
export const withoutSurplusMarks = (text: string): string =>
  hasTooManyMarks(text) ? text.replace(SURPLUS, "$1") : text;

/** Lower-case Latin letters that do not decompose into a letter and a mark, with their ASCII replacement. */
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

/** Removes matching characters from both ends. Takes linear time, unlike a pattern for the end of a text. */
export const trimCharacters = (text: string, unwanted: RegExp): string => {
  let [start, end] = [0, text.length];
  while (start < end && unwanted.test(text.charAt(start))) start += 1;
  while (end > start && unwanted.test(text.charAt(end - 1))) end -= 1;
  return text.slice(start, end);
};
