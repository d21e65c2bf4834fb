/** Matches a text of only white space and invisible formatting characters. */
const BLANK = /^[\s\p{Zs}\p{Cf}]*$/u;

/** True if the text has no visible character. Source: rules/choices.md#blank-texts. */
export const isBlank = (text: string): boolean => BLANK.test(text);

/**
 * Maximum number of combining marks in a row; no writing system needs more on one letter.
 * Unicode normalization sorts the marks of a letter in quadratic time. Without a limit, one text could keep
 * the server busy for seconds.
 */
const MAX_MARKS = 100;

const LONG_RUN = new RegExp(`(?<!\\p{M})\\p{M}{${MAX_MARKS + 1}}`, "u");
const SURPLUS = new RegExp(`(?<!\\p{M})(\\p{M}{${MAX_MARKS}})\\p{M}+`, "gu");

/** True if the text has more than `MAX_MARKS` combining marks in a row. */
export const hasTooManyMarks = (text: string): boolean => LONG_RUN.test(text);

/**
 * Removes combining marks beyond `MAX_MARKS`, so that normalization is cheap. Used for texts that were
 * converted after `checkText` and may exceed the limit again.
 */
export const withoutSurplusMarks = (text: string): string =>
  hasTooManyMarks(text) ? text.replace(SURPLUS, "$1") : text;

/**
 * ASCII replacements of lower-case Latin letters that Unicode does not decompose into a letter and a mark.
 */
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

/**
 * Removes the characters that match `unwanted` from both ends of a text. It takes linear time; a regular
 * expression with `$` could take quadratic time.
 */
export const trimCharacters = (text: string, unwanted: RegExp): string => {
  let [start, end] = [0, text.length];
  while (start < end && unwanted.test(text.charAt(start))) start += 1;
  while (end > start && unwanted.test(text.charAt(end - 1))) end -= 1;
  return text.slice(start, end);
};
