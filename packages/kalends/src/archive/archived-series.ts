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
 * Number of months after its first start for which an archived series is checked like a new series. Later
 * occurrences are only limited by `MAX_OCCURRENCES`, because the horizon was nearer when the series was
 * created.
 */
const CHECKED_MONTHS = 24;
/** Maximum number of occurrences of an archived series, a multiple of the limit for new series. */
const MAX_OCCURRENCES = 30_000;

export interface SeriesLimits {
  /** Date up to which occurrences are stored. */
  readonly horizon: WallClock;
  /** Time at which a day starts for all-day events, as `HH:MM`. */
  readonly dayCutoff: string;
}

const isEndless = (rule: string): boolean => !/\b(?:COUNT|UNTIL)=/.test(rule);

/**
 * Returns the archived event, or the problem with its recurrence. If the rules do not produce the first
 * start, it is added to the dates of the recurrence.
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
    return { problem: "the member recurrence does not fit the start of the event" };
  }
};

/** Returns the problem with a series; `undefined` if it is valid. Throws the errors of `checkRecurrence`. */
const problemOfSeries = (
  recurrence: Recurrence,
  schedule: Schedule,
  { horizon, dayCutoff }: SeriesLimits,
): string | undefined => {
  const checkedUntil = addMonths(schedule.start, CHECKED_MONTHS);
  const countUntil = (until: WallClock): number => {
    let count = 0;
    for (const _ of instancesOf(recurrence, schedule, dayCutoff, { until }))
      if (++count > MAX_OCCURRENCES) break;
    return count;
  };
  checkRecurrence(recurrence, schedule, { horizon: checkedUntil, dayCutoff });
  const years = Number(horizon.slice(0, 4)) - Number(schedule.start.slice(0, 4));
  const expected = (countUntil(checkedUntil) * 12 * years) / CHECKED_MONTHS;
  // Skip the slow count of occurrences up to the horizon if the result is certain.
  const isCertain = expected > 2 * MAX_OCCURRENCES && recurrence.rules.some(isEndless);
  return isCertain || (expected > MAX_OCCURRENCES && countUntil(horizon) > MAX_OCCURRENCES)
    ? `the member recurrence has more than ${MAX_OCCURRENCES} occurrences`
    : undefined;
};
