import {
  DAY,
  isTimeZone,
  millisecondsOf,
  toUtc,
  toWallClock,
  utcText,
  type WallClock,
} from "@kalends/core/plugin";
import type { Property } from "./properties.ts";
import { type OffsetAt, offsetOn } from "./zones/observances.ts";
import type { FoundZone, Zones } from "./zones/zones.ts";

/** Date, or time in a time zone. */
export interface SourceTime {
  /** Wall clock time. For a date, midnight. */
  readonly wallClock: WallClock;
  readonly isDate: boolean;
  readonly timezone: string;
  /** True if the text ends in `Z` or has an offset. */
  readonly isUtc: boolean;
  /** True for a date, and for a time without `Z`, offset or `TZID`. */
  readonly isFloating: boolean;
  readonly guess?: NonNullable<FoundZone["guess"]>;
  /** Offsets of the time zone in the source; see `FoundZone`. */
  readonly offsets?: OffsetAt;
}

const TIME =
  /^(\d{4})-?(\d{2})-?(\d{2})(?:T:*|[T ](\d{2}):?(\d{2})(?::?(\d{2}))?(?:\.\d+)?(Z|[+-]\d{2}:?\d{2})?)?$/i;

/**
 * Parses a date or time, using the parameters of its property. Returns `undefined` if the text is invalid.
 */
export const toTime = (text: string, { parameters }: Property, zones: Zones): SourceTime | undefined => {
  const match = TIME.exec(text.trim());
  if (match === null) return undefined;
  const [, year, month, day, hour, minute = "00", seconds = "00", mark = ""] = match;
  // Wall clock times in this project have no leap seconds.
  const second = seconds === "60" ? "59" : seconds;
  const isNextDay = hour === "24" && minute === "00" && second === "00";
  const written = `${year}-${month}-${day} ${isNextDay ? "00" : (hour ?? "00")}:${minute}:${second}`;
  if (utcText(millisecondsOf(written)) !== written) return undefined;
  const wallClock = isNextDay ? daysLater(written, 1) : written;
  const tzid = parameters.get("TZID") ?? "";
  // Some programs write a date as midnight with VALUE=DATE.
  const isDate = /^date$/i.test(parameters.get("VALUE") ?? "") && isMidnight(wallClock);
  if (hour === undefined || isDate)
    return { wallClock, isDate: true, timezone: zones.floating, isUtc: false, isFloating: true };
  const timed = { isDate: false, isUtc: false, isFloating: false };
  if (/^z$/i.test(mark)) return { ...timed, wallClock, timezone: "UTC", isUtc: true };
  if (mark !== "") {
    const minutes = Number(mark.slice(1, 3)) * 60 + Number(mark.slice(-2));
    const east = mark.startsWith("-") ? -minutes : minutes;
    const utc = utcText(millisecondsOf(wallClock) - east * 60_000);
    return { ...timed, wallClock: utc, timezone: "UTC", isUtc: true };
  }
  if (tzid === "") return { ...timed, wallClock, timezone: zones.floating, isFloating: true };
  return { ...timed, wallClock, ...zones.resolve(tzid, wallClock) };
};

/** Returns the text if it is a valid time zone for an event, otherwise `undefined`. */
export const asZone = (text: string | undefined): string | undefined =>
  text !== undefined && text.length <= 100 && isTimeZone(text) ? text : undefined;

/** Converts a time to UTC. Dates and floating times have no time zone; they are read in `timezone`. */
export const instantOf = (time: SourceTime, timezone: string): WallClock =>
  toUtc(time.wallClock, time.isDate || time.isFloating ? timezone : time.timezone);

/** Converts a time to the wall clock of `timezone`. Dates and floating times are returned unchanged. */
export const onClockOf = (time: SourceTime, timezone: string): WallClock =>
  time.isDate || time.isFloating || time.timezone === timezone
    ? time.wallClock
    : toWallClock(toUtc(time.wallClock, time.timezone), timezone);

/**
 * Time zone of an event. `offsets` is set if no known time zone has the offsets of the time zone in the
 * source.
 */
export interface SourceClock {
  readonly offsets?: OffsetAt;
  readonly timezone: string;
}

/** Converts a wall clock time of the source's time zone to the time zone of the event. */
export const fromSourceClock = (wallClock: WallClock, { offsets, timezone }: SourceClock): WallClock =>
  offsets === undefined
    ? wallClock
    : toWallClock(utcText(millisecondsOf(wallClock) - offsetOn(wallClock, offsets)), timezone);

export const isMidnight = (wallClock: WallClock): boolean => wallClock.endsWith(" 00:00:00");

/**
 * Returns midnight of the day that a time means in an all-day event. Normally it is the date as written. For
 * a UTC time other than midnight, it is the date in the time zone of the event.
 */
export const dayOf = (time: SourceTime, { timezone, offsets }: SourceClock): WallClock => {
  const { wallClock, isUtc } = time;
  const instant = millisecondsOf(wallClock);
  const shown =
    !isUtc || isMidnight(wallClock)
      ? wallClock
      : offsets === undefined
        ? onClockOf(time, timezone)
        : utcText(instant + offsets(instant));
  return `${shown.slice(0, 10)} 00:00:00`;
};

const DURATION =
  /^\s*([+-])?P(?:(\d{1,4})W)?(?:(\d{1,5})D)?(?:(?:T|(?=\d{1,6}H))(?:(\d{1,6})H)?(?:(\d{1,8})M)?(?:(\d{1,9})S)?)?\s*$/i;

/**
 * Parses a duration to days and milliseconds (RFC 5545, 3.3.6). Days count calendar days, which may have 23
 * or 25 hours. Returns `undefined` if the duration is negative or invalid.
 */
export const toDuration = (
  text: string,
): { readonly days: number; readonly milliseconds: number } | undefined => {
  const match = DURATION.exec(text);
  if (match === null || match[1] === "-") return undefined;
  const [weeks, days, hours, minutes, seconds] = match.slice(2).map((digits) => Number(digits ?? 0));
  return {
    days: (weeks ?? 0) * 7 + (days ?? 0),
    milliseconds: ((hours ?? 0) * 3600 + (minutes ?? 0) * 60 + (seconds ?? 0)) * 1000,
  };
};

/** Returns the wall clock time after the duration. */
export const after = (
  wallClock: WallClock,
  timezone: string,
  { days, milliseconds }: { readonly days: number; readonly milliseconds: number },
): WallClock => {
  const day = utcText(millisecondsOf(wallClock) + days * DAY);
  if (milliseconds === 0) return day;
  return toWallClock(utcText(millisecondsOf(toUtc(day, timezone)) + milliseconds), timezone);
};

export const daysLater = (wallClock: WallClock, days: number): WallClock =>
  utcText(millisecondsOf(wallClock) + days * DAY);
