/** `YYYY-MM-DD HH:MM:SS`, 24 h, no offset: text that sorts (rules/dates.md#date-form). Each field names its zone. */
export type WallClock = string;

/** What stands for "no instant yet" in UTC members. Source: rules/dates.md#floating-drafts. */
export const NO_INSTANT = "0000-00-00 00:00:00";

/** Units of time in milliseconds. */
export const SECOND = 1000;
export const MINUTE: number = 60 * SECOND;
export const DAY: number = 24 * 60 * MINUTE;
/** The Gregorian calendar repeats after 400 years. */
export const CYCLE: number = 146_097 * DAY;

/**
 * Milliseconds since 1970 of the parts of a UTC date and time; parts beyond their bounds overflow (month 14 is February of
 * the next year). Months from 1.
 */
export const millisecondsOfParts = (
  year: number,
  month: number,
  day: number,
  hour = 0,
  minute = 0,
  second = 0,
): number => Date.UTC(year + 400, month - 1, day, hour, minute, second) - CYCLE;

/** Milliseconds since 1970, `monthsLater` added to the month. */
const toMilliseconds = (utc: WallClock, monthsLater: number): number => {
  const number = (from: number, to: number): number => Number(utc.slice(from, to));
  const [year, month, day] = [number(0, 4), number(5, 7) + monthsLater, number(8, 10)];
  return millisecondsOfParts(year, month, day, number(11, 13), number(14, 16), number(17, 19));
};

/** Milliseconds since 1970. */
export const millisecondsOf = (utc: WallClock): number => toMilliseconds(utc, 0);

/** ISO 8601, with the offset that lies between a wall clock and its UTC: `2031-05-06T18:00:00+02:00`. */
export const toIsoTime = (wall: WallClock, utc: WallClock): string => {
  const minutes = Math.round((millisecondsOf(wall) - millisecondsOf(utc)) / MINUTE);
  const pad = (part: number): string => String(part).padStart(2, "0");
  const size = Math.abs(minutes);
  return `${wall.replace(" ", "T")}${minutes < 0 ? "-" : "+"}${pad(Math.floor(size / 60))}:${pad(size % 60)}`;
};

const FIRST_INSTANT = millisecondsOf("0001-01-01 00:00:00");
const LAST_INSTANT = millisecondsOf("9999-12-31 23:59:59");

/** Whether a `WallClock` can hold these milliseconds since 1970: the years 1 to 9999. */
export const isRepresentable = (milliseconds: number): boolean =>
  milliseconds >= FIRST_INSTANT && milliseconds <= LAST_INSTANT;

/** The UTC wall clock at this many milliseconds since 1970; fractions of a second dropped, years cut to 0001-9999. */
export const utcText = (milliseconds: number): WallClock => {
  const whole = Math.floor(milliseconds / SECOND) * SECOND;
  const bounded = Math.min(Math.max(whole, FIRST_INSTANT), LAST_INSTANT);
  const text = new Date(bounded).toISOString();
  return `${text.slice(0, 10)} ${text.slice(11, 19)}`;
};

/** The same day and time this many months later; a day the month lacks rolls on: 31 January + 1 month = 3 March. */
export const addMonths = (utc: WallClock, months: number): WallClock => utcText(toMilliseconds(utc, months));

/** `YYYY-MM-DD`. */
export const dateOf = (wallClock: WallClock): string => wallClock.slice(0, 10);

/** The time of the day in milliseconds, also before 1970. */
export const timeIn = (milliseconds: number): number => ((milliseconds % DAY) + DAY) % DAY;
