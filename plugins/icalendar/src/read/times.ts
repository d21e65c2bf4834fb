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

/** A date, or a date with a time of a zone. */
export interface SourceTime {
  /** Of a date its midnight. */
  readonly wallClock: WallClock;
  readonly isDate: boolean;
  readonly timezone: string;
  /** It says so: `Z`, or an offset; else a zone or none at all. */
  readonly isUtc: boolean;
  /** It names no zone. */
  readonly isFloating: boolean;
  readonly guess?: NonNullable<FoundZone["guess"]>;
  /** As in `FoundZone`. */
  readonly offsets?: OffsetAt;
}

const TIME =
  /^(\d{4})-?(\d{2})-?(\d{2})(?:T:*|[T ](\d{2}):?(\d{2})(?::?(\d{2}))?(?:\.\d+)?(Z|[+-]\d{2}:?\d{2})?)?$/i;

/** The time that this text means, by the parameters of its property; impossible ones are none. */
export const toTime = (text: string, { parameters }: Property, zones: Zones): SourceTime | undefined => {
  const match = TIME.exec(text.trim());
  if (match === null) return undefined;
  const [, year, month, day, hour, minute = "00", seconds = "00", mark = ""] = match;
  // Leap seconds are no times of a wall clock.
  const second = seconds === "60" ? "59" : seconds;
  const isNextDay = hour === "24" && minute === "00" && second === "00";
  const written = `${year}-${month}-${day} ${isNextDay ? "00" : (hour ?? "00")}:${minute}:${second}`;
  if (utcText(millisecondsOf(written)) !== written) return undefined;
  const wallClock = isNextDay ? daysLater(written, 1) : written;
  const tzid = parameters.get("TZID") ?? "";
  // Some programs write the midnight that a date begins with.
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

/** Whether an event may have this zone. */
export const asZone = (text: string | undefined): string | undefined =>
  text !== undefined && text.length <= 100 && isTimeZone(text) ? text : undefined;

/** The instant of a time of an event in this zone: a date or a time of no zone is on its clock. */
export const instantOf = (time: SourceTime, timezone: string): WallClock =>
  toUtc(time.wallClock, time.isDate || time.isFloating ? timezone : time.timezone);

/** The same instant on the clock of this zone; dates and times of no zone stay as they are. */
export const onClockOf = (time: SourceTime, timezone: string): WallClock =>
  time.isDate || time.isFloating || time.timezone === timezone
    ? time.wallClock
    : toWallClock(toUtc(time.wallClock, time.timezone), timezone);

/** A clock whose zone is like no known one, and the zone that its event has instead. */
export interface OwnClock {
  readonly offsets?: OffsetAt;
  readonly timezone: string;
}

/** A wall clock of the zone that the source states, on the clock of the event. */
export const fromOwnClock = (wallClock: WallClock, { offsets, timezone }: OwnClock): WallClock =>
  offsets === undefined
    ? wallClock
    : toWallClock(utcText(millisecondsOf(wallClock) - offsetOn(wallClock, offsets)), timezone);

export const isMidnight = (wallClock: WallClock): boolean => wallClock.endsWith(" 00:00:00");

/**
 * Midnight of the day that is meant by a time of an all-day event: its date as it is written; of a time in UTC that is not midnight there, the
 * date on the clock of the event.
 */
export const dayOf = (time: SourceTime, { timezone, offsets }: OwnClock): WallClock => {
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

/** Days of the wall clock and milliseconds of exact time (RFC 5545, 3.3.6); none where it is negative. */
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

/** The wall clock so much later. */
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
