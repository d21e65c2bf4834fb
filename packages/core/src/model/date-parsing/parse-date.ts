import type { Clock } from "../../ports/clock.ts";
import { instantOf, wallMillisecondsAt } from "../time/time-zone.ts";
import { isRepresentable, millisecondsOfParts, utcText, type WallClock } from "../time/wall-clock.ts";
import { combine, type DateReading, hasTime, negated } from "./date-reading.ts";
import { DATE_RULES } from "./date-rules.ts";
import { readFreeText } from "./free-text.ts";
import { adjustmentOfReading, isExact, isTimeThere, resolveReading } from "./resolve-reading.ts";
import { RELATIVE_RULES, TIME_RULES, ZONE_RULES } from "./time-rules.ts";
import type { Rule } from "./words.ts";

/** Maximum length of a date text in characters; longer texts are refused. */
const MAX_LENGTH = 200;

/**
 * Matches numeric texts, with or without `@`, which are Unix times in seconds. Source:
 * rules/dates.md#unix-times.
 */
const UNIX_TIME = /^@?([+-]?\d+(?:\.\d*)?)$/;

/**
 * Matches an offset followed by a zone name, such as `gmt+0100 (central european time)`. The zone name is
 * ignored.
 */
const ZONE_COMMENT = /(gmt[+-]\d{4}) \([a-z .'-]*\)$/;

/**
 * Rules that read one part of a date text. The first rule that matches and accepts the part wins, so rules
 * for longer forms come first.
 */
const RULES: readonly Rule[] = [...RELATIVE_RULES, ...DATE_RULES, ...TIME_RULES, ...ZONE_RULES];

const AGO = /^ago(?![a-z0-9])/;
const SEPARATORS = /^[ ,]*/;

/**
 * Parses a date text and returns the wall clock in `timezone`.
 * Returns `undefined` if the text cannot be parsed, or if the date is outside the years 1 to 9999 in UTC or
 * in `timezone`.
 *
 * - Relative words such as `tomorrow` refer to days in `timezone`.
 * - An offset, a zone or a Unix time in the text fixes the instant, which is then converted to `timezone`.
 * - `now` is in milliseconds since 1970. If it is a clock, the clock is read only if the text depends on the
 *   current time.
 *
 * Source: rules/dates.md#date-input, rules/dates.md#offsets-in-dates.
 */
export const parseDate = (text: string, timezone: string, now: number | Clock): WallClock | undefined =>
  parseMoment(text, timezone, now)?.wallClock;

/** Result of parsing a date text: the wall clock and the instant. */
export interface Moment {
  /** Wall clock in the time zone with which `parseMoment` was called. */
  readonly wallClock: WallClock;
  readonly utc: WallClock;
  /**
   * True if the text fixes the instant by an offset, a zone, a Unix time or a number of hours, minutes or
   * seconds from now.
   * False if the text is only a wall clock.
   */
  readonly isExact: boolean;
}

/**
 * Same as `parseDate`, but also returns the instant. When the clocks go back, a wall clock alone can mean two
 * instants.
 */
export const parseMoment = (text: string, timezone: string, now: number | Clock): Moment | undefined => {
  const toNow = typeof now === "number" ? () => now : () => now.now();
  const read = text.length > MAX_LENGTH ? undefined : toInstant(text, timezone, toNow);
  if (read === undefined || !isRepresentable(read.instant)) return undefined;
  const wall = wallMillisecondsAt(read.instant, timezone);
  return isRepresentable(wall)
    ? { wallClock: utcText(wall), utc: utcText(read.instant), isExact: read.isExact }
    : undefined;
};

/**
 * Returns the reason why the date that `parseDate` returns differs from the date in the text. Returns
 * `undefined` if both are equal.
 */
export const adjustmentOfDate = (
  text: string,
  timezone: string,
  now: number,
): "impossible-date" | "skipped-time" | undefined => {
  const iso = isoMilliseconds(text);
  // The usual case is an ISO date that exists; it needs no adjustment, so the rules are skipped.
  if (iso !== undefined && utcText(iso).startsWith(text.replace("T", " ")) && isTimeThere(iso, timezone))
    return undefined;
  const reading = UNIX_TIME.test(plain(text)) ? undefined : read(plain(text));
  return reading && adjustmentOfReading(reading, timezone, () => now);
};

const plain = (text: string): string =>
  text.trim().replace(/\s+/g, " ").toLowerCase().replace(ZONE_COMMENT, "$1");

/**
 * Matches an ISO 8601 date with or without a time, as programs send it. Such a text is parsed without
 * `RULES`.
 */
const ISO = /^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2})?)?$/;

/**
 * Parses an ISO 8601 text in less time than `RULES`, with the same result. Returns `undefined` for other
 * texts and for dates that `RULES` refuse.
 */
const isoMilliseconds = (text: string): number | undefined => {
  if (!ISO.test(text)) return undefined;
  const part = (from: number): number => Number(text.slice(from, from + 2));
  const [month, day, hour, minute, second] = [part(5), part(8), part(11), part(14), part(17)];
  const isRead = month <= 12 && day <= 31 && hour <= 24 && minute <= 59 && second <= 60;
  return isRead ? millisecondsOfParts(Number(text.slice(0, 4)), month, day, hour, minute, second) : undefined;
};

interface Instant {
  /** Milliseconds since 1970. */
  readonly instant: number;
  readonly isExact: boolean;
}

const toInstant = (sent: string, timezone: string, now: () => number): Instant | undefined => {
  const onClock = (wall: number | undefined): Instant | undefined =>
    wall === undefined || !isRepresentable(wall)
      ? undefined
      : { instant: instantOf(wall, timezone), isExact: false };
  const iso = isoMilliseconds(sent);
  if (iso !== undefined) return onClock(iso);
  const text = plain(sent);
  const unix = UNIX_TIME.exec(text);
  if (unix) return { instant: Number(unix[1]) * 1000, isExact: true };
  const reading = read(text);
  if (reading === undefined) return onClock(readFreeText(text, wallMillisecondsAt(now(), timezone)));
  const instant = resolveReading(reading, timezone, now);
  return instant === undefined ? undefined : { instant, isExact: isExact(reading) };
};

/**
 * Parses a complete text as a sequence of parts in any order. Returns `undefined` if one part is not
 * recognised.
 */
const read = (text: string): DateReading | undefined => {
  let reading: DateReading = {};
  let rest = text.replace(SEPARATORS, "");
  while (rest !== "") {
    const ago = AGO.exec(rest)?.[0];
    const part = ago === undefined ? readPart(rest) : undefined;
    const next = ago === undefined ? part && combine(reading, part.reading) : negated(reading);
    if (next === undefined) return undefined;
    reading = next;
    rest = rest.slice((ago ?? part?.text ?? "").length).replace(SEPARATORS, "");
  }
  return hasTime(reading) ? reading : undefined;
};

/**
 * Parses the first part of a text. Returns the reading and the text of the part, or `undefined` if no rule
 * matches.
 */
const readPart = (text: string): { readonly reading: DateReading; readonly text: string } | undefined => {
  for (const { pattern, read: toReading } of RULES) {
    const match = pattern.exec(text);
    const reading = match && toReading(match.groups ?? {});
    if (match && reading) return { reading, text: match[0] };
  }
  return undefined;
};
