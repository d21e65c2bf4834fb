import type { Schedule } from "../time/schedule.ts";
import { toWallClock } from "../time/time-zone.ts";
import { dateOf, MINUTE, millisecondsOf, utcText, type WallClock } from "../time/wall-clock.ts";

const WALL_CLOCK =
  /^(\d{4})-?(\d{2})-?(\d{2})(?:[T ](\d{2}):?(\d{2})(?::?(\d{2}))?(?:(Z)|([+-])(\d{2}):?(\d{2}))?)?$/i;

/** ISO 8601 date with or without a time. */
export interface WallClockText {
  readonly date: string;
  /** `HH:MM:SS`. */
  readonly time?: string;
  /** Minutes east of UTC. Present if the text has an offset, and so is an instant. */
  readonly offset?: number;
}

/**
 * Reads texts such as `2031-05-06 19:00:00`, `2031-05-06T19:00`, `20310506T190000Z` and `2031-05-06`. Returns
 * `undefined` for other texts and impossible dates.
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

/** Returns the wall clock in the zone, or `undefined` for a date without a time. */
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
 * Returns the recurrence id of a text such as `2031-05-06 19:00:00`, with a blank or a `T`. For an all-day
 * event the date counts as written, whatever the time and zone after it. Returns `undefined` if the text is
 * not a date.
 * Source: rules/recurrence.md#recurrence-dates.
 */
export const toRecurrenceId = (text: string, first: Schedule): WallClock | undefined => {
  const read = readWallClock(text);
  if (read === undefined) return undefined;
  return first.allDay ? onDay(read.date, first) : toZoneWallClock(read, first.timezone);
};

/**
 * Returns the start of an all-day event on this date. The time at which its days begin is that of its first
 * start.
 */
const onDay = (date: string, first: Schedule): WallClock => `${date}${first.start.slice(10)}`;

/** Returns a recurrence id as clients see it: a date for an all-day event. */
export const writtenRecurrenceId = (recurrenceId: WallClock, first: Schedule): string =>
  first.allDay ? dateOf(recurrenceId) : recurrenceId;

/** Returns a time in basic ISO 8601 form: `20310506T190000`. */
export const basicText = (milliseconds: number): string =>
  utcText(milliseconds).replace(" ", "T").replaceAll(/[-:]/g, "");
