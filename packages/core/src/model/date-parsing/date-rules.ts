import type { CalendarParts } from "./date-reading.ts";
import { MONTH, monthNumber, type Rule, rule } from "./words.ts";

/** What may follow a date: a blank, `t` and a time, `z`, an offset; no further digits. */
const DATE_END = "(?!\\d|[/.]\\d|[a-su-y])";
const YEAR_END = "(?![\\d:]|[a-su-y])";
const WORD_END = "(?![a-z0-9])";
const NTH = "(\\d{1,2})(?:st|nd|rd|th)?";

const calendar = (year: number | undefined, month: number, day?: number) =>
  month > 12 || (day ?? 0) > 31 ? undefined : { date: dateParts(year, month, day) };

const dateParts = (year: number | undefined, month: number, day: number | undefined): CalendarParts => ({
  month,
  ...(year !== undefined && { year }),
  ...(day !== undefined && { day }),
});

/** Two digits mean 1970 to 2069. */
const fullYear = (digits: string): number => {
  const year = Number(digits);
  if (digits.length > 2) return year;
  return year < 70 ? 2000 + year : 1900 + year;
};

/** The Monday-first day (1 to 7) of an ISO week; week 1 holds 4 January. */
const isoWeekDate = (year: number, week: number, day: number): CalendarParts | undefined => {
  if (week < 1 || week > 53) return undefined;
  const fourth = new Date(Date.UTC(year + 400, 0, 4)).getUTCDay() || 7;
  const meant = new Date(Date.UTC(year + 400, 0, 4 - fourth + day + (week - 1) * 7));
  return { year: meant.getUTCFullYear() - 400, month: meant.getUTCMonth() + 1, day: meant.getUTCDate() };
};

/** Dates in figures. Source: 70-dates section 2, rows 1 and 4. */
const NUMERIC: readonly Rule[] = [
  rule(`(\\d{4})([-/])(\\d{1,2})\\2(\\d{1,2})${DATE_END}`, ([year = "", , month, day]) =>
    calendar(Number(year), Number(month), Number(day)),
  ),
  rule("(\\d{4})(\\d{2})(\\d{2})(?= |t\\d)", ([year, month, day]) =>
    calendar(Number(year), Number(month), Number(day)),
  ),
  rule(`(\\d{1,2})/(\\d{1,2})/(\\d{4}|\\d{2})${DATE_END}`, ([month, day, year = ""]) =>
    calendar(fullYear(year), Number(month), Number(day)),
  ),
  rule("(\\d{1,2})/(\\d{1,2})(?![\\d/a-z])", ([month, day]) =>
    calendar(undefined, Number(month), Number(day)),
  ),
  rule(`(\\d{1,2})([-.])(\\d{1,2})\\2(\\d{4})${DATE_END}`, ([day, , month, year]) =>
    calendar(Number(year), Number(month), Number(day)),
  ),
  rule(`(\\d{2})-(\\d{1,2})-(\\d{1,2})${DATE_END}`, ([year = "", month, day]) =>
    calendar(fullYear(year), Number(month), Number(day)),
  ),
  rule(`(\\d{4})-?w(\\d{2})(?:-?([1-7]))?${DATE_END}`, ([year, week, day = "1"]) => {
    const date = isoWeekDate(Number(year), Number(week), Number(day));
    return date && { date };
  }),
  rule("(\\d{4})-(\\d{2})(?![\\d-]|[a-z])", ([year, month]) => calendar(Number(year), Number(month), 1)),
];

/** Dates with the name of a month. Source: 70-dates section 2, row 5. */
const NAMED: readonly Rule[] = [
  rule(`${NTH}[ .-]*(?:of )?(${MONTH})\\.?(?:[ ,.]*|-)(\\d{4})${YEAR_END}`, ([day, month = "", year]) =>
    calendar(Number(year), monthNumber(month), Number(day)),
  ),
  rule(`(\\d{1,2})-(${MONTH})-(\\d{2})${YEAR_END}`, ([day, month = "", year = ""]) =>
    calendar(fullYear(year), monthNumber(month), Number(day)),
  ),
  rule(`(${MONTH})\\.?[ .-]*${NTH}(?:[ ,.]+|-)(\\d{4})${YEAR_END}`, ([month = "", day, year]) =>
    calendar(Number(year), monthNumber(month), Number(day)),
  ),
  rule(`(\\d{4})[ .-]*(${MONTH})\\.?[ .-]*${NTH}(?![a-su-y0-9:])`, ([year, month = "", day]) =>
    calendar(Number(year), monthNumber(month), Number(day)),
  ),
  rule(`(${MONTH})\\.?(?:[ ,.]*|-)(\\d{4})${YEAR_END}`, ([month = "", year]) =>
    calendar(Number(year), monthNumber(month), 1),
  ),
  rule(`(\\d{4})[ .-]*(${MONTH})${WORD_END}`, ([year, month = ""]) =>
    calendar(Number(year), monthNumber(month), 1),
  ),
  rule(`${NTH}[ .-]*(?:of )?(${MONTH})${WORD_END}\\.?`, ([day, month = ""]) =>
    calendar(undefined, monthNumber(month), Number(day)),
  ),
  rule(`(${MONTH})\\.?[ -]?${NTH}(?![a-z0-9:]|\\.\\d| ?[ap]\\.?m)`, ([month = "", day]) =>
    calendar(undefined, monthNumber(month), Number(day)),
  ),
  rule(`(${MONTH})${WORD_END}\\.?`, ([month = ""]) => calendar(undefined, monthNumber(month))),
];

export const DATE_RULES: readonly Rule[] = [...NUMERIC, ...NAMED];
