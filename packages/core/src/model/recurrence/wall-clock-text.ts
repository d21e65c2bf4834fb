import type { Schedule } from "../time/schedule.ts";
import { toWallClock } from "../time/time-zone.ts";
import { dateOf, MINUTE, millisecondsOf, utcText, type WallClock } from "../time/wall-clock.ts";

const WALL_CLOCK =
  /^(\d{4})-?(\d{2})-?(\d{2})(?:[T ](\d{2}):?(\d{2})(?::?(\d{2}))?(?:(Z)|([+-])(\d{2}):?(\d{2}))?)?$/i;

/** Parts of an ISO 8601 text: a date, with or without a time and an offset. */
export interface WallClockText {
  readonly date: string;
  /** Time as `HH:MM:SS`; absent if the text is only a date. */
  readonly time?: string;
  /** Minutes east of UTC. Present only if the text has an offset and therefore means an exact instant. */
  readonly offset?: number;
}

/**
 * Parses ISO 8601 texts such as `2031-05-06 19:00:00`, `2031-05-06T19:00`, `20310506T190000Z` and
 * `2031-05-06`. Returns `undefined` for other texts and impossible dates.
 */
export const readWallClock = (text: string): WallClockText | undefined => {
  const match = WALL_CLOCK.exec(text.trim());
  if (match === null) return undefined;
  const [, year, month, day, hour, minute, second = "00", utc, sign, hours, minutes] = match;
  const date = `${year}-${month}-${day}`;
  const time = hour === undefined ? undefined : `${hour}:${minute}:${second}`;
  const full = `${date} ${time ?? "00:00:00"}`;
  if (utcText(millisecondsOf(full)) !== full) return undefined;
  if (time === undefined) return { date };
  if (utc !== undefined) return { date, time, offset: 0 };
  if (sign === undefined) return { date, time };
  const size = Number(hours) * 60 + Number(minutes);
  return { date, time, offset: sign === "-" ? -size : size };
};

/**
 * Converts the parsed text to a wall clock in a time zone. A text without an offset is already on that wall
 * clock. Returns `undefined` if the text has no time.
 */
export const toZoneWallClock = (
  { date, time, offset }: WallClockText,
  timezone: string,
): WallClock | undefined => {
  if (time === undefined) return undefined;
  const wallClock = `${date} ${time}`;
  if (offset === undefined) return wallClock;
  return toWallClock(utcText(millisecondsOf(wallClock) - offset * MINUTE), timezone);
};

/**
 * Parses the recurrence id of an occurrence, such as `2031-05-06 19:00:00` or `2031-05-06T19:00:00`. For an
 * all-day event, only the date counts; a time or zone after it is ignored. Returns `undefined` if the text is
 * not a date, or if a timed event has a text without a time.
 * Source: rules/recurrence.md#recurrence-dates.
 */
export const toRecurrenceId = (text: string, first: Schedule): WallClock | undefined => {
  const read = readWallClock(text);
  if (read === undefined) return undefined;
  return first.allDay ? onDay(read.date, first) : toZoneWallClock(read, first.timezone);
};

/** Returns the start of an all-day event on this date. Its time of day is that of the first start. */
const onDay = (date: string, first: Schedule): WallClock => `${date}${first.start.slice(10)}`;

/** Converts a recurrence id to the form that clients see. For an all-day event that is only the date. */
export const writtenRecurrenceId = (recurrenceId: WallClock, first: Schedule): string =>
  first.allDay ? dateOf(recurrenceId) : recurrenceId;

/**
 * Formats a time in milliseconds since 1970, or a wall clock read as if it were UTC, in basic ISO 8601 form:
 * `20310506T190000`.
 */
export const basicText = (milliseconds: number): string =>
  utcText(milliseconds).replace(" ", "T").replaceAll(/[-:]/g, "");
