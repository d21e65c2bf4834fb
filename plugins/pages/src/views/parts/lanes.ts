import type { Day } from "../../time/days.ts";
import { isLong, type TimedEvent } from "../found-events.ts";

/**
 * Line in the week on which each all-day or multi-day event is drawn, counted from 0. An event has the same
 * line on all days of the week.
 */
export type Lanes = ReadonlyMap<TimedEvent, number>;

/**
 * Assigns lines to the all-day and multi-day events of a week. Each event gets the first line that is free on
 * all its days. Events that begin earlier come first, then longer events.
 */
export const lanesOf = (events: readonly TimedEvent[], week: readonly (Day | undefined)[]): Lanes => {
  const days = week.filter((day) => day !== undefined);
  const [first = "", last = ""] = [days[0], days.at(-1)];
  const spans = events
    .filter((shown) => isLong(shown) && shown.times.firstDay <= last && shown.times.lastDay >= first)
    .map((shown) => {
      const { firstDay, lastDay } = shown.times;
      return { shown, from: firstDay < first ? first : firstDay, until: lastDay > last ? last : lastDay };
    })
    .toSorted((one, other) => compare(one.from, other.from) || compare(other.until, one.until));
  const lanes = new Map<TimedEvent, number>();
  /** Last day on which each line is occupied so far. */
  const lastDays: Day[] = [];
  for (const { shown, from, until } of spans) {
    const free = lastDays.findIndex((day) => day < from);
    const lane = free === -1 ? lastDays.length : free;
    lastDays[lane] = until;
    lanes.set(shown, lane);
  }
  return lanes;
};

const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);
