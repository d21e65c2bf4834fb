import { abbreviationAt, instantOf, toUtc, wallMillisecondsAt } from "./time-zone.ts";
import { DAY, dateOf, millisecondsOf, SECOND, utcText, type WallClock } from "./wall-clock.ts";

/**
 * Start and end of an event, with its time zone. UTC times are derived from wall clock and zone
 * (rules/dates.md#wall-clock-truth).
 */
export interface Schedule {
  /** Start on the wall clock of `timezone`. */
  readonly start: WallClock;
  /** End on the wall clock of `timezone`. Its instant is never before that of `start`. */
  readonly end: WallClock;
  /**
   * Set if the clocks show `start` twice, because they go back, and the second time is meant.
   * Source: rules/dates.md#dst-overlap.
   */
  readonly startFold?: true;
  /** Set if the clocks show `end` twice, because they go back, and the second time is meant. */
  readonly endFold?: true;
  /**
   * Number of complete days of the event's length, if the client sent the length with days (`P1D`, `P1DT2H`).
   * Days count on the wall clock, so each occurrence of a series ends at the same time of day.
   * Absent on a timed event: every occurrence lasts exactly as long as the first one. Always absent on an
   * all-day event.
   * Source: rules/dates.md#durations.
   */
  readonly nominalDays?: number;
  readonly utcStart: WallClock;
  readonly utcEnd: WallClock;
  /**
   * Time zone as the author sent it: an IANA name (`Europe/Rome`), an offset (`UTC+5:30`, `+05:30`) or an
   * abbreviation (`CET`).
   */
  readonly timezone: string;
  /**
   * Abbreviation of the zone at the start (`CET`), or the text of the offset
   * (rules/dates.md#zone-abbreviation).
   */
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

/** Returns the milliseconds from start to end on the wall clock, without regard to changes of the clocks. */
export const lengthOf = ({ start, end }: Pick<Schedule, "start" | "end">): number =>
  millisecondsOf(end) - millisecondsOf(start);

/** Converts a time `HH:MM` to milliseconds since midnight. */
const cutoffLength = (dayCutoff: string): number => millisecondsOf(`1970-01-01 ${dayCutoff}:00`);

/** Returns the date `days` days later; a negative number returns an earlier date. */
const addDays = (date: string, days: number): string =>
  dateOf(utcText(millisecondsOf(`${date} 00:00:00`) + days * DAY));

/**
 * Returns the first and last second of a day on the wall clock. A day lasts from `dayCutoff` (`HH:MM`) to the
 * next one.
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
 * Returns the date of the last day of an all-day event. With a day cutoff, the last second of a day can be
 * after midnight. An end at this second belongs to the day before its date, so a second call does not extend
 * the event.
 * Source: rules/dates.md#all-day-cutoff.
 */
const lastDay = (end: WallClock, dayCutoff: string): string => {
  const before = addDays(dateOf(end), -1);
  return dayBounds(before, dayCutoff).last === end ? before : dateOf(end);
};

export interface ScheduleRequest {
  /** Start on the wall clock of `timezone`. */
  readonly start: WallClock;
  /** End on the wall clock of `timezone`. */
  readonly end: WallClock;
  /** True if the clocks show `start` twice and the second time is meant. */
  readonly startFold?: boolean | undefined;
  /**
   * True if the clocks show `end` twice and the second time is meant. `undefined` selects the first of the
   * two times that is not before the start.
   */
  readonly endFold?: boolean | undefined;
  readonly nominalDays?: number | undefined;
  readonly timezone: string;
  readonly allDay: boolean;
  /** Time of day at which a day ends, as `HH:MM`. */
  readonly dayCutoff: string;
}

/**
 * Creates the schedule of an event and derives its UTC times and abbreviation.
 *
 * - An all-day event covers complete days.
 * - An end before the start becomes the start.
 * - A time that does not exist because summer time begins moves forward.
 *
 * A finished schedule as input gives the same schedule, so an update can change only the zone or `allDay`.
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
 * Returns start and end of an all-day event. Its days are complete on the wall clock, even if summer time
 * begins at midnight.
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

/**
 * Returns start and end of an event that is not all-day. Source: rules/dates.md#end-before-start,
 * rules/dates.md#multi-day.
 */
const exactTimes = ({ start, end, startFold, endFold, timezone }: ScheduleRequest): Times => {
  const from = instantOf(millisecondsOf(start), timezone, startFold);
  const earlier = instantOf(millisecondsOf(end), timezone, endFold);
  const isOpen = earlier < from && endFold === undefined;
  const to = isOpen ? instantOf(millisecondsOf(end), timezone, true) : earlier;
  return timesBetween(from, Math.max(from, to), timezone);
};

/**
 * Converts two instants in milliseconds since 1970 to wall clocks. Sets `startFold` and `endFold` if the
 * clocks show a time twice and the second one is meant.
 */
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
