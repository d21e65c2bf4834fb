/**
 * Date and time as `YYYY-MM-DD HH:MM:SS`, without an offset. Such texts sort by time
 * (rules/dates.md#date-form). The comment of a field with this type names the time zone.
 */
export type WallClock = string;

/**
 * Value of `dateUtc` while a record has no publication date in UTC. Source: rules/dates.md#floating-drafts.
 */
export const NO_INSTANT = "0000-00-00 00:00:00";

/** Length of a second in milliseconds; the constants below are in milliseconds too. */
export const SECOND = 1000;
export const MINUTE: number = 60 * SECOND;
export const DAY: number = 24 * 60 * MINUTE;
/** Period after which the Gregorian calendar repeats (400 years), in milliseconds. */
export const CYCLE: number = 146_097 * DAY;

/**
 * Converts a UTC date and time, given by its parts, to milliseconds since 1970. Months count from 1. A part
 * that is too large carries over: month 14 is February of the next year.
 */
export const millisecondsOfParts = (
  year: number,
  month: number,
  day: number,
  hour = 0,
  minute = 0,
  second = 0,
): number => Date.UTC(year + 400, month - 1, day, hour, minute, second) - CYCLE;

/** Converts a UTC time to milliseconds since 1970, after adding `monthsLater` months. */
const toMilliseconds = (utc: WallClock, monthsLater: number): number => {
  const number = (from: number, to: number): number => Number(utc.slice(from, to));
  const [year, month, day] = [number(0, 4), number(5, 7) + monthsLater, number(8, 10)];
  return millisecondsOfParts(year, month, day, number(11, 13), number(14, 16), number(17, 19));
};

/** Converts a UTC time to milliseconds since 1970. */
export const millisecondsOf = (utc: WallClock): number => toMilliseconds(utc, 0);

/**
 * Formats a wall clock in ISO 8601 with its UTC offset: `2031-05-06T18:00:00+02:00`. `utc` is the same
 * instant in UTC.
 */
export const toIsoTime = (wall: WallClock, utc: WallClock): string => {
  const minutes = Math.round((millisecondsOf(wall) - millisecondsOf(utc)) / MINUTE);
  const pad = (part: number): string => String(part).padStart(2, "0");
  const size = Math.abs(minutes);
  return `${wall.replace(" ", "T")}${minutes < 0 ? "-" : "+"}${pad(Math.floor(size / 60))}:${pad(size % 60)}`;
};

const FIRST_INSTANT = millisecondsOf("0001-01-01 00:00:00");
const LAST_INSTANT = millisecondsOf("9999-12-31 23:59:59");

/**
 * True if a `WallClock` can hold this time, in milliseconds since 1970. A `WallClock` holds the years 1 to
 * 9999.
 */
export const isRepresentable = (milliseconds: number): boolean =>
  milliseconds >= FIRST_INSTANT && milliseconds <= LAST_INSTANT;

/**
 * Converts milliseconds since 1970 to a UTC time. Removes fractions of a second and limits the year to
 * 0001-9999.
 */
export const utcText = (milliseconds: number): WallClock => {
  const wholeSeconds = Math.floor(milliseconds / SECOND) * SECOND;
  const bounded = Math.min(Math.max(wholeSeconds, FIRST_INSTANT), LAST_INSTANT);
  const text = new Date(bounded).toISOString();
  return `${text.slice(0, 10)} ${text.slice(11, 19)}`;
};

/**
 * Adds months to a date. If the month has no such day, the date moves into the next month: 31 January + 1
 * month = 3 March.
 */
export const addMonths = (utc: WallClock, months: number): WallClock => utcText(toMilliseconds(utc, months));

/** Returns the date part of a wall clock, as `YYYY-MM-DD`. */
export const dateOf = (wallClock: WallClock): string => wallClock.slice(0, 10);

/**
 * Returns the milliseconds since midnight of a time in milliseconds since 1970, also for times before 1970.
 */
export const timeIn = (milliseconds: number): number => ((milliseconds % DAY) + DAY) % DAY;
