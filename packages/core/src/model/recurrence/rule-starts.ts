import { RRuleTemporal } from "rrule-temporal";
import { CalendarError } from "../../errors.ts";
import { DAY, isRepresentable, millisecondsOf, SECOND, timeIn } from "../time/wall-clock.ts";
import { numbersIn, PERIODS, possibleDays, timesOf, timesPerPeriod } from "./possible-days.ts";
import { isScaled, type Rule, ruleText } from "./rule.ts";
import { startsByStep } from "./step-starts.ts";
import { basicText, readWallClock } from "./wall-clock-text.ts";
import { createWork, type Work } from "./work.ts";
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
  {
    from = first,
    until,
    work = createWork(),
  }: { readonly from?: number | undefined; readonly until: number; readonly work?: Work | undefined },
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
  for (const at of searchOf(rule)(endless, first, begin, last, work)) {
    work(1);
    if (at >= from) yield at;
    left -= 1;
    if (left === 0) return;
  }
}

type Search = (rule: Rule, first: number, begin: number, last: number, work: Work) => Iterable<number>;

const searchOf = (rule: Rule): Search => {
  if (isScaled(rule)) return startsInCalendar;
  if (needsOwnYears(rule)) return startsByYear;
  return PERIODS[rule.FREQ] < DAY ? startsByStep : startsByWindow;
};

/** More times of a day than this lie less than an hour apart: no set may have them, but they must be refused in no time. */
const MAX_TIMES = 24;

function* startsByWindow(
  rule: Rule,
  first: number,
  from: number,
  last: number,
  work: Work,
): Generator<number> {
  const times = timesOfDay(rule, first);
  if (rule.BYSETPOS !== undefined || times.length <= MAX_TIMES) {
    yield* startsInWindows(rule, first, from, last, work);
    return;
  }
  const { BYHOUR: _hours, BYMINUTE: _minutes, BYSECOND: _seconds, ...days } = rule;
  const midnight = (at: number): number => at - timeIn(at);
  for (const day of startsInWindows(days, midnight(first), midnight(from), last, work))
    for (const time of times) if (day + time >= from && day + time <= last) yield day + time;
}

function* startsInWindows(
  rule: Rule,
  first: number,
  from: number,
  last: number,
  work: Work,
): Generator<number> {
  const isPossible = possibleDays(rule, first);
  if (isPossible === undefined) return;
  const library = libraryRule(asMonthly(rule), first);
  const span = windowOf(rule);
  let begin = from;
  while (begin <= last && isRepresentable(begin)) {
    const day = begin - timeIn(begin);
    work(1);
    if (!isPossible(day)) {
      begin = day + DAY;
      continue;
    }
    const end = Math.min(begin + span - SECOND, last);
    work(500 + (rule.BYSETPOS === undefined ? 0 : costOfPositions(rule, end - begin)));
    const starts = askLibrary(library, begin, end, work);
    work(4 * starts.length);
    yield* starts;
    begin = end + SECOND;
  }
}

/** Of each period all that it may have is made, then chosen from. */
const costOfPositions = (rule: Rule, span: number): number => {
  const step = PERIODS[rule.FREQ] * Number(rule.INTERVAL ?? 1);
  return Math.ceil(span / step) * (50 + 3 * timesPerPeriod(rule));
};

/** Within other calendars the library goes through all periods from the first start on. */
function* startsInCalendar(
  rule: Rule,
  first: number,
  from: number,
  last: number,
  work: Work,
): Generator<number> {
  const size = (list: string | undefined): number => list?.split(",").length ?? 1;
  const interval = Number(rule.INTERVAL ?? 1);
  // The library steps through months one by one.
  const [months, costOfStep] = rule.FREQ === "YEARLY" ? [size(rule.BYMONTH), 2000] : [1, 400 + 4 * interval];
  const costOfPeriod = costOfStep + 250 * months * size(rule.BYMONTHDAY);
  let begin = from;
  // Most ask for few.
  for (const end of [Math.min(from + STARTS_PER_WINDOW * DAY, last), last]) {
    if (begin > end) continue;
    const periods = Math.ceil((end - first) / PERIODS[rule.FREQ] / interval);
    work(costOfPeriod * (1 + periods));
    const starts = libraryRule({ ...rule, UNTIL: `${basicText(end)}Z` }, first).all();
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
const askLibrary = (library: RRuleTemporal, begin: number, end: number, work: Work): readonly number[] => {
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
    work(10_000);
    const middle = begin + Math.floor((end - begin) / 2 / SECOND) * SECOND;
    return [...askLibrary(library, begin, middle, work), ...askLibrary(library, middle + SECOND, end, work)];
  }
};

/** `UNTIL` of a stored rule in milliseconds. */
export const untilOf = (text: string): number => {
  const read = readWallClock(text);
  if (read?.time === undefined) throw new Error(`Not a stored UNTIL: ${text}`);
  return millisecondsOf(`${read.date} ${read.time}`);
};

/** Milliseconds in which there are not more starts than the library should answer at once. */
const windowOf = (rule: Rule): number => {
  const positions = numbersIn(rule.BYSETPOS)?.length;
  // The library looks through each period anew, whatever part of it it is asked for.
  if (positions !== undefined) return Math.ceil(STARTS_PER_WINDOW / 10 / positions) * PERIODS[rule.FREQ];
  const perDay = timesOf(rule).reduce((product, times) => product * (times?.length ?? 1), 1);
  return Math.ceil((STARTS_PER_WINDOW * DAY) / Math.max(1, perDay) / SECOND) * SECOND;
};
