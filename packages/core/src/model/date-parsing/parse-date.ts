import type { Clock } from "../../ports/clock.ts";
import { instantOf, wallMillisecondsAt } from "../time/time-zone.ts";
import { isRepresentable, millisecondsOfParts, utcText, type WallClock } from "../time/wall-clock.ts";
import { combine, type DateReading, hasTime, negated } from "./date-reading.ts";
import { DATE_RULES } from "./date-rules.ts";
import { readFreeText } from "./free-text.ts";
import { adjustmentOfReading, isExact, isTimeThere, resolveReading } from "./resolve-reading.ts";
import { RELATIVE_RULES, TIME_RULES, ZONE_RULES } from "./time-rules.ts";
import type { Rule } from "./words.ts";

/** Maximum length of a date text; longer texts are refused. */
const MAX_LENGTH = 200;

/** Purely numeric texts: Unix times in seconds. Source: rules/dates.md#unix-times. */
const UNIX_TIME = /^@?([+-]?\d+(?:\.\d*)?)$/;

/** Zone name that programs print after an offset; it adds nothing to the offset. */
const ZONE_COMMENT = /(gmt[+-]\d{4}) \([a-z .'-]*\)$/;

/** The first matching rule wins, so longer forms come first. */
const RULES: readonly Rule[] = [...RELATIVE_RULES, ...DATE_RULES, ...TIME_RULES, ...ZONE_RULES];

const AGO = /^ago(?![a-z0-9])/;
const SEPARATORS = /^[ ,]*/;

/**
 * Returns the date and time of a text, on the wall clock of `timezone`. Returns `undefined` if the text is
 * not understood, or if the date lies outside the years 1 to 9999 in UTC or in the zone. Words mean days of
 * that zone. An offset, a zone or a Unix time in the text fixes the instant, which is converted. `now` is in
 * milliseconds since 1970. A clock is read only for texts whose meaning depends on it.
 * Source: rules/dates.md#date-input, rules/dates.md#offsets-in-dates.
 */
export const parseDate = (text: string, timezone: string, now: number | Clock): WallClock | undefined =>
  parseMoment(text, timezone, now)?.wallClock;

/** Date that a text means in a zone. */
export interface Moment {
  /** Wall clock in the zone. */
  readonly wallClock: WallClock;
  readonly utc: WallClock;
  /**
   * True if the text fixes the instant: by an offset, a zone, a Unix time or a span of hours from now.
   * Otherwise the text is a wall clock.
   */
  readonly isExact: boolean;
}

/**
 * Same as `parseDate`, with the instant. The wall clock alone is ambiguous where the clocks show it twice.
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

/** Returns why the date from `parseDate` differs from the one in the text, or `undefined` if it does not. */
export const adjustmentOfDate = (
  text: string,
  timezone: string,
  now: number,
): "impossible-date" | "skipped-time" | undefined => {
  const iso = isoMilliseconds(text);
  // Skips the rules in the usual case: a program sent an ISO date that exists.
  if (iso !== undefined && utcText(iso).startsWith(text.replace("T", " ")) && isTimeThere(iso, timezone))
    return undefined;
  const reading = UNIX_TIME.test(plain(text)) ? undefined : read(plain(text));
  return reading && adjustmentOfReading(reading, timezone, () => now);
};

const plain = (text: string): string =>
  text.trim().replace(/\s+/g, " ").toLowerCase().replace(ZONE_COMMENT, "$1");

/** ISO 8601 date, or date and time, as programs send it. It is read without the rules. */
const ISO = /^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2})?)?$/;

/**
 * Returns the same value as the rules for an ISO text. Returns `undefined` for texts that the rules refuse,
 * and for all other texts.
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

/** Returns the reading of a text whose parts are all understood, in any order. */
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

/** Returns the reading of the part that the text begins with. */
const readPart = (text: string): { readonly reading: DateReading; readonly text: string } | undefined => {
  for (const { pattern, read: toReading } of RULES) {
    const match = pattern.exec(text);
    const reading = match && toReading(match.groups ?? {});
    if (match && reading) return { reading, text: match[0] };
  }
  return undefined;
};
