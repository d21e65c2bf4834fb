import { DAY, MINUTE, millisecondsOfParts, SECOND, timeIn } from "../../time/wall-clock.ts";
import { type Rule, WEEKDAYS } from "../rule.ts";
import type { Step, Work } from "../work.ts";
import {
  dateTest,
  firstWeekIn,
  numbersIn,
  PERIODS,
  placesAt,
  timesOf,
  weekBegin,
  weekYearOf,
} from "./possible-days.ts";

/** Work units (see `Work`) for testing one day against the rule. */
const DAY_COST = 1;
/** Work units for one position of `BYSETPOS`. */
const CHOICE_COST = 0.1;

/**
 * Yields the starts of a daily, weekly, monthly or yearly rule from `begin` to `last`. It combines all
 * allowed days of a period, such as a month, with all allowed times. `BYSETPOS` then selects from these. With
 * `BYWEEKNO`, a year consists of its ISO weeks.
 */
export function* startsByPeriod(
  rule: Rule,
  first: number,
  begin: number,
  last: number,
  work: Work,
): Generator<Step<number>> {
  const explicit = withImpliedDay(rule, first);
  const isDay = dateTest(explicit);
  const times = timesOfDay(rule, first);
  const positions = numbersIn(rule.BYSETPOS);
  const { indexOf, daysOf } = periodsOf(explicit);
  const interval = Number(rule.INTERVAL ?? 1);
  const origin = indexOf(first - timeIn(first));
  const skippedPeriods = Math.max(0, Math.floor((indexOf(begin - timeIn(begin)) - origin) / interval));
  for (let index = origin + skippedPeriods * interval; ; index += interval) {
    const { from, days } = daysOf(index);
    if (from > last) return;
    if (work(1 + days.length * DAY_COST)) yield undefined;
    const allowed = isDay === "always" ? days : days.filter(isDay);
    if (positions !== undefined && work(positions.length * CHOICE_COST)) yield undefined;
    const count = allowed.length * times.count;
    for (const place of positions === undefined ? numbersBelow(count) : placesAt(positions, count)) {
      const at = (allowed[Math.floor(place / times.count)] ?? 0) + times.at(place % times.count);
      if (at > last) break;
      if (at >= begin) yield at;
      else if (work(CHOICE_COST)) yield undefined;
    }
  }
}

/** Periods of a frequency, such as months. They are numbered, so that `INTERVAL` can count them. */
interface Periods {
  /** Returns the number of the period that contains this day. */
  indexOf(day: number): number;
  /**
   * Returns the first day of a period (`from`), and its days in the months that the rule allows, ascending.
   */
  daysOf(index: number): { readonly from: number; readonly days: readonly number[] };
}

const periodsOf = (rule: Rule): Periods => {
  const { FREQ, BYWEEKNO } = rule;
  if (FREQ === "DAILY") return ofDays(1, 0);
  if (FREQ === "WEEKLY") return ofDays(7, weekBegin(rule, 0));
  if (FREQ === "MONTHLY")
    return {
      indexOf(day) {
        const date = new Date(day);
        return date.getUTCFullYear() * 12 + date.getUTCMonth();
      },
      daysOf: (index) => spanOf(millisecondsOfParts(0, index + 1, 1), millisecondsOfParts(0, index + 2, 1)),
    };
  if (BYWEEKNO !== undefined)
    return {
      indexOf: (day) => weekYearOf(rule, day),
      daysOf: (year) => spanOf(firstWeekIn(rule, year), firstWeekIn(rule, year + 1)),
    };
  const months = numbersIn(rule.BYMONTH);
  return {
    indexOf: (day) => new Date(day).getUTCFullYear(),
    daysOf(year) {
      const from = millisecondsOfParts(year, 1, 1);
      if (months === undefined) return spanOf(from, millisecondsOfParts(year + 1, 1, 1));
      const inMonth = (month: number) =>
        spanOf(millisecondsOfParts(year, month, 1), millisecondsOfParts(year, month + 1, 1)).days;
      return { from, days: months.flatMap(inMonth) };
    },
  };
};

/** Returns periods of `length` days each. One of them begins at `origin`. */
const ofDays = (length: number, origin: number): Periods => ({
  indexOf: (day) => Math.floor((day - origin) / (length * DAY)),
  daysOf(index) {
    const from = origin + index * length * DAY;
    return spanOf(from, from + length * DAY);
  },
});

const spanOf = (
  from: number,
  until: number,
): { readonly from: number; readonly days: readonly number[] } => ({
  from,
  days: Array.from({ length: Math.round((until - from) / DAY) }, (_, place) => from + place * DAY),
});

/**
 * Returns the rule with the day that RFC 5545, 3.3.10 derives from its first start: the weekday, the day of
 * the month, or day and month. A rule that names days stays unchanged.
 */
export const withImpliedDay = (rule: Rule, first: number): Rule => {
  const { FREQ, BYWEEKNO, BYYEARDAY, BYMONTHDAY, BYMONTH, BYDAY } = rule;
  const namesDay = [BYYEARDAY, BYMONTHDAY, BYDAY].some((list) => list !== undefined);
  if (namesDay || PERIODS[FREQ] <= DAY) return rule;
  if (BYWEEKNO !== undefined || FREQ === "WEEKLY") return { ...rule, BYDAY: weekdayOf(first) };
  const start = new Date(first);
  const month = BYMONTH ?? String(start.getUTCMonth() + 1);
  return {
    ...rule,
    BYMONTHDAY: String(start.getUTCDate()),
    ...(FREQ === "YEARLY" && { BYMONTH: month }),
  };
};

function* numbersBelow(count: number): Generator<number> {
  for (let number = 0; number < count; number += 1) yield number;
}

/** Times of day at which a rule has starts, ascending. */
interface Times {
  readonly count: number;
  /** Returns the time at an index, in milliseconds since midnight. */
  at(place: number): number;
}

/**
 * Returns the times of day of a rule. Hours, minutes and seconds that the rule does not list are those of the
 * first start.
 * Times are computed on demand, because a rule may allow every second of a day.
 */
const timesOfDay = (rule: Rule, first: number): Times => {
  const start = new Date(first);
  const [
    hours = [start.getUTCHours()],
    minutes = [start.getUTCMinutes()],
    seconds = [start.getUTCSeconds()],
  ] = timesOf(rule);
  const perHour = minutes.length * seconds.length;
  return {
    count: hours.length * perHour,
    at(place) {
      const hour = hours[Math.floor(place / perHour)] ?? 0;
      const minute = minutes[Math.floor((place % perHour) / seconds.length)] ?? 0;
      return (hour * 60 + minute) * MINUTE + (seconds[place % seconds.length] ?? 0) * SECOND;
    },
  };
};

const weekdayOf = (at: number): string => WEEKDAYS[(new Date(at).getUTCDay() + 6) % 7] ?? "MO";
