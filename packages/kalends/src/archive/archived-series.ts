import { isDeepStrictEqual } from "node:util";
import {
  addMonths,
  type CalendarEvent,
  checkRecurrence,
  instancesOf,
  isCalendarError,
  parseRecurrence,
  type WallClock,
} from "@kalends/core";

/**
 * Within so many months from its first start a series is checked as a new one: one that was right when it was made may have come to more
 * occurrences since.
 */
const CHECKED_MONTHS = 24;
/** What no series comes to in a lifetime; a multiple of what a new one may have. */
const MOST_OCCURRENCES = 100_000;

export interface SeriesLimits {
  /** Until when occurrences are kept. */
  readonly horizon: WallClock;
  /** `HH:MM`. */
  readonly dayCutoff: string;
}

/** What is wrong with when an archived event takes place again; `undefined`: nothing. */
export const problemOfRecurrence = (
  { recurrence, schedule }: Pick<CalendarEvent, "recurrence" | "schedule">,
  { horizon, dayCutoff }: SeriesLimits,
): string | undefined => {
  if (recurrence === undefined) return undefined;
  const checkedUntil = addMonths(schedule.start, CHECKED_MONTHS);
  const countUntil = (until: WallClock, most: number): number => {
    let count = 0;
    for (const _ of instancesOf(recurrence, schedule, dayCutoff, { until })) if (++count > most) break;
    return count;
  };
  try {
    if (!isDeepStrictEqual(parseRecurrence(recurrence, schedule), recurrence))
      return "the member recurrence is not written as it is stored";
    checkRecurrence(recurrence, schedule, { horizon: checkedUntil, dayCutoff });
    const years = Number(horizon.slice(0, 4)) - Number(schedule.start.slice(0, 4));
    // Counted by and by only where it matters.
    const mayBeMany = countUntil(checkedUntil, MOST_OCCURRENCES) * years > MOST_OCCURRENCES;
    if (mayBeMany && countUntil(horizon, MOST_OCCURRENCES) > MOST_OCCURRENCES)
      return `the member recurrence has more than ${MOST_OCCURRENCES} occurrences`;
  } catch (error) {
    if (!isCalendarError(error)) throw error;
    return "the member recurrence is none of an event that starts then";
  }
  return undefined;
};
