import type { Schedule } from "../time/schedule.ts";
import { toWallClock } from "../time/time-zone.ts";
import { dateOf, MINUTE, millisecondsOf, utcText, type WallClock } from "../time/wall-clock.ts";

const WALL_CLOCK =
  /^(\d{4})-?(\d{2})-?(\d{2})(?:[T ](\d{2}):?(\d{2})(?::?(\d{2}))?(?:(Z)|([+-])(\d{2}):?(\d{2}))?)?$/i;

/** A date, with a time or without, as ISO 8601 writes it. */
export interface WallClockText {
  readonly date: string;
  /** `HH:MM:SS`. */
  readonly time?: string;
  /** Minutes east of UTC, where the text says so: then it is an instant. */
  readonly offset?: number;
}

/** Reads `2031-05-06 19:00:00`, `2031-05-06T19:00`, `20310506T190000Z`, `2031-05-06` and the like; impossible dates are none. */
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

/** The wall clock in the zone; of a date without a time `undefined`. */
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
 * The recurrence id that a text means: `2031-05-06 19:00:00` or with a `T`, of an all-day event the date as it is written, whatever the time
 * and the zone after it; `undefined` if it means none. Source: rules/recurrence.md#recurrence-dates.
 */
export const toRecurrenceId = (text: string, first: Schedule): WallClock | undefined => {
  const read = readWallClock(text);
  if (read === undefined) return undefined;
  return first.allDay ? onDay(read.date, first) : toZoneWallClock(read, first.timezone);
};

/** The start of an all-day event on this date: the time of the day when days begin is that of its first start. */
const onDay = (date: string, first: Schedule): WallClock => `${date}${first.start.slice(10)}`;

/** A recurrence id as clients see it: the date of an event that lasts all day. */
export const writtenRecurrenceId = (recurrenceId: WallClock, first: Schedule): string =>
  first.allDay ? dateOf(recurrenceId) : recurrenceId;

/** `20310506T190000`. */
export const basicText = (milliseconds: number): string =>
  utcText(milliseconds).replace(" ", "T").replaceAll(/[-:]/g, "");
