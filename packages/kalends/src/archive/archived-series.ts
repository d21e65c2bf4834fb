import { isDeepStrictEqual } from "node:util";
import {
  type CalendarEvent,
  checkRecurrence,
  isCalendarError,
  parseRecurrence,
  type Recurrence,
  type Schedule,
  type WallClock,
  withFirstStart,
} from "@kalends/core";
import { addMonths, instancesOf } from "@kalends/core/interface";

/**
 * Within so many months from its first start a series is checked as a new one: one that was right when it was made may have come to more
 * occurrences since.
 */
const CHECKED_MONTHS = 24;
/** What no series comes to in many years; a multiple of what a new one may have. */
const MOST_OCCURRENCES = 30_000;

export interface SeriesLimits {
  /** Until when occurrences are kept. */
  readonly horizon: WallClock;
  /** `HH:MM`. */
  readonly dayCutoff: string;
}

const isEndless = (rule: string): boolean => !/\b(?:COUNT|UNTIL)=/.test(rule);

/**
 * The archived event, or what is wrong with when it takes place again. A first start that its rules do not give is one of its dates.
 * Source: rules/recurrence.md#recurrence-first-start.
 */
export const toArchivedSeries = <E extends Pick<CalendarEvent, "recurrence" | "schedule">>(
  event: E,
  limits: SeriesLimits,
): E | { readonly problem: string } => {
  const { recurrence, schedule } = event;
  if (recurrence === undefined) return event;
  try {
    if (!isDeepStrictEqual(parseRecurrence(recurrence, schedule), recurrence))
      return { problem: "the member recurrence is not written as it is stored" };
    const whole = withFirstStart(recurrence, schedule);
    const problem = problemOfSeries(whole, schedule, limits);
    return problem === undefined ? { ...event, recurrence: whole } : { problem };
  } catch (error) {
    if (!isCalendarError(error)) throw error;
    return { problem: "the member recurrence is none of an event that starts then" };
  }
};

/** Throws what `checkRecurrence` throws. */
const problemOfSeries = (
  recurrence: Recurrence,
  schedule: Schedule,
  { horizon, dayCutoff }: SeriesLimits,
): string | undefined => {
  const checkedUntil = addMonths(schedule.start, CHECKED_MONTHS);
  const countUntil = (until: WallClock): number => {
    let count = 0;
    for (const _ of instancesOf(recurrence, schedule, dayCutoff, { until }))
      if (++count > MOST_OCCURRENCES) break;
    return count;
  };
  checkRecurrence(recurrence, schedule, { horizon: checkedUntil, dayCutoff });
  const years = Number(horizon.slice(0, 4)) - Number(schedule.start.slice(0, 4));
  const expected = (countUntil(checkedUntil) * 12 * years) / CHECKED_MONTHS;
  // Counting takes its time.
  const isCertain = expected > 2 * MOST_OCCURRENCES && recurrence.rules.some(isEndless);
  return isCertain || (expected > MOST_OCCURRENCES && countUntil(horizon) > MOST_OCCURRENCES)
    ? `the member recurrence has more than ${MOST_OCCURRENCES} occurrences`
    : undefined;
};
