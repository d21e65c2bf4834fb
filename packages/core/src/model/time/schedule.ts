import { abbreviationAt, instantOf, toUtc, wallMillisecondsAt } from "./time-zone.ts";
import { DAY, dateOf, millisecondsOf, SECOND, utcText, type WallClock } from "./wall-clock.ts";

/** Time of an event. UTC is derived from wall clock and zone (rules/dates.md#wall-clock-truth). */
export interface Schedule {
  /** Wall clock in `timezone`. */
  readonly start: WallClock;
  /** Wall clock in `timezone`; its instant is never before that of `start`. */
  readonly end: WallClock;
  /**
   * Set if the clocks go back and show `start` twice, and the second time is meant.
   * Source: rules/dates.md#dst-overlap.
   */
  readonly startFold?: true;
  /** Same as `startFold`, for `end`. */
  readonly endFold?: true;
  /**
   * Number of days in the length of the event, if the length was sent in days (`P1D`). Days count on the wall
   * clock, so each occurrence of a series ends at the same time of day. Absent: occurrences last exactly as
   * long as the first one.
   * Source: rules/dates.md#durations.
   */
  readonly nominalDays?: number;
  readonly utcStart: WallClock;
  readonly utcEnd: WallClock;
  /**
   * Zone as the author sent it: an IANA name (`Europe/Rome`), a UTC offset (`UTC+5:30`), a bare offset or an
   * abbreviation.
   */
  readonly timezone: string;
  /** Abbreviation valid at the start (`CET`), or the offset text (rules/dates.md#zone-abbreviation). */
  readonly abbreviation: string;
  readonly allDay: boolean;
}

const MEMBERS = [
  "start",
  "end",
  "utcStart",
  "utcEnd",
  "nominalDays",
  "timezone",
  "abbreviation",
  "allDay",
] as const;

export const isSameSchedule = (one: Schedule, other: Schedule): boolean =>
  one === other || MEMBERS.every((member) => one[member] === other[member]);

/** Returns the milliseconds from start to end on the wall clock. */
export const lengthOf = ({ start, end }: Pick<Schedule, "start" | "end">): number =>
  millisecondsOf(end) - millisecondsOf(start);

/** Returns the time `HH:MM` in milliseconds. */
const cutoffLength = (dayCutoff: string): number => millisecondsOf(`1970-01-01 ${dayCutoff}:00`);

/** Returns the date this many days later, or earlier if negative. */
const addDays = (date: string, days: number): string =>
  dateOf(utcText(millisecondsOf(`${date} 00:00:00`) + days * DAY));

/**
 * Returns the first and last second of a day from cutoff (`HH:MM`) to cutoff.
 * Source: rules/dates.md#day-cutoff.
 */
export const dayBounds = (
  date: string,
  dayCutoff: string,
): { readonly first: WallClock; readonly last: WallClock } => {
  if (dayCutoff === "00:00") return { first: `${date} 00:00:00`, last: `${date} 23:59:59` };
  const first = millisecondsOf(`${date} 00:00:00`) + cutoffLength(dayCutoff);
  return { first: utcText(first), last: utcText(first + DAY - SECOND) };
};

/**
 * Returns the last day of an all-day event: the date as sent. The last second of a day belongs to that day
 * even if it lies after midnight. An end that was already extended to it therefore stays the same day.
 * Source: rules/dates.md#all-day-cutoff.
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
  /** True if the second time is meant where the clocks show `start` twice. */
  readonly startFold?: boolean | undefined;
  /** Same as `startFold`, for `end`. `undefined` means the first time that is not before the start. */
  readonly endFold?: boolean | undefined;
  readonly nominalDays?: number | undefined;
  readonly timezone: string;
  readonly allDay: boolean;
  /** `HH:MM`. */
  readonly dayCutoff: string;
}

/**
 * Returns the schedule of an event with all derived members. An all-day event covers whole days. An end
 * before the start becomes the start, and times that summer time skips move forward. Applied to its own
 * result it changes nothing, so updates can use it to change only the zone or `allDay`.
 * Source: rules/events.md#event-schedule.
 */
export const createSchedule = (request: ScheduleRequest): Schedule => {
  const { timezone, allDay, nominalDays = 0 } = request;
  const times = allDay ? wholeDays(request) : exactTimes(request);
  return {
    ...times,
    ...(nominalDays > 0 && !allDay && { nominalDays }),
    timezone,
    abbreviation: abbreviationAt(times.utcStart, timezone),
    allDay,
  };
};

type Times = Omit<Schedule, "nominalDays" | "timezone" | "abbreviation" | "allDay">;

/**
 * Returns the times of an all-day event. Days stay complete on the wall clock even where summer time begins
 * at midnight.
 * Source: rules/dates.md#all-day.
 */
const wholeDays = ({ start, end, timezone, dayCutoff }: ScheduleRequest): Times => {
  const firstDay = dateOf(start);
  const last = lastDay(end, dayCutoff);
  const [begin, finish] = [
    dayBounds(firstDay, dayCutoff).first,
    dayBounds(last < firstDay ? firstDay : last, dayCutoff).last,
  ];
  return { start: begin, end: finish, utcStart: toUtc(begin, timezone), utcEnd: toUtc(finish, timezone) };
};

/** Returns the times of a timed event. Source: rules/dates.md#end-before-start, rules/dates.md#multi-day. */
const exactTimes = ({ start, end, startFold, endFold, timezone }: ScheduleRequest): Times => {
  const from = instantOf(millisecondsOf(start), timezone, startFold);
  const earlier = instantOf(millisecondsOf(end), timezone, endFold);
  const isOpen = earlier < from && endFold === undefined;
  const to = isOpen ? instantOf(millisecondsOf(end), timezone, true) : earlier;
  return timesBetween(from, Math.max(from, to), timezone);
};

/** Returns the wall clocks of two instants in milliseconds since 1970, with the folds of repeated ones. */
export const timesBetween = (from: number, to: number, timezone: string): Times => {
  const [start, end] = [wallMillisecondsAt(from, timezone), wallMillisecondsAt(to, timezone)];
  return {
    start: utcText(start),
    end: utcText(end),
    ...(instantOf(start, timezone) !== from && { startFold: true }),
    ...(instantOf(end, timezone) !== to && { endFold: true }),
    utcStart: utcText(from),
    utcEnd: utcText(to),
  };
};
