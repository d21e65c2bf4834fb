/** White space of all kinds, and characters that only say how others are written: nobody sees any of them. */
const BLANK = /^[\s\p{Zs}\p{Cf}]*$/u;

/** Whether there is nothing to see in the text. Source: 90-decisions P25. */
export const isBlank = (text: string): boolean => BLANK.test(text);

/**
 * More marks in a row than any writing stacks on a letter. Normalising sorts the marks of a letter, which takes the square
 * of their number: without a limit one text of marks alone keeps the server busy for seconds.
 */
const MOST_MARKS = 100;

const LONG_RUN = new RegExp(`(?<!\\p{M})\\p{M}{${MOST_MARKS + 1}}`, "u");
const SURPLUS = new RegExp(`(?<!\\p{M})(\\p{M}{${MOST_MARKS}})\\p{M}+`, "gu");

/** Whether the text has so many marks on one letter that it can only be meant to do harm. */
export const hasTooManyMarks = (text: string): boolean => LONG_RUN.test(text);

/** The text without surplus marks, which can be normalised: for texts that are put together from harmless pieces. */
export const withoutSurplusMarks = (text: string): string =>
  hasTooManyMarks(text) ? text.replace(SURPLUS, "$1") : text;

/** Without the characters at its ends that match; takes time in proportion to the length, as no pattern for the end of a text does. */
export const trimCharacters = (text: string, unwanted: RegExp): string => {
  let [start, end] = [0, text.length];
  while (start < end && unwanted.test(text.charAt(start))) start += 1;
  while (end > start && unwanted.test(text.charAt(end - 1))) end -= 1;
  return text.slice(start, end);
};
