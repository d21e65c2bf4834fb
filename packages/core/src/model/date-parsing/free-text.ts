import { casual } from "chrono-node/en";
import { millisecondsOfParts } from "../time/time-zone.ts";

const DAY = 24 * 60 * 60 * 1000;

/** No phrase is longer; what the library does with nonsense grows faster than its length. */
const MAX_LENGTH = 100;

/** Shows up again in readings that take over the time of the moment they are counted from. */
const MARK = 7;

/** Our own rules decide on dates in figures and on zones: what they refused stays refused. */
const REFUSED = /\d[-/.]\d|[+@]|\b(?:utc|gmt)\b/;

/** With these, a reading that takes over the present time still means the whole day. */
const DAY_WORD = /\b(?:today|tomorrow|yesterday|weekend)\b/;

/**
 * English that the rules do not cover (`friday evening`, `the day after tomorrow`): the wall clock it means, given the
 * present one, both in milliseconds as if they were UTC. `undefined` unless the whole text is one such phrase.
 */
export const readFreeText = (text: string, present: number): number | undefined => {
  if (text.length > MAX_LENGTH || REFUSED.test(text) || !/[a-z]{3}/.test(text)) return undefined;
  const [found, another] = casual.parse(text, noonOf(present), { forwardDate: true });
  if (found === undefined || another !== undefined || found.text !== text || found.end) return undefined;
  const part = (name: "year" | "month" | "day" | "hour" | "minute" | "second"): number =>
    found.start.get(name) ?? 0;
  // Then hours were counted from noon, or a zone read that our rules do not know.
  if (found.start.isCertain("timezoneOffset")) return undefined;
  const date = millisecondsOfParts(part("year"), part("month"), part("day"));
  if (found.start.isCertain("hour")) return date + clock(part("hour"), part("minute"), part("second"));
  if (found.start.get("millisecond") === MARK && !DAY_WORD.test(text)) return date + timeOf(present);
  return part("hour") === 12 ? date : date + clock(part("hour"), part("minute"), part("second"));
};

/**
 * Noon of the present day on the clock of this machine, by which the library counts: no clocks change at noon, so the
 * machine's zone makes no difference.
 */
const noonOf = (present: number): Date => {
  const day = new Date(present);
  const noon = new Date(2000, 0, 1, 12, 0, 0, MARK);
  noon.setFullYear(day.getUTCFullYear(), day.getUTCMonth(), day.getUTCDate());
  return noon;
};

const clock = (hour: number, minute: number, second: number): number =>
  ((hour * 60 + minute) * 60 + second) * 1000;

const timeOf = (present: number): number => ((present % DAY) + DAY) % DAY;
