import { casual } from "chrono-node/en";
import { millisecondsOfParts, timeIn } from "../time/wall-clock.ts";

/** Maximum length of a phrase. The parsing time of the library grows faster than the length of the text. */
const MAX_LENGTH = 100;

/**
 * Milliseconds of the reference moment. A result with this value has kept the time of the reference moment.
 */
const REFERENCE_MILLISECONDS = 7;

/**
 * Texts that only the rules may read: dates in digits, and zones. A text that the rules refused stays
 * refused.
 */
const REFUSED = /\d[-/.]\d|[+@]|\b(?:utc|gmt)\b/;

/** Words that make a result mean the whole day even if it has the time of `wallNow`. */
const DAY_WORD = /\b(?:today|tomorrow|yesterday|weekend)\b/;

/**
 * Reads an English phrase that the rules do not cover, such as `friday evening`. Returns its wall clock, in
 * milliseconds as if it were UTC; `wallNow` has the same unit. Returns `undefined` unless the whole text is
 * one phrase.
 * Source: rules/dates.md#english-phrases.
 */
export const readFreeText = (text: string, wallNow: number): number | undefined => {
  if (text.length > MAX_LENGTH || REFUSED.test(text) || !/[a-z]{3}/.test(text)) return undefined;
  const [found, another] = casual.parse(text, noonOf(wallNow), { forwardDate: true });
  if (found === undefined || another !== undefined || found.text !== text || found.end) return undefined;
  const part = (name: "year" | "month" | "day" | "hour" | "minute" | "second"): number =>
    found.start.get(name) ?? 0;
  // In this case hours were counted from noon, or the text has a zone that the rules do not cover.
  if (found.start.isCertain("timezoneOffset")) return undefined;
  const date = millisecondsOfParts(part("year"), part("month"), part("day"));
  if (found.start.isCertain("hour")) return date + clock(part("hour"), part("minute"), part("second"));
  if (found.start.get("millisecond") === REFERENCE_MILLISECONDS && !DAY_WORD.test(text))
    return date + timeIn(wallNow);
  return part("hour") === 12 ? date : date + clock(part("hour"), part("minute"), part("second"));
};

/**
 * Returns noon of this day on the clock of the machine, which the library counts by. Clocks never change at
 * noon, so the zone of the machine makes no difference.
 */
const noonOf = (wallNow: number): Date => {
  const day = new Date(wallNow);
  const noon = new Date(2000, 0, 1, 12, 0, 0, REFERENCE_MILLISECONDS);
  noon.setFullYear(day.getUTCFullYear(), day.getUTCMonth(), day.getUTCDate());
  return noon;
};

const clock = (hour: number, minute: number, second: number): number =>
  ((hour * 60 + minute) * 60 + second) * 1000;
