import { casual } from "chrono-node/en";
import { millisecondsOfParts, timeIn } from "../time/wall-clock.ts";

/** No phrase is longer; what the library does with nonsense grows faster than its length. */
const MAX_LENGTH = 100;

/** Comes back in readings that keep the time of the moment they are counted from. */
const MARK = 7;

/** The rules decide on dates in figures and on zones: what they refused stays refused. */
const REFUSED = /\d[-/.]\d|[+@]|\b(?:utc|gmt)\b/;

/** With these, a reading with the time of `wallNow` still means the whole day. */
const DAY_WORD = /\b(?:today|tomorrow|yesterday|weekend)\b/;

/**
 * English that the rules do not cover (`friday evening`, `the day after tomorrow`): the wall clock it means, at
 * `wallNow`, both in milliseconds as if they were UTC. `undefined` unless the whole text is one such phrase.
 * Source: rules/dates.md#english-phrases.
 */
export const readFreeText = (text: string, wallNow: number): number | undefined => {
  if (text.length > MAX_LENGTH || REFUSED.test(text) || !/[a-z]{3}/.test(text)) return undefined;
  const [found, another] = casual.parse(text, noonOf(wallNow), { forwardDate: true });
  if (found === undefined || another !== undefined || found.text !== text || found.end) return undefined;
  const part = (name: "year" | "month" | "day" | "hour" | "minute" | "second"): number =>
    found.start.get(name) ?? 0;
  // Then hours were counted from noon, or a zone read that the rules do not know.
  if (found.start.isCertain("timezoneOffset")) return undefined;
  const date = millisecondsOfParts(part("year"), part("month"), part("day"));
  if (found.start.isCertain("hour")) return date + clock(part("hour"), part("minute"), part("second"));
  if (found.start.get("millisecond") === MARK && !DAY_WORD.test(text)) return date + timeIn(wallNow);
  return part("hour") === 12 ? date : date + clock(part("hour"), part("minute"), part("second"));
};

/**
 * Noon of this day on the clock of this machine, by which the library counts: no clocks change at noon, so the
 * machine's zone makes no difference.
 */
const noonOf = (wallNow: number): Date => {
  const day = new Date(wallNow);
  const noon = new Date(2000, 0, 1, 12, 0, 0, MARK);
  noon.setFullYear(day.getUTCFullYear(), day.getUTCMonth(), day.getUTCDate());
  return noon;
};

const clock = (hour: number, minute: number, second: number): number =>
  ((hour * 60 + minute) * 60 + second) * 1000;
