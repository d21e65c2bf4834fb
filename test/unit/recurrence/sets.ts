import {
  checkRecurrence,
  createSchedule,
  isCalendarError,
  type Problem,
  parseRecurrence,
  type Recurrence,
  type Schedule,
} from "@kalends/core";
import { instancesOf } from "@kalends/core/interface";
import type { Instance, SentRecurrence } from "@kalends/core/internals";

export interface First {
  readonly start: string;
  readonly end?: string;
  readonly timezone?: string;
  readonly allDay?: boolean;
  readonly dayCutoff?: string;
}

/** Returns the first start of a series. By default it has a time and is in the time zone of Rome. */
export const firstAt = ({
  start,
  end = start,
  timezone = "Europe/Rome",
  allDay = false,
  dayCutoff = "00:00",
}: First): Schedule => createSchedule({ start, end, timezone, allDay, dayCutoff });

/** Returns the occurrences of a recurrence until a local time. */
export const instances = (
  sent: SentRecurrence,
  first: Schedule,
  until: string,
  dayCutoff = "00:00",
): readonly Instance[] => [...instancesOf(parseRecurrence(sent, first), first, dayCutoff, { until })];

export const recurrenceIds = (recurrence: Recurrence, first: Schedule, until: string): readonly string[] =>
  [...instancesOf(recurrence, first, "00:00", { until })].map(({ recurrenceId }) => recurrenceId);

/** Returns the reason why a recurrence is invalid. Returns `undefined` if it is valid. */
export const problemOf = (sent: SentRecurrence, first: Schedule): Problem | undefined => {
  try {
    const recurrence = parseRecurrence(sent, first);
    checkRecurrence(recurrence, first, { horizon: "2036-01-01 00:00:00", dayCutoff: "00:00" });
    return undefined;
  } catch (error) {
    if (!isCalendarError(error)) throw error;
    return error.details.problems?.recurrence;
  }
};
