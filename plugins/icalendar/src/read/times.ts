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

/** Date, or time in a zone. */
export interface SourceTime {
  /** Wall clock; midnight for a date. */
  readonly wallClock: WallClock;
  readonly isDate: boolean;
  readonly timezone: string;
  /** True if the text has `Z` or an offset. */
  readonly isUtc: boolean;
  /** True if the text names no zone. */
  readonly isFloating: boolean;
  readonly guess?: NonNullable<FoundZone["guess"]>;
  /** Offsets of the zone, as in `FoundZone`. */
  readonly offsets?: OffsetAt;
}

const TIME =
  /^(\d{4})-?(\d{2})-?(\d{2})(?:T:*|[T ](\d{2}):?(\d{2})(?::?(\d{2}))?(?:\.\d+)?(Z|[+-]\d{2}:?\d{2})?)?$/i;

/** Parses a date or time with the parameters of its property. Returns `undefined` if it is invalid. */
export const toTime = (text: string, { parameters }: Property, zones: Zones): SourceTime | undefined => {
  const match = TIME.exec(text.trim());
  if (match === null) return undefined;
  const [, year, month, day, hour, minute = "00", seconds = "00", mark = ""] = match;
  // A wall clock has no leap seconds.
  const second = seconds === "60" ? "59" : seconds;
  const isNextDay = hour === "24" && minute === "00" && second === "00";
  const written = `${year}-${month}-${day} ${isNextDay ? "00" : (hour ?? "00")}:${minute}:${second}`;
  if (utcText(millisecondsOf(written)) !== written) return undefined;
  const wallClock = isNextDay ? daysLater(written, 1) : written;
  const tzid = parameters.get("TZID") ?? "";
  // Some programs write a date as its midnight.
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

/** Returns the text if it is a time zone that an event may have. */
export const asZone = (text: string | undefined): string | undefined =>
  text !== undefined && text.length <= 100 && isTimeZone(text) ? text : undefined;

/** Returns the UTC time of a time of an event in this zone. Dates and floating times are read in the zone. */
export const instantOf = (time: SourceTime, timezone: string): WallClock =>
  toUtc(time.wallClock, time.isDate || time.isFloating ? timezone : time.timezone);

/** Converts a time to the clock of this zone. Dates and floating times stay unchanged. */
export const onClockOf = (time: SourceTime, timezone: string): WallClock =>
  time.isDate || time.isFloating || time.timezone === timezone
    ? time.wallClock
    : toWallClock(toUtc(time.wallClock, time.timezone), timezone);

/** Zone of an event, with the offsets of the source's zone if no known zone has the same offsets. */
export interface SourceClock {
  readonly offsets?: OffsetAt;
  readonly timezone: string;
}

/** Converts a wall clock of the source's zone to the clock of the event. */
export const fromSourceClock = (wallClock: WallClock, { offsets, timezone }: SourceClock): WallClock =>
  offsets === undefined
    ? wallClock
    : toWallClock(utcText(millisecondsOf(wallClock) - offsetOn(wallClock, offsets)), timezone);

export const isMidnight = (wallClock: WallClock): boolean => wallClock.endsWith(" 00:00:00");

/**
 * Returns midnight of the day that a time of an all-day event means. It is the date as written, or for a UTC
 * time other than midnight the date on the clock of the event.
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
 * Parses a duration into days of the wall clock and exact milliseconds (RFC 5545, 3.3.6). Returns `undefined`
 * for negative or invalid ones.
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

/** Returns the wall clock that is later by the duration. */
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
