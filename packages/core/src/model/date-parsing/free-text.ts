import { casual } from "chrono-node/en";
import { millisecondsOfParts, timeIn } from "../time/wall-clock.ts";

/**
 * Maximum length of a phrase in characters. The parsing time of `chrono-node` grows faster than the length of
 * the phrase.
 */
const MAX_LENGTH = 100;

/**
 * Milliseconds of the reference time that `chrono-node` gets. If the result has the same milliseconds, the
 * phrase contains no time of day.
 */
const REFERENCE_MILLISECONDS = 7;

/**
 * Matches texts with numeric dates or zones, which `chrono-node` must not parse. Such a text is valid only if
 * the rules in `parse-date` accept it.
 */
const REFUSED = /\d[-/.]\d|[+@]|\b(?:utc|gmt)\b/;

/**
 * Words that mean a complete day. If such a phrase has no time of day, the result is the beginning of the day
 * and not the current time.
 */
const DAY_WORD = /\b(?:today|tomorrow|yesterday|weekend)\b/;

/**
 * Parses an English phrase that the rules in `parse-date` do not cover, such as `friday evening`.
 * The result and `wallNow` are wall clocks in milliseconds, read as if they were UTC. Returns `undefined`
 * unless the complete text is one phrase for one time, without an end.
 * Source: rules/dates.md#english-phrases.
 */
export const readFreeText = (text: string, wallNow: number): number | undefined => {
  if (text.length > MAX_LENGTH || REFUSED.test(text) || !/[a-z]{3}/.test(text)) return undefined;
  const [found, another] = casual.parse(text, noonOf(wallNow), { forwardDate: true });
  if (found === undefined || another !== undefined || found.text !== text || found.end) return undefined;
  const part = (name: "year" | "month" | "day" | "hour" | "minute" | "second"): number =>
    found.start.get(name) ?? 0;
  // An offset in the result means that the library counted hours from noon, or found a zone that the rules do
  // not cover.
  if (found.start.isCertain("timezoneOffset")) return undefined;
  const date = millisecondsOfParts(part("year"), part("month"), part("day"));
  if (found.start.isCertain("hour")) return date + clock(part("hour"), part("minute"), part("second"));
  if (found.start.get("millisecond") === REFERENCE_MILLISECONDS && !DAY_WORD.test(text))
    return date + timeIn(wallNow);
  return part("hour") === 12 ? date : date + clock(part("hour"), part("minute"), part("second"));
};

/**
 * Returns noon on the day of `wallNow`, in the time zone of the machine, which `chrono-node` uses. Clocks
 * never change at noon, so the result does not depend on the zone.
 */
const noonOf = (wallNow: number): Date => {
  const day = new Date(wallNow);
  const noon = new Date(2000, 0, 1, 12, 0, 0, REFERENCE_MILLISECONDS);
  noon.setFullYear(day.getUTCFullYear(), day.getUTCMonth(), day.getUTCDate());
  return noon;
};

const clock = (hour: number, minute: number, second: number): number =>
  ((hour * 60 + minute) * 60 + second) * 1000;
