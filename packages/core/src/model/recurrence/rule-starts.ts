import { RRuleTemporal } from "rrule-temporal";
import { CalendarError } from "../../errors.ts";
import { DAY, isRepresentable, millisecondsOf, SECOND, timeIn } from "../time/wall-clock.ts";
import { numbersIn, PERIODS, possibleDays } from "./possible-days.ts";
import { isScaled, type Rule, ruleText } from "./rule.ts";
import { basicText, readWallClock } from "./wall-clock-text.ts";
import { needsOwnYears, startsByYear, timesOfDay } from "./year-starts.ts";

/** Starts that the library is asked for at once, at most. */
const STARTS_PER_WINDOW = 1000;

/** The years that wall clocks can have; the library fails beyond what dates of JavaScript can hold. */
const MAX_SPAN: number = 10_000 * 366 * DAY;

/**
 * The starts of one rule from its first start on, in milliseconds of the wall clock as if it were UTC, ascending, until the
 * last one of the year 9999. `from` may spare the work for earlier ones.
 */
export function* startsOfRule(
  rule: Rule,
  first: number,
  { from = first, until }: { readonly from?: number | undefined; readonly until: number },
): Generator<number> {
  const { COUNT, UNTIL, INTERVAL = "1", RSCALE, SKIP, ...parts } = rule;
  const last = Math.min(until, UNTIL === undefined ? until : untilOf(UNTIL));
  const interval = Math.min(Number(INTERVAL), Math.ceil(MAX_SPAN / PERIODS[rule.FREQ]));
  let left = COUNT === undefined ? Infinity : Number(COUNT);
  // Whoever counts has to see all.
  const begin = COUNT === undefined ? Math.max(from, first) : first;
  const endless: Rule = {
    ...parts,
    ...(isScaled(rule) && { RSCALE, SKIP }),
    INTERVAL: String(interval),
  };
  const starts = isScaled(rule) ? startsInCalendar : needsOwnYears(rule) ? startsByYear : startsByWindow;
  for (const at of starts(endless, first, begin, last)) {
    if (at >= from) yield at;
    left -= 1;
    if (left === 0) return;
  }
}

/** More times of a day than this lie less than an hour apart: no set may have them, but they must be refused in no time. */
const MAX_TIMES = 24;

function* startsByWindow(rule: Rule, first: number, from: number, last: number): Generator<number> {
  const times = timesOfDay(rule, first);
  if (PERIODS[rule.FREQ] < DAY || rule.BYSETPOS !== undefined || times.length <= MAX_TIMES) {
    yield* startsInWindows(rule, first, from, last);
    return;
  }
  const { BYHOUR: _hours, BYMINUTE: _minutes, BYSECOND: _seconds, ...days } = rule;
  const midnight = (at: number): number => at - timeIn(at);
  for (const day of startsInWindows(days, midnight(first), midnight(from), last))
    for (const time of times) if (day + time >= from && day + time <= last) yield day + time;
}

function* startsInWindows(rule: Rule, first: number, from: number, last: number): Generator<number> {
  const isPossible = possibleDays(rule, first);
  if (isPossible === undefined) return;
  const library = libraryRule(asMonthly(rule), first);
  const span = windowOf(rule);
  let begin = from;
  while (begin <= last && isRepresentable(begin)) {
    const day = begin - timeIn(begin);
    if (!isPossible(day)) {
      begin = day + DAY;
      continue;
    }
    const end = Math.min(begin + span - SECOND, last);
    yield* askLibrary(library, begin, end);
    begin = end + SECOND;
  }
}

/** Within other calendars the library is quick only from the first start on. */
function* startsInCalendar(rule: Rule, first: number, from: number, last: number): Generator<number> {
  const library = libraryRule(rule, first);
  let begin = from;
  // Most ask for few.
  for (const end of [Math.min(from + STARTS_PER_WINDOW * DAY, last), last]) {
    const starts = library.all(({ epochMilliseconds }) => epochMilliseconds <= end);
    for (const { epochMilliseconds: at } of starts) if (at >= begin && at <= end) yield at;
    begin = end + SECOND;
  }
}

const libraryRule = (rule: Rule, first: number): RRuleTemporal =>
  new RRuleTemporal({
    rruleString: `DTSTART:${basicText(first)}Z\nRRULE:${ruleText(rule)}`,
    cache: false,
  });

/** The same days, which rrule-temporal 2.2 finds ten times as fast in months. */
const asMonthly = (rule: Rule): Rule =>
  rule.FREQ === "DAILY" &&
  rule.INTERVAL === "1" &&
  rule.BYMONTHDAY !== undefined &&
  rule.BYSETPOS === undefined
    ? { ...rule, FREQ: "MONTHLY" }
    : rule;

/** The library gives up after many steps that lead to nothing; it comes further in less time. */
const askLibrary = (library: RRuleTemporal, begin: number, end: number): readonly number[] => {
  try {
    return library
      .between(new Date(begin), new Date(end), true)
      .map(({ epochMilliseconds }) => epochMilliseconds);
  } catch (error) {
    if (end - begin < DAY)
      throw new CalendarError(
        "rest_invalid_param",
        { problems: { recurrence: { reason: "rule-too-costly" } } },
        { cause: error },
      );
    const middle = begin + Math.floor((end - begin) / 2 / SECOND) * SECOND;
    return [...askLibrary(library, begin, middle), ...askLibrary(library, middle + SECOND, end)];
  }
};

/** `UNTIL` of a stored rule in milliseconds. */
export const untilOf = (text: string): number => {
  const read = readWallClock(text);
  if (read?.time === undefined) throw new Error(`Not a stored UNTIL: ${text}`);
  return millisecondsOf(`${read.date} ${read.time}`);
};

/** Milliseconds in which there are not more starts than the library should answer at once. */
const windowOf = ({ FREQ, INTERVAL = "1", BYSECOND, BYMINUTE, BYHOUR, BYSETPOS }: Rule): number => {
  const positions = numbersIn(BYSETPOS)?.length;
  // The library looks through each period anew, whatever part of it it is asked for.
  if (positions !== undefined && PERIODS[FREQ] >= DAY)
    return Math.ceil(STARTS_PER_WINDOW / 10 / positions) * PERIODS[FREQ];
  const size = (list: string | undefined, otherwise: number): number =>
    list === undefined ? otherwise : list.split(",").length;
  const [bySeconds, byMinutes] = [FREQ === "SECONDLY", FREQ === "MINUTELY" || FREQ === "SECONDLY"];
  const times = size(BYSECOND, bySeconds ? 60 : 1) * size(BYMINUTE, byMinutes ? 60 : 1);
  const perDay = times * size(BYHOUR, byMinutes || FREQ === "HOURLY" ? 24 : 1);
  const periods = Math.ceil(DAY / (PERIODS[FREQ] * Number(INTERVAL)));
  const possible = PERIODS[FREQ] < DAY ? Math.min(perDay, periods * times) : perDay;
  return Math.ceil((STARTS_PER_WINDOW * DAY) / possible / SECOND) * SECOND;
};
