import type { Clock } from "../../ports/clock.ts";
import { instantOf, wallMillisecondsAt } from "../time/time-zone.ts";
import { isRepresentable, millisecondsOfParts, utcText, type WallClock } from "../time/wall-clock.ts";
import { combine, type DateReading, hasTime, negated } from "./date-reading.ts";
import { DATE_RULES } from "./date-rules.ts";
import { readFreeText } from "./free-text.ts";
import { adjustmentOfReading, isExact, isTimeThere, resolveReading } from "./resolve-reading.ts";
import { RELATIVE_RULES, TIME_RULES, ZONE_RULES } from "./time-rules.ts";
import type { Rule } from "./words.ts";

/** Longer texts are not understood, however they read. */
const MAX_LENGTH = 200;

/** Purely numeric texts are Unix times in seconds. Source: rules/dates.md#unix-times. */
const UNIX_TIME = /^@?([+-]?\d+(?:\.\d*)?)$/;

/** How programs print a date: the name of the zone adds nothing to its offset. */
const ZONE_COMMENT = /(gmt[+-]\d{4}) \([a-z .'-]*\)$/;

/** The earlier rule wins, so longer forms come first. */
const RULES: readonly Rule[] = [...RELATIVE_RULES, ...DATE_RULES, ...TIME_RULES, ...ZONE_RULES];

const AGO = /^ago(?![a-z0-9])/;
const SEPARATORS = /^[ ,]*/;

/**
 * The date and time a text means, on the wall clock of `timezone`; `undefined` when it is not understood or lies
 * outside the years 1 to 9999, in UTC or there. Words mean the days of that zone; an offset, a zone or a Unix time in
 * the text fixes the instant, which is converted. `now` in milliseconds since 1970; a clock is asked only for texts whose meaning
 * depends on it.
 * Source: rules/dates.md#date-input, rules/dates.md#offsets-in-dates.
 */
export const parseDate = (text: string, timezone: string, now: number | Clock): WallClock | undefined =>
  parseMoment(text, timezone, now)?.wallClock;

/** A date as a text means it in a zone. */
export interface Moment {
  /** On the clocks of the zone. */
  readonly wallClock: WallClock;
  readonly utc: WallClock;
  /** The text fixes the instant: with an offset, a zone, a Unix time or a span of hours from now. Else it is a wall clock. */
  readonly isExact: boolean;
}

/** The same with its instant, which the wall clock alone does not have where the clocks show it twice. */
export const parseMoment = (text: string, timezone: string, now: number | Clock): Moment | undefined => {
  const toNow = typeof now === "number" ? () => now : () => now.now();
  const read = text.length > MAX_LENGTH ? undefined : toInstant(text, timezone, toNow);
  if (read === undefined || !isRepresentable(read.instant)) return undefined;
  const wall = wallMillisecondsAt(read.instant, timezone);
  return isRepresentable(wall)
    ? { wallClock: utcText(wall), utc: utcText(read.instant), isExact: read.isExact }
    : undefined;
};

/** Why a date that `parseDate` understands is not the one that the text names; `undefined` when it is. */
export const adjustmentOfDate = (
  text: string,
  timezone: string,
  now: number,
): "impossible-date" | "skipped-time" | undefined => {
  const iso = isoMilliseconds(text);
  // What programs send is mostly the time that it names.
  if (iso !== undefined && utcText(iso).startsWith(text.replace("T", " ")) && isTimeThere(iso, timezone))
    return undefined;
  const reading = UNIX_TIME.test(plain(text)) ? undefined : read(plain(text));
  return reading && adjustmentOfReading(reading, timezone, () => now);
};

const plain = (text: string): string =>
  text.trim().replace(/\s+/g, " ").toLowerCase().replace(ZONE_COMMENT, "$1");

/** What programs send, read without the rules: a date, or date and time, as ISO 8601 writes them. */
const ISO = /^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2})?)?$/;

/** The same that the rules make of such a text; `undefined` for what they refuse, and all other texts. */
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

/** The reading of a text of which every part is understood; parts may stand in any order. */
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

/** What the text begins with. */
const readPart = (text: string): { readonly reading: DateReading; readonly text: string } | undefined => {
  for (const { pattern, read: toReading } of RULES) {
    const match = pattern.exec(text);
    const reading = match && toReading(match.groups ?? {});
    if (match && reading) return { reading, text: match[0] };
  }
  return undefined;
};
