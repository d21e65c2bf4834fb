import momentTimezone from "moment-timezone";
import {
  CYCLE,
  DAY,
  MINUTE,
  millisecondsOf,
  millisecondsOfParts,
  SECOND,
  utcText,
  type WallClock,
} from "./wall-clock.ts";
import { ZONE_ABBREVIATIONS } from "./zone-abbreviations.ts";

/** Version of the IANA time zone data, such as `2026a`. A newer version sorts after an older one as text. */
export const ZONE_DATA_VERSION: string = momentTimezone.tz.dataVersion;

/** Lowest and highest accepted UTC offset, in minutes east of UTC. Source: rules/dates.md#utc-offsets. */
const MIN_OFFSET = -12 * 60;
const MAX_OFFSET = 14 * 60;

/** Canonical and backward IANA names, by their lower-case form. */
const IANA_NAMES: ReadonlyMap<string, string> = new Map(
  momentTimezone.tz.names().map((name) => [name.toLowerCase(), name]),
);

/** Offsets of zone abbreviations in minutes east of UTC, by lower-case abbreviation. */
const ABBREVIATIONS: ReadonlyMap<string, number> = new Map(
  Object.entries(ZONE_ABBREVIATIONS).map(([name, minutes]) => [name.toLowerCase(), minutes]),
);

const UTC_OFFSET = /^UTC([+-])(\d{1,2})(?::(\d{2})|\.(\d{1,4}))?$/i;
const BARE_OFFSET = /^([+-])(\d{1,2})(?::?(\d{2}))?$/;

/**
 * Time zone with its offsets from moment-timezone.
 * `Temporal` and `Intl` are not used, because they read the zone data of the running Node. Two servers of one
 * calendar could then disagree. `Temporal` and `Intl` also lack abbreviations.
 */
type Zone =
  | { readonly name: string; readonly data: momentTimezone.MomentZone }
  | { readonly name?: never; readonly minutes: number; readonly abbreviation: string };

const UTC: Zone = { minutes: 0, abbreviation: "UTC" };

const toZone = (text: string): Zone | undefined => {
  const name = text.toLowerCase();
  // The zone data also contains UTC, but a lookup there is slower.
  if (name === "utc") return UTC;
  const fixed = ABBREVIATIONS.get(name);
  if (fixed !== undefined) return { minutes: fixed, abbreviation: text.toUpperCase() };
  const proper = IANA_NAMES.get(name);
  if (proper !== undefined) return { name: proper, data: dataOf(proper) };
  const offset = UTC_OFFSET.exec(text);
  if (offset) return fixedZone(offset, text);
  const bare = BARE_OFFSET.exec(text);
  return bare ? fixedZone(bare) : undefined;
};

const dataOf = (name: string): momentTimezone.MomentZone => {
  const data = momentTimezone.tz.zone(name);
  if (data === null) throw new RangeError(`No data for the time zone ${name}`);
  return data;
};

const fixedZone = (match: RegExpExecArray, abbreviation?: string): Zone | undefined => {
  const [, sign, hours, minutes = "0", fraction = "0"] = match;
  const size = Number(hours) * 60 + Number(minutes) + Math.round(Number(`0.${fraction}`) * 60);
  const east = sign === "-" ? -size : size;
  if (Number(minutes) > 59 || east < MIN_OFFSET || east > MAX_OFFSET) return undefined;
  return { minutes: east, abbreviation: abbreviation ?? `GMT${offsetText(east)}` };
};

const zoneOf = (timezone: string): Zone => {
  const zone = toZone(timezone);
  if (zone === undefined) throw new RangeError(`Not a time zone: ${timezone}`);
  return zone;
};

/** Offset and abbreviation of a zone in a period without changes. */
interface Period {
  /** Milliseconds by which the wall clock is ahead of UTC. */
  readonly offset: number;
  readonly abbreviation: string;
}

/**
 * Time after which the zone data lists no more changes of the clocks. Later years repeat the last 400 listed
 * years.
 */
const DATA_END = millisecondsOfParts(2499, 1, 1);

const periodAt = (zone: Zone, instant: number): Period => {
  if (zone.name === undefined) return { offset: zone.minutes * MINUTE, abbreviation: zone.abbreviation };
  const { untils, offsets, abbrs } = zone.data;
  const known = instant < DATA_END ? instant : instant - Math.ceil((instant - DATA_END) / CYCLE) * CYCLE;
  let low = 0;
  let high = untils.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (known < (untils[middle] ?? Infinity)) high = middle;
    else low = middle + 1;
  }
  return { offset: Math.round(-(offsets[low] ?? 0) * MINUTE), abbreviation: abbrs[low] ?? zone.name };
};

/** Returns the offset of a zone at an instant, in milliseconds. Source: rules/dates.md#dst-offsets. */
const offsetAt = (zone: Zone, instant: number): number => periodAt(zone, instant).offset;

/** Formats an offset in minutes, such as `+0530`. */
const offsetText = (minutes: number): string => {
  const size = Math.abs(minutes);
  const hours = String(Math.floor(size / 60)).padStart(2, "0");
  return `${minutes < 0 ? "-" : "+"}${hours}${String(size % 60).padStart(2, "0")}`;
};

/**
 * True if the text is a time zone. Accepted are IANA names and the abbreviations in `ZONE_ABBREVIATIONS`
 * (`EST`) in any letter case, and offsets from -12:00 to +14:00 such as `UTC+5:30`, `UTC-3.5` and `+02:00`.
 * Source: rules/dates.md#zone-names.
 */
export const isTimeZone = (text: string): boolean => toZone(text) !== undefined;

/**
 * Returns the IANA name of a zone in its proper letter case. Returns `undefined` if the zone is `UTC`, an
 * offset or an abbreviation. Throws a `RangeError` if the text is not a time zone.
 */
export const ianaNameOf = (timezone: string): string | undefined => zoneOf(timezone).name;

/** Period in which a zone keeps the same offset and abbreviation. */
export interface ZonePeriod {
  /** Start of the period in UTC. For the first period, this is the start of the requested range. */
  readonly utcStart: WallClock;
  /** Seconds by which the wall clock is ahead of UTC. */
  readonly offset: number;
  readonly abbreviation: string;
}

/**
 * Returns the periods of a zone within a range of UTC times, in order. The end of the range is exclusive.
 * Used to write time zone definitions into calendar files.
 */
export const zonePeriods = (
  timezone: string,
  utcFrom: WallClock,
  utcUntil: WallClock,
): readonly ZonePeriod[] => {
  const zone = zoneOf(timezone);
  const [from, until] = [millisecondsOf(utcFrom), millisecondsOf(utcUntil)];
  const changes = zone.name === undefined ? [] : zone.data.untils.filter((at) => at > from && at < until);
  const periods: ZonePeriod[] = [];
  for (const at of [from, ...changes]) {
    const { offset, abbreviation } = periodAt(zone, at);
    const last = periods.at(-1);
    if (last?.offset === offset / SECOND && last.abbreviation === abbreviation) continue;
    periods.push({ utcStart: utcText(at), offset: offset / SECOND, abbreviation });
  }
  return periods;
};

/**
 * True if two zones always show the same time from 1970 to 2037. This is the case for two names of one zone.
 */
export const isSameClock = (one: string, other: string): boolean => {
  const [first, second] = [one, other].map((zone) =>
    zonePeriods(zone, "1970-01-01 00:00:00", "2038-01-01 00:00:00")
      .map(({ utcStart, offset }) => `${utcStart} ${offset}`)
      .join(),
  );
  return first === second;
};

/**
 * Returns the offset of a zone in minutes east of UTC if the zone is `UTC`, an offset or an abbreviation.
 * Returns `undefined` for other IANA names.
 */
export const fixedOffsetOf = (timezone: string): number | undefined => {
  const zone = zoneOf(timezone);
  return zone.name === undefined ? zone.minutes : undefined;
};

/**
 * Converts a wall clock in a time zone to UTC.
 * A time that does not exist because summer time begins moves forward by the gap. If the clocks show a time
 * twice, the first one is used; `isSecond` selects the second.
 * Source: rules/dates.md#dst-gap, rules/dates.md#dst-overlap.
 */
export const toUtc = (wallClock: WallClock, timezone: string, isSecond = false): WallClock =>
  utcText(instantOf(millisecondsOf(wallClock), timezone, isSecond));

/** True if the clocks of the zone show this time twice, because they go back. */
export const isRepeated = (wallClock: WallClock, timezone: string): boolean =>
  toUtc(wallClock, timezone) !== toUtc(wallClock, timezone, true);

/**
 * Same as `toUtc`, in milliseconds. `wallMilliseconds` is the wall clock read as if it were UTC. The result
 * may be outside the years that a `WallClock` can hold.
 */
export const instantOf = (wallMilliseconds: number, timezone: string, isSecond = false): number => {
  const zone = zoneOf(timezone);
  // Offsets change by less than a day, so one day before and after gives both offsets around any change near
  // the wall clock.
  const before = wallMilliseconds - offsetAt(zone, wallMilliseconds - DAY);
  const after = wallMilliseconds - offsetAt(zone, wallMilliseconds + DAY);
  const occurs = (instant: number): boolean => instant + offsetAt(zone, instant) === wallMilliseconds;
  if (isSecond && occurs(after)) return after;
  return occurs(before) || !occurs(after) ? before : after;
};

/** Converts a UTC time to the wall clock of a time zone. */
export const toWallClock = (utc: WallClock, timezone: string): WallClock =>
  utcText(wallMillisecondsAt(millisecondsOf(utc), timezone));

/**
 * Same as `toWallClock`, in milliseconds. The result is the wall clock read as if it were UTC, and may be
 * outside the years that a `WallClock` can hold.
 */
export const wallMillisecondsAt = (instant: number, timezone: string): number =>
  instant + offsetAt(zoneOf(timezone), instant);

/**
 * Moves a wall clock forward by the gap if it does not exist because summer time begins. Returns any other
 * wall clock unchanged.
 */
export const resolveWallClock = (wallClock: WallClock, timezone: string): WallClock => {
  const wall = millisecondsOf(wallClock);
  return utcText(wallMillisecondsAt(instantOf(wall, timezone), timezone));
};

/**
 * Returns the abbreviation of a zone at an instant, such as `EST`, `EDT` or `-03`. For an offset with `UTC`
 * it returns the text as sent (`UTC+5:30`); for an offset without `UTC`, such as `+05:00`, the form
 * `GMT+0500`.
 * Source: rules/dates.md#zone-abbreviation.
 */
export const abbreviationAt = (utc: WallClock, timezone: string): string =>
  abbreviationOf(millisecondsOf(utc), timezone);

/** Same as `abbreviationAt`, for an instant in milliseconds since 1970. */
export const abbreviationOf = (instant: number, timezone: string): string =>
  periodAt(zoneOf(timezone), instant).abbreviation;
