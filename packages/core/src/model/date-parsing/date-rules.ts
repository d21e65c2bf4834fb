import type { CalendarParts } from "./date-reading.ts";
import { MONTH_NAME, monthNumber, type Rule, rule } from "./words.ts";

/**
 * Lookahead for the end of a date. A blank, `t` with a time, `z` or an offset may follow, but no more digits.
 */
const DATE_END = "(?!\\d|[/.]\\d|[a-su-y])";
const YEAR_END = "(?![\\d:]|[a-su-y])";
const WORD_END = "(?![a-z0-9])";
const YEAR = "(?<year>\\d{4})";
const MONTH = "(?<month>\\d{1,2})";
const DAY = "(?<day>\\d{1,2})";
const NTH = `${DAY}(?:st|nd|rd|th)?`;
const NAME = `(?<name>${MONTH_NAME})`;

/** Converts a year of two digits to a year from 1970 to 2069. */
const fullYear = (digits: string): number => {
  const year = Number(digits);
  if (digits.length > 2) return year;
  return year < 70 ? 2000 + year : 1900 + year;
};

/**
 * Returns the date that a rule has matched. A month with a year but without a day means the first day of the
 * month.
 */
const toDate: Rule["read"] = ({ year, month, name, day = year && "1" }) => {
  const date = {
    month: name === undefined ? Number(month) : monthNumber(name),
    ...(year !== undefined && { year: fullYear(year) }),
    ...(day !== undefined && { day: Number(day) }),
  };
  return date.month > 12 || (date.day ?? 0) > 31 ? undefined : { date };
};

/**
 * Returns the date of a day in an ISO week. The day counts from 1 for Monday. Week 1 is the week that
 * contains 4 January.
 */
const isoWeekDate = (year: number, week: number, day: number): CalendarParts | undefined => {
  if (week < 1 || week > 53) return undefined;
  const fourth = new Date(Date.UTC(year + 400, 0, 4)).getUTCDay() || 7;
  const meant = new Date(Date.UTC(year + 400, 0, 4 - fourth + day + (week - 1) * 7));
  return { year: meant.getUTCFullYear() - 400, month: meant.getUTCMonth() + 1, day: meant.getUTCDate() };
};

/**
 * Rules for dates in digits and with month names.
 * Source: rules/dates.md#numeric-dates, rules/dates.md#month-names.
 */
export const DATE_RULES: readonly Rule[] = [
  rule(`${YEAR}(?<separator>[-/])${MONTH}\\k<separator>${DAY}${DATE_END}`, toDate),
  rule(`${YEAR}(?<month>\\d{2})(?<day>\\d{2})(?= |t\\d)`, toDate),
  rule(`${MONTH}/${DAY}/(?<year>\\d{4}|\\d{2})${DATE_END}`, toDate),
  rule(`${MONTH}/${DAY}(?![\\d/a-z])`, toDate),
  rule(`${DAY}(?<separator>[-.])${MONTH}\\k<separator>${YEAR}${DATE_END}`, toDate),
  rule(`(?<year>\\d{2})-${MONTH}-${DAY}${DATE_END}`, toDate),
  rule(`${YEAR}-?w(?<week>\\d{2})(?:-?(?<day>[1-7]))?${DATE_END}`, ({ year, week, day = "1" }) => {
    const date = isoWeekDate(Number(year), Number(week), Number(day));
    return date && { date };
  }),
  rule(`${YEAR}-(?<month>\\d{2})(?![\\d-]|[a-z])`, toDate),
  rule(`${NTH}[ .-]*(?:of )?${NAME}\\.?(?:[ ,.]*|-)${YEAR}${YEAR_END}`, toDate),
  rule(`${DAY}-${NAME}-(?<year>\\d{2})${YEAR_END}`, toDate),
  rule(`${NAME}\\.?[ .-]*${NTH}(?:[ ,.]+|-)${YEAR}${YEAR_END}`, toDate),
  rule(`${YEAR}[ .-]*${NAME}\\.?[ .-]*${NTH}(?![a-su-y0-9:])`, toDate),
  rule(`${NAME}\\.?(?:[ ,.]*|-)${YEAR}${YEAR_END}`, toDate),
  rule(`${YEAR}[ .-]*${NAME}${WORD_END}`, toDate),
  rule(`${NTH}[ .-]*(?:of )?${NAME}${WORD_END}\\.?`, toDate),
  rule(`${NAME}\\.?[ -]?${NTH}(?![a-z0-9:]|\\.\\d| ?[ap]\\.?m)`, toDate),
  rule(`${NAME}${WORD_END}\\.?`, toDate),
];
