import type { DateReading, Shift } from "./date-reading.ts";

const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
const WEEKDAYS = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"];

/** Source of a regular expression for English month names in lower case, complete or abbreviated. */
export const MONTH_NAME: string =
  "(?:january|february|march|april|june|july|august|september|october|november|december|sept|" +
  `${MONTHS.join("|")})`;
export const WEEKDAY: string =
  "(?<weekday>sunday|monday|tuesday|wednesday|thursday|friday|saturday|tues|wednes|thurs|thur|" +
  `${WEEKDAYS.join("|")})`;
export const UNIT = "(?<unit>seconds?|secs?|minutes?|mins?|hours?|days?|weeks?|fortnights?|months?|years?)";
export const ORDINAL = "(?:first|second|third|fourth|fifth|last)";

const ONE_TO_SIX = ["one", "two", "three", "four", "five", "six"];
const AMOUNTS = [...ONE_TO_SIX, "seven", "eight", "nine", "ten", "eleven", "twelve"];

/** Source of a regular expression for a number from one to twelve in words; `a` and `an` also match. */
export const AMOUNT: string = `(?<amount>an?|${AMOUNTS.join("|")})`;

/** Returns the number that a word means; `a` and `an` mean 1. */
export const amountNumber = (word: string): number => Math.max(AMOUNTS.indexOf(word), 0) + 1;

/** Returns the number of a month by its English name, from 1. */
export const monthNumber = (word: string): number => MONTHS.indexOf(word.slice(0, 3)) + 1;

/** Returns the number of a weekday by its English name; Sunday is 0. */
export const weekdayNumber = (word: string): number => WEEKDAYS.indexOf(word.slice(0, 3));

/** Returns the position that an ordinal word means: 1 for `first`, -1 for `last`. */
export const ordinalNumber = (word: string): number =>
  word === "last" ? -1 : ["first", "second", "third", "fourth", "fifth"].indexOf(word) + 1;

const UNITS: Readonly<Record<string, Shift>> = {
  sec: { months: 0, days: 0, seconds: 1 },
  min: { months: 0, days: 0, seconds: 60 },
  hou: { months: 0, days: 0, seconds: 3600 },
  day: { months: 0, days: 1, seconds: 0 },
  wee: { months: 0, days: 7, seconds: 0 },
  for: { months: 0, days: 14, seconds: 0 },
  mon: { months: 1, days: 0, seconds: 0 },
  yea: { months: 12, days: 0, seconds: 0 },
};

/** Returns the shift by a number of units of time, such as 5 `days`. */
export const shiftBy = (amount: number, unit: string): Shift => {
  const { months = 0, days = 0, seconds = 0 } = UNITS[unit.slice(0, 3)] ?? {};
  return { months: amount * months, days: amount * days, seconds: amount * seconds };
};

/** Rule that parses one part of a date text. */
export interface Rule {
  /** Matches the part at the beginning of the text. */
  readonly pattern: RegExp;
  /**
   * Returns the meaning of the part, given the named groups of the match. Returns `undefined` if the part is
   * impossible, such as month 13.
   */
  readonly read: (groups: Readonly<Record<string, string | undefined>>) => DateReading | undefined;
}

export const rule = (source: string, read: Rule["read"]): Rule => ({
  pattern: new RegExp(`^(?:${source})`),
  read,
});
