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

/** The version of the zone data, such as `2026a`: later ones come later as texts, too. */
export const ZONE_DATA_VERSION: string = momentTimezone.tz.dataVersion;

/** Minutes east of UTC that a zone may have. Source: rules/dates.md#utc-offsets. */
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

/**
 * Offsets come from the tables of moment-timezone, not from Temporal or Intl: those read the zone data of the running Node, so
 * that two servers of one calendar could disagree, and they know no abbreviations.
 */
type Zone =
  | { readonly name: string; readonly data: momentTimezone.MomentZone }
  | { readonly name?: never; readonly minutes: number; readonly abbreviation: string };

const UTC: Zone = { minutes: 0, abbreviation: "UTC" };

const toZone = (text: string): Zone | undefined => {
  const name = text.toLowerCase();
  // Also a zone of the tables, but they take their time.
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
  if (data === null) throw new RangeError(`No data of the time zone ${name}`);
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

/** A span of time in which a zone keeps one offset. */
interface Period {
  /** Milliseconds that the wall clock is ahead of UTC. */
  readonly offset: number;
  readonly abbreviation: string;
}

/** The data list every change of the clocks until here; later years repeat their last cycle. */
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

/** Source: rules/dates.md#dst-offsets. */
const offsetAt = (zone: Zone, instant: number): number => periodAt(zone, instant).offset;

/** `+0530`. */
const offsetText = (minutes: number): string => {
  const size = Math.abs(minutes);
  const hours = String(Math.floor(size / 60)).padStart(2, "0");
  return `${minutes < 0 ? "-" : "+"}${hours}${String(size % 60).padStart(2, "0")}`;
};

/**
 * Whether the text names a zone: an IANA name or an abbreviation (`EST`) in any letter case, `UTC+5:30`, `UTC-3.5` or
 * `+02:00`, offsets from -12:00 to +14:00. Source: rules/dates.md#zone-names.
 */
export const isTimeZone = (text: string): boolean => toZone(text) !== undefined;

/** The IANA name of the zone in its proper letter case; `undefined` for one that is an offset or an abbreviation. */
export const ianaNameOf = (timezone: string): string | undefined => zoneOf(timezone).name;

/** A span of time in which a zone keeps one offset and one abbreviation. */
export interface ZonePeriod {
  /** When it begins; of the first one the beginning of the range. */
  readonly utcStart: WallClock;
  /** Seconds that the wall clock is ahead of UTC. */
  readonly offset: number;
  readonly abbreviation: string;
}

/** The periods of a zone from one UTC time on until before another one, in their order: for those who write the zone down. */
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

/** True if two zones show the same time from 1970 to 2037, such as two names of one zone. */
export const isSameClock = (one: string, other: string): boolean => {
  const [first, second] = [one, other].map((zone) =>
    zonePeriods(zone, "1970-01-01 00:00:00", "2038-01-01 00:00:00")
      .map(({ utcStart, offset }) => `${utcStart} ${offset}`)
      .join(),
  );
  return first === second;
};

/** Minutes east of UTC of a zone that is an offset or an abbreviation; `undefined` for one with an IANA name. */
export const fixedOffsetOf = (timezone: string): number | undefined => {
  const zone = zoneOf(timezone);
  return zone.name === undefined ? zone.minutes : undefined;
};

/**
 * The instant of a wall clock. One that a change to summer time skips moves forward by the gap; of one that occurs
 * twice the first is meant unless `isSecond`. Source: rules/dates.md#dst-gap, rules/dates.md#dst-overlap.
 */
export const toUtc = (wallClock: WallClock, timezone: string, isSecond = false): WallClock =>
  utcText(instantOf(millisecondsOf(wallClock), timezone, isSecond));

/** True if the clocks of the zone show this time twice because they go back. */
export const isRepeated = (wallClock: WallClock, timezone: string): boolean =>
  toUtc(wallClock, timezone) !== toUtc(wallClock, timezone, true);

/** The same in milliseconds: the wall clock as if it were UTC -> the instant. May lie outside the bounds. */
export const instantOf = (wallMilliseconds: number, timezone: string, isSecond = false): number => {
  const zone = zoneOf(timezone);
  // No zone is a day away from UTC: these are the offsets before and after any change near the wall clock.
  const before = wallMilliseconds - offsetAt(zone, wallMilliseconds - DAY);
  const after = wallMilliseconds - offsetAt(zone, wallMilliseconds + DAY);
  const occurs = (instant: number): boolean => instant + offsetAt(zone, instant) === wallMilliseconds;
  if (isSecond && occurs(after)) return after;
  return occurs(before) || !occurs(after) ? before : after;
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
 * What the zone calls its time at an instant (`EST`, `EDT`, `-03`); of a UTC offset the text as sent (`UTC+5:30`), of
 * a bare offset `GMT+0500`. Source: rules/dates.md#zone-abbreviation.
 */
export const abbreviationAt = (utc: WallClock, timezone: string): string =>
  abbreviationOf(millisecondsOf(utc), timezone);

/** The same in milliseconds since 1970. */
export const abbreviationOf = (instant: number, timezone: string): string =>
  periodAt(zoneOf(timezone), instant).abbreviation;
