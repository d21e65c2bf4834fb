import type { DateReading, Shift } from "./date-reading.ts";

const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
const WEEKDAYS = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"];

/** Regular expression sources for the rules, some with a named group. Texts are in lower case. */
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

/** Numbers from one to twelve in words. */
export const AMOUNT: string = `(?<amount>an?|${AMOUNTS.join("|")})`;

/** Returns the number of an amount word; `a` and `an` are 1. */
export const amountNumber = (word: string): number => Math.max(AMOUNTS.indexOf(word), 0) + 1;

/** Returns the number of a month, from 1. */
export const monthNumber = (word: string): number => MONTHS.indexOf(word.slice(0, 3)) + 1;

/** Returns the number of a weekday, from 0 for Sunday. */
export const weekdayNumber = (word: string): number => WEEKDAYS.indexOf(word.slice(0, 3));

/** Returns the position of an ordinal: 1 for `first`, -1 for `last`. */
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

/** Returns the shift by an amount of a unit of time (`5`, `days`). */
export const shiftBy = (amount: number, unit: string): Shift => {
  const { months = 0, days = 0, seconds = 0 } = UNITS[unit.slice(0, 3)] ?? {};
  return { months: amount * months, days: amount * days, seconds: amount * seconds };
};

/** Rule for one part of a text. */
export interface Rule {
  /** Pattern for the beginning of the text. */
  readonly pattern: RegExp;
  /**
   * Returns the meaning of the part from the named groups of the match, or `undefined` if it is impossible.
   */
  readonly read: (groups: Readonly<Record<string, string | undefined>>) => DateReading | undefined;
}

export const rule = (source: string, read: Rule["read"]): Rule => ({
  pattern: new RegExp(`^(?:${source})`),
  read,
});
