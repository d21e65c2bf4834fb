import { abbreviationAt, instantOf, toUtc, wallMillisecondsAt } from "./time-zone.ts";
import { DAY, dateOf, millisecondsOf, SECOND, utcText, type WallClock } from "./wall-clock.ts";

/** When an event takes place; UTC is derived from wall clock and zone (rules/dates.md#wall-clock-truth). */
export interface Schedule {
  /** Wall clock in `timezone`. */
  readonly start: WallClock;
  /** Wall clock in `timezone`; its instant is never before that of `start`. */
  readonly end: WallClock;
  /** The clocks go back and show `start` twice: the second time is meant. Source: rules/dates.md#dst-overlap. */
  readonly startFold?: true;
  /** The same of `end`. */
  readonly endFold?: true;
  /**
   * Days of the length that count on the wall clock, where they were sent as such (`P1D`): each occurrence of a series ends at the same
   * time of the day. Absent: occurrences last exactly as long as the first one. Source: rules/dates.md#durations.
   */
  readonly nominalDays?: number;
  readonly utcStart: WallClock;
  readonly utcEnd: WallClock;
  /** As the author sent it: an IANA name (`Europe/Rome`), a UTC offset (`UTC+5:30`), a bare offset or an abbreviation. */
  readonly timezone: string;
  /** The abbreviation valid at the start (`CET`), or the offset text (rules/dates.md#zone-abbreviation). */
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

/** Milliseconds from start to end on the wall clock. */
export const lengthOf = ({ start, end }: Pick<Schedule, "start" | "end">): number =>
  millisecondsOf(end) - millisecondsOf(start);

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
  /** Counts where the clocks show `start` twice: the second time is meant. */
  readonly startFold?: boolean | undefined;
  /** The same of `end`; `undefined`: the first time that is not before the start. */
  readonly endFold?: boolean | undefined;
  readonly nominalDays?: number | undefined;
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

/** Days stay whole on the wall clock even where summer time begins at midnight. Source: rules/dates.md#all-day. */
const wholeDays = ({ start, end, timezone, dayCutoff }: ScheduleRequest): Times => {
  const firstDay = dateOf(start);
  const last = lastDay(end, dayCutoff);
  const [begin, finish] = [
    dayBounds(firstDay, dayCutoff).first,
    dayBounds(last < firstDay ? firstDay : last, dayCutoff).last,
  ];
  return { start: begin, end: finish, utcStart: toUtc(begin, timezone), utcEnd: toUtc(finish, timezone) };
};

/** Source: rules/dates.md#end-before-start, rules/dates.md#multi-day. */
const exactTimes = ({ start, end, startFold, endFold, timezone }: ScheduleRequest): Times => {
  const from = instantOf(millisecondsOf(start), timezone, startFold);
  const earlier = instantOf(millisecondsOf(end), timezone, endFold);
  const isOpen = earlier < from && endFold === undefined;
  const to = isOpen ? instantOf(millisecondsOf(end), timezone, true) : earlier;
  return timesBetween(from, Math.max(from, to), timezone);
};

/** The wall clocks of two instants in milliseconds since 1970, with what tells repeated ones apart. */
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
