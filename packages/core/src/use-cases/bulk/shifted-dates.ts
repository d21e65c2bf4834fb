import { type CalendarError, invalidParameter, type Problem } from "../../errors.ts";
import { instantAfter } from "../../model/time/duration.ts";
import { lengthOf, type Schedule } from "../../model/time/schedule.ts";
import { isTimeZone } from "../../model/time/time-zone.ts";
import {
  DAY,
  dateOf,
  isRepresentable,
  MINUTE,
  millisecondsOf,
  SECOND,
  utcText,
  type WallClock,
} from "../../model/time/wall-clock.ts";

/** Move of an event to another time. */
export type Shift = {
  /** Number of days, negative for an earlier date. */
  readonly days: number;
  /** New time of day of the start, as `HH:MM:SS`; absent to keep the time of day. */
  readonly startTime?: string;
};

/** Values of an event in a request, from which its schedule is computed. */
interface Dates {
  readonly start_date: string;
  /** Duration in ISO 8601. */
  readonly end_date: string;
}

/** Maximum number of days of a shift: about 100 years. */
export const MAX_SHIFT_DAYS = 36_525;

const problem = (name: string, found: Problem): CalendarError =>
  invalidParameter("values", { ...found, at: `[${name}]` });

/**
 * Returns the length of an event as a duration: complete days on the wall clock, if the event has its length
 * in days, and elapsed time. Source: rules/dates.md#durations.
 */
const durationOf = (schedule: Schedule): string => {
  const { start, utcStart, utcEnd, startFold, timezone, allDay } = schedule;
  if (allDay) return `P${Math.round((lengthOf(schedule) + SECOND) / DAY)}D`;
  const days = isTimeZone(timezone) ? (schedule.nominalDays ?? 0) : 0;
  const afterDays =
    days === 0
      ? millisecondsOf(utcStart)
      : instantAfter(start, timezone, { days, exact: 0 }, startFold === true);
  const exact = Math.max(0, millisecondsOf(utcEnd) - afterDays);
  const minutes = Math.floor(exact / MINUTE);
  return `P${days}DT${Math.floor(minutes / 60)}H${minutes % 60}M${(exact % MINUTE) / SECOND}S`;
};

/** Returns the dates of a copy of the event at the same time. */
export const sameDates = (schedule: Schedule): Dates => {
  const { start, utcStart, startFold } = schedule;
  // Of the two times that a clock shows when it goes back, a wall clock alone means the first one.
  const start_date = startFold === true ? `${utcStart.replace(" ", "T")}Z` : start;
  return { start_date, end_date: durationOf(schedule) };
};

/**
 * Returns the dates of an event that is moved on its wall clock and keeps its length. Throws
 * `rest_invalid_param` for a new start time of an all-day event, and for a start outside of the years 1 to
 * 9999.
 * Source: rules/bulk.md#shift.
 */
export const shiftedDates = (schedule: Schedule, { days, startTime }: Shift): Dates => {
  const { start, allDay } = schedule;
  if (allDay && startTime !== undefined) throw problem("start_time", { reason: "no-effect" });
  const moved = millisecondsOf(start) + days * DAY;
  if (!isRepresentable(moved)) throw problem("days", { reason: "not-a-date" });
  const text: WallClock = utcText(moved);
  if (allDay) return { start_date: dateOf(text), end_date: durationOf(schedule) };
  if (startTime === undefined && days === 0) return sameDates(schedule);
  return {
    start_date: startTime === undefined ? text : `${dateOf(text)} ${startTime}`,
    end_date: durationOf(schedule),
  };
};
