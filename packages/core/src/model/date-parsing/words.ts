import type { DateReading, Shift } from "./date-reading.ts";

const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
const WEEKDAYS = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"];

/** Sources of regular expressions for the rules, some with a named group; texts are in lower case. */
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

/** Small numbers in words. */
export const AMOUNT: string = `(?<amount>an?|${AMOUNTS.join("|")})`;

/** `a` and `an` are 1. */
export const amountNumber = (word: string): number => Math.max(AMOUNTS.indexOf(word), 0) + 1;

/** From 1. */
export const monthNumber = (word: string): number => MONTHS.indexOf(word.slice(0, 3)) + 1;

/** From 0, Sunday. */
export const weekdayNumber = (word: string): number => WEEKDAYS.indexOf(word.slice(0, 3));

/** `first` is 1; `last` is -1. */
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

/** So many of a unit of time (`5`, `days`). */
export const shiftBy = (amount: number, unit: string): Shift => {
  const { months = 0, days = 0, seconds = 0 } = UNITS[unit.slice(0, 3)] ?? {};
  return { months: amount * months, days: amount * days, seconds: amount * seconds };
};

/** How one part of a text is read. */
export interface Rule {
  /** Matches at the beginning. */
  readonly pattern: RegExp;
  /** The meaning of the part, from the named groups of the match; `undefined` when it is impossible. */
  readonly read: (groups: Readonly<Record<string, string | undefined>>) => DateReading | undefined;
}

export const rule = (source: string, read: Rule["read"]): Rule => ({
  pattern: new RegExp(`^(?:${source})`),
  read,
});
