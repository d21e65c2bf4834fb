import momentTimezone from "moment-timezone";
import { Temporal } from "temporal-polyfill";
import type { WallClock } from "./post.ts";
import { ZONE_ABBREVIATIONS } from "./zone-abbreviations.ts";

const SECOND = 1000;
const MINUTE = 60 * SECOND;
/** The Gregorian calendar repeats after 400 years. */
const CYCLE = 146_097 * 24 * 60 * MINUTE;

/** Minutes east of UTC that a zone may have. Source: 70-dates section 4. */
const MIN_OFFSET = -12 * 60;
const MAX_OFFSET = 14 * 60;

/** IANA names (with their backward ones) in lower case -> the same in their proper case. */
const IANA_NAMES: ReadonlyMap<string, string> = new Map(
  momentTimezone.tz.names().map((name) => [name.toLowerCase(), name]),
);

/** Abbreviations in lower case -> minutes east of UTC. */
const ABBREVIATIONS: ReadonlyMap<string, number> = new Map(
  Object.entries(ZONE_ABBREVIATIONS).map(([name, minutes]) => [name.toLowerCase(), minutes]),
);

const UTC_OFFSET = /^UTC([+-])(\d{1,2})(?::(\d{2})|\.(\d{1,4}))?$/i;
const BARE_OFFSET = /^([+-])(\d{1,2})(?::?(\d{2}))?$/;

type Zone =
  | { readonly name: string }
  | { readonly name?: never; readonly minutes: number; readonly abbreviation: string };

const toZone = (text: string): Zone | undefined => {
  const name = text.toLowerCase();
  const fixed = ABBREVIATIONS.get(name);
  if (fixed !== undefined) return { minutes: fixed, abbreviation: text.toUpperCase() };
  const proper = IANA_NAMES.get(name);
  if (proper !== undefined) return isSupported(proper) ? { name: proper } : undefined;
  const offset = UTC_OFFSET.exec(text);
  if (offset) return fixedZone(offset, text);
  const bare = BARE_OFFSET.exec(text);
  return bare ? fixedZone(bare) : undefined;
};

const fixedZone = (match: RegExpExecArray, abbreviation?: string): Zone | undefined => {
  const [, sign, hours, minutes = "0", fraction = "0"] = match;
  const size = Number(hours) * 60 + Number(minutes) + Math.round(Number(`0.${fraction}`) * 60);
  const east = sign === "-" ? -size : size;
  if (Number(minutes) > 59 || east < MIN_OFFSET || east > MAX_OFFSET) return undefined;
  return { minutes: east, abbreviation: abbreviation ?? `GMT${offsetText(east, "")}` };
};

/** The names the runtime knows may be fewer than ours; which they are cannot change while it runs. */
const SUPPORTED: Map<string, boolean> = new Map();

const isSupported = (name: string): boolean => {
  let supported = SUPPORTED.get(name);
  if (supported === undefined) {
    try {
      Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(name);
      supported = true;
    } catch {
      supported = false;
    }
    SUPPORTED.set(name, supported);
  }
  return supported;
};

const zoneOf = (timezone: string): Zone => {
  const zone = toZone(timezone);
  if (zone === undefined) throw new RangeError(`Not a time zone: ${timezone}`);
  return zone;
};

/** `+05:30`, with the separator between hours and minutes. */
const offsetText = (minutes: number, separator: string): string => {
  const size = Math.abs(minutes);
  const hours = String(Math.floor(size / 60)).padStart(2, "0");
  return `${minutes < 0 ? "-" : "+"}${hours}${separator}${String(size % 60).padStart(2, "0")}`;
};

/**
 * Whether the text names a zone: an IANA name or an abbreviation (`EST`) in any letter case, `UTC+5:30`, `UTC-3.5` or
 * `+02:00`, offsets from -12:00 to +14:00. Source: 70-dates section 4, D38.
 */
export const isTimeZone = (text: string): boolean => toZone(text) !== undefined;

/**
 * Milliseconds since 1970 of the parts of a UTC date and time; parts beyond their bounds roll on (month 14 is February of
 * the next year). Months from 1.
 */
export const millisecondsOfParts = (
  year: number,
  month: number,
  day: number,
  hour = 0,
  minute = 0,
  second = 0,
): number => Date.UTC(year + 400, month - 1, day, hour, minute, second) - CYCLE;

/** Milliseconds since 1970. */
export const millisecondsOf = (utc: WallClock): number =>
  millisecondsOfParts(
    Number(utc.slice(0, 4)),
    Number(utc.slice(5, 7)),
    Number(utc.slice(8, 10)),
    Number(utc.slice(11, 13)),
    Number(utc.slice(14, 16)),
    Number(utc.slice(17, 19)),
  );

/** The bounds of what a `WallClock` can say, in milliseconds since 1970. */
export const FIRST_INSTANT: number = millisecondsOf("0001-01-01 00:00:00");
export const LAST_INSTANT: number = millisecondsOf("9999-12-31 23:59:59");

/** The UTC wall clock at this many milliseconds since 1970; fractions of a second dropped, years cut to 0001-9999. */
export const utcText = (milliseconds: number): WallClock => {
  const whole = Math.floor(milliseconds / SECOND) * SECOND;
  const bounded = Math.min(Math.max(whole, FIRST_INSTANT), LAST_INSTANT);
  return new Date(bounded).toISOString().slice(0, 19).replace("T", " ");
};

/** Milliseconds that the zone's wall clock is ahead of UTC at an instant. */
const offsetAt = (zone: Zone, instant: number): number =>
  zone.name === undefined
    ? zone.minutes * MINUTE
    : Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(zone.name).offsetNanoseconds / 1e6;

/**
 * The instant of a wall clock. One that a change to summer time skips moves forward by the gap; of one that occurs twice
 * the first is meant. Source: 70-dates section 5.
 */
export const toUtc = (wallClock: WallClock, timezone: string): WallClock =>
  utcText(instantOf(millisecondsOf(wallClock), timezone));

/** The same in milliseconds: the wall clock as if it were UTC -> the instant. May lie outside the bounds. */
export const instantOf = (wallMilliseconds: number, timezone: string): number => {
  const zone = zoneOf(timezone);
  if (zone.name === undefined) return wallMilliseconds - zone.minutes * MINUTE;
  const wall = Temporal.Instant.fromEpochMilliseconds(wallMilliseconds)
    .toZonedDateTimeISO("UTC")
    .toPlainDateTime();
  return wall.toZonedDateTime(zone.name, { disambiguation: "compatible" }).epochMilliseconds;
};

/** The zone's wall clock at an instant. */
export const toWallClock = (utc: WallClock, timezone: string): WallClock =>
  utcText(wallMillisecondsAt(millisecondsOf(utc), timezone));

/** The same in milliseconds: the instant -> the wall clock as if it were UTC. May lie outside the bounds. */
export const wallMillisecondsAt = (instant: number, timezone: string): number =>
  instant + offsetAt(zoneOf(timezone), instant);

/** A wall clock that summer time skips, moved forward by the gap; any other unchanged. */
export const settleWallClock = (wallClock: WallClock, timezone: string): WallClock => {
  const wall = millisecondsOf(wallClock);
  return utcText(wallMillisecondsAt(instantOf(wall, timezone), timezone));
};

/**
 * What the zone calls its time at an instant (`EST`, `EDT`, `-03`); of a UTC offset the text as sent (`UTC+5:30`), of a
 * bare offset `GMT+0500`. Source: 70-dates section 4.2, 90-decisions P39.
 */
export const abbreviationAt = (utc: WallClock, timezone: string): string => {
  const zone = zoneOf(timezone);
  if (zone.name === undefined) return zone.abbreviation;
  const instant = millisecondsOf(utc);
  const minutes = offsetAt(zone, instant) / MINUTE;
  const data = momentTimezone.tz.zone(zone.name);
  if (data === null) return offsetText(Math.round(minutes), "");
  const now = data.untils.findIndex((until) => instant < until);
  const period = now === -1 ? data.untils.length - 1 : now;
  // The runtime's rules may be newer, or reach further ahead, than these: then the last period with its offset counts.
  for (let index = period; index >= 0; index -= 1) {
    const west = data.offsets[index];
    if (west !== undefined && Math.abs(west + minutes) < 1) return data.abbrs[index] ?? zone.name;
  }
  return offsetText(Math.round(minutes), "");
};

/** The wall clock in ISO 8601 with its offset from UTC: `2031-05-16T20:30:00+02:00`. */
export const isoWithOffset = (wallClock: WallClock, timezone: string): string => {
  const zone = zoneOf(timezone);
  const instant = instantOf(millisecondsOf(wallClock), timezone);
  const offset = offsetAt(zone, instant);
  const text = utcText(instant + offset).replace(" ", "T");
  return `${text}${offsetText(Math.round(offset / MINUTE), ":")}`;
};
