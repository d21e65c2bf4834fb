import { RRuleTemporal } from "rrule-temporal";
import { MINUTE, millisecondsOfParts, SECOND, timeIn } from "../time/wall-clock.ts";
import { dateTest, firstWeekIn, numbersIn, timesOf, weekYearOf } from "./possible-days.ts";
import { type Rule, ruleText, WEEKDAYS } from "./rule.ts";
import { basicText } from "./wall-clock-text.ts";
import type { Work } from "./work.ts";

/**
 * Whether a rule is one of those that rrule-temporal 2.2 computes wrongly: days have to fit all of `BYWEEKNO`, `BYYEARDAY` and
 * `BYMONTHDAY`, which it takes for alternatives; weeks that begin in the year before it loses in the first year, and the weekday
 * of the first start in later ones.
 */
export const needsOwnYears = ({ FREQ, BYWEEKNO, BYYEARDAY, BYMONTHDAY }: Rule): boolean =>
  BYWEEKNO !== undefined || (FREQ === "YEARLY" && BYYEARDAY !== undefined && BYMONTHDAY !== undefined);

/**
 * The starts of such a rule: the library gives all days of weekday and month, out of which those that fit are taken. With
 * `BYWEEKNO` a year is that of its weeks.
 */
export function* startsByYear(
  rule: Rule,
  first: number,
  begin: number,
  last: number,
  work: Work,
): Generator<number> {
  const { BYWEEKNO, BYSETPOS, BYMONTH } = rule;
  const yearOf = (at: number): number =>
    BYWEEKNO === undefined ? new Date(at).getUTCFullYear() : weekYearOf(rule, at - timeIn(at));
  const newYear = (year: number): number =>
    BYWEEKNO === undefined ? millisecondsOfParts(year, 1, 1) : firstWeekIn(rule, year);
  const year = yearOf(first);
  // Positions count from the begin of the year, which may lie before the first start.
  const library = new RRuleTemporal({
    rruleString: `DTSTART:${basicText(millisecondsOfParts(year - 1, 1, 1))}Z
RRULE:${ruleText({
      FREQ: "YEARLY",
      BYDAY: daysOf(rule, first),
      ...(BYMONTH !== undefined && { BYMONTH }),
    })}`,
    cache: false,
  });
  const times = timesOfDay(rule, first);
  const isDay = dateTest(rule);
  const positions = numbersIn(BYSETPOS);
  const interval = Number(rule.INTERVAL ?? 1);
  const passed = Math.max(0, Math.floor((yearOf(begin) - year) / interval));
  for (let at = year + passed * interval; newYear(at) <= last; at += interval) {
    work(500);
    const days = library
      .between(new Date(newYear(at)), new Date(newYear(at + 1) - SECOND), true)
      .map(({ epochMilliseconds }) => epochMilliseconds)
      .filter((day) => typeof isDay === "string" || isDay(day));
    // A year of seconds fits in no list; with positions there are few times.
    const parts = positions === undefined ? days.map((day) => [day]) : [days];
    for (const part of parts) {
      work((part.length * times.length) / 20);
      const starts = part.flatMap((day) => times.map((time) => day + time));
      yield* atPositions(starts, positions).filter((start) => start >= begin && start <= last);
    }
  }
}

/** Hours, minutes and seconds, those of the first start where the rule names none, in milliseconds; ascending. */
export const timesOfDay = (rule: Rule, first: number): readonly number[] => {
  const start = new Date(first);
  const [
    hours = [start.getUTCHours()],
    minutes = [start.getUTCMinutes()],
    seconds = [start.getUTCSeconds()],
  ] = timesOf(rule);
  return hours.flatMap((hour) =>
    minutes.flatMap((minute) => seconds.map((second) => (hour * 60 + minute) * MINUTE + second * SECOND)),
  );
};

/** Weeks have one day, that of the first start, unless something says otherwise. */
const daysOf = ({ BYDAY, BYYEARDAY, BYMONTHDAY }: Rule, first: number): string =>
  BYDAY ?? (BYYEARDAY === undefined && BYMONTHDAY === undefined ? weekdayOf(first) : WEEKDAYS.join(","));

export const weekdayOf = (at: number): string => WEEKDAYS[(new Date(at).getUTCDay() + 6) % 7] ?? "MO";

/** Of the starts of a period those at these places, from 1 or, backwards, -1; ascending. */
export const atPositions = (
  starts: readonly number[],
  positions: readonly number[] | undefined,
): readonly number[] => {
  if (positions === undefined) return starts;
  const chosen = positions.flatMap((place) => starts.at(place > 0 ? place - 1 : place) ?? []);
  return [...new Set(chosen)].sort((one, other) => one - other);
};
