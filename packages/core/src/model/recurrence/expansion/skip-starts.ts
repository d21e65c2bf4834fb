import { DAY, millisecondsOfParts, timeIn } from "../../time/wall-clock.ts";
import type { Rule } from "../rule.ts";
import type { Step, Work } from "../work.ts";
import { withImpliedDay } from "./period-starts.ts";
import { numbersIn } from "./possible-days.ts";

/** Work units (see `Work`) for one day of a month. */
const DAY_COST = 0.5;

/**
 * Yields the starts of a monthly or yearly rule with `SKIP`, which moves days that a month does not have.
 * They move to the last day of that month (`BACKWARD`) or to the first day of the next one (`FORWARD`; RFC
 * 7529, 4.1). Such rules use only `BYMONTHDAY` and `BYMONTH`.
 */
export function* startsBySkip(
  rule: Rule,
  first: number,
  begin: number,
  last: number,
  work: Work,
): Generator<Step<number>> {
  const { FREQ, SKIP, BYMONTH, BYMONTHDAY } = withImpliedDay(rule, first);
  const [months, days] = [numbersIn(BYMONTH), numbersIn(BYMONTHDAY) ?? []];
  const perPeriod = FREQ === "YEARLY" ? 12 : 1;
  const step = perPeriod * Number(rule.INTERVAL ?? 1);
  const monthOf = (at: number): number => {
    const date = new Date(at);
    return date.getUTCFullYear() * 12 + date.getUTCMonth();
  };
  const origin = Math.floor(monthOf(first) / perPeriod) * perPeriod;
  // `SKIP` can move a start forward into the next period, so the search begins one period earlier.
  const skippedPeriods = Math.max(0, Math.floor((monthOf(begin) - origin) / step) - 1);
  let before = -Infinity;
  for (let period = origin + skippedPeriods * step; ; period += step) {
    if (millisecondsOfParts(0, period + 1, 1) > last + DAY) return;
    for (let month = period; month < period + perPeriod; month += 1) {
      if (months?.includes((month % 12) + 1) === false) continue;
      if (work(1 + days.length * DAY_COST)) yield undefined;
      for (const day of daysInMonth(days, month, SKIP)) {
        const at = day + timeIn(first);
        if (at > before && at >= begin && at <= last) yield at;
        before = Math.max(before, at);
      }
    }
  }
}

/**
 * Returns the days of a month for the numbers in `BYMONTHDAY`, ascending. Numbers count from 1, or backwards
 * from -1. Days that the month does not have move as in `startsBySkip`. A day before the first one (-31 in
 * April) moves to the day before the month (`BACKWARD`), or to the first one. `month` counts from January of
 * the year 0.
 */
const daysInMonth = (days: readonly number[], month: number, skip: string | undefined): readonly number[] => {
  const begin = millisecondsOfParts(0, month + 1, 1);
  const length = (millisecondsOfParts(0, month + 2, 1) - begin) / DAY;
  const placeOf = (day: number): number => {
    const place = day > 0 ? day : length + day + 1;
    if (place > length) return skip === "FORWARD" ? length + 1 : length;
    return place < 1 ? (skip === "FORWARD" ? 1 : 0) : place;
  };
  return days
    .map(placeOf)
    .sort((one, other) => one - other)
    .map((place) => begin + (place - 1) * DAY);
};
