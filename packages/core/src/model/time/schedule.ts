import { abbreviationAt, settleWallClock, toUtc } from "./time-zone.ts";
import { DAY, dateOf, millisecondsOf, SECOND, utcText, type WallClock } from "./wall-clock.ts";

/** When an event takes place; UTC is derived from wall clock and zone (rules/dates.md#wall-clock-truth). */
export interface Schedule {
  /** Wall clock in `timezone`. */
  readonly start: WallClock;
  /** Wall clock in `timezone`; never before `start`. */
  readonly end: WallClock;
  readonly utcStart: WallClock;
  readonly utcEnd: WallClock;
  /** As the author sent it: an IANA name (`Europe/Rome`), a UTC offset (`UTC+5:30`), a bare offset or an abbreviation. */
  readonly timezone: string;
  /** The abbreviation valid at the start (`CET`), or the offset text (rules/dates.md#zone-abbreviation). */
  readonly abbreviation: string;
  readonly allDay: boolean;
}

const MEMBERS = ["start", "end", "utcStart", "utcEnd", "timezone", "abbreviation", "allDay"] as const;

export const isSameSchedule = (one: Schedule, other: Schedule): boolean =>
  one === other || MEMBERS.every((member) => one[member] === other[member]);

/** Length of `HH:MM` in milliseconds. */
const cutoffLength = (dayCutoff: string): number => millisecondsOf(`1970-01-01 ${dayCutoff}:00`);

/** The date this many days later (earlier if negative). */
const addDays = (date: string, days: number): string =>
  dateOf(utcText(millisecondsOf(`${date} 00:00:00`) + days * DAY));

/** The first and the last second of a day from cutoff (`HH:MM`) to cutoff. Source: rules/dates.md#day-cutoff. */
export const dayBounds = (
  date: string,
  dayCutoff: string,
): { readonly first: WallClock; readonly last: WallClock } => {
  if (dayCutoff === "00:00") return { first: `${date} 00:00:00`, last: `${date} 23:59:59` };
  const first = millisecondsOf(`${date} 00:00:00`) + cutoffLength(dayCutoff);
  return { first: utcText(first), last: utcText(first + DAY - SECOND) };
};

/**
 * The day an all-day event ends on: the date as sent; the last second of a day belongs to that day also when it lies
 * after midnight, so that an end once widened is the same day again. Source: rules/dates.md#all-day-cutoff.
 */
const lastDay = (end: WallClock, dayCutoff: string): string => {
  const before = addDays(dateOf(end), -1);
  return dayBounds(before, dayCutoff).last === end ? before : dateOf(end);
};

export interface ScheduleRequest {
  /** Wall clock in `timezone`. */
  readonly start: WallClock;
  /** Wall clock in `timezone`. */
  readonly end: WallClock;
  readonly timezone: string;
  readonly allDay: boolean;
  /** `HH:MM`. */
  readonly dayCutoff: string;
}

/**
 * The times of an event with what is derived from them: whole days if it lasts all day, no end before the start (the
 * start stands in), times that summer time skips moved forward. Applied to its own result it changes nothing, so it
 * also serves updates that change only the zone or switch `allDay`. Source: rules/events.md#event-schedule.
 */
export const createSchedule = ({ start, end, timezone, allDay, dayCutoff }: ScheduleRequest): Schedule => {
  const times = allDay ? wholeDays(start, end, dayCutoff) : settledTimes(start, end, timezone);
  const utcStart = toUtc(times.start, timezone);
  return {
    ...times,
    utcStart,
    utcEnd: toUtc(times.end, timezone),
    timezone,
    abbreviation: abbreviationAt(utcStart, timezone),
    allDay,
  };
};

interface Times {
  readonly start: WallClock;
  readonly end: WallClock;
}

/** Days stay whole on the wall clock even where summer time begins at midnight. Source: rules/dates.md#all-day. */
const wholeDays = (start: WallClock, end: WallClock, dayCutoff: string): Times => {
  const first = dateOf(start);
  const last = lastDay(end, dayCutoff);
  return {
    start: dayBounds(first, dayCutoff).first,
    end: dayBounds(last < first ? first : last, dayCutoff).last,
  };
};

/** Source: rules/dates.md#end-before-start, rules/dates.md#multi-day. */
const settledTimes = (start: WallClock, end: WallClock, timezone: string): Times => {
  const settledStart = settleWallClock(start, timezone);
  const settledEnd = settleWallClock(end, timezone);
  return { start: settledStart, end: settledEnd < settledStart ? settledStart : settledEnd };
};
