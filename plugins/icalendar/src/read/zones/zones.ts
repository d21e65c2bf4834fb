import {
  fixedOffsetOf,
  isTimeZone,
  millisecondsOf,
  toUtc,
  toWallClock,
  utcText,
  type WallClock,
} from "@kalends/core/plugin";
import type { SourceCalendar } from "../split-components.ts";
import { offsetOfDisplayName } from "./display-names.ts";
import { type OffsetAt, offsetOn, offsetsOf } from "./observances.ts";
import { WINDOWS_ZONES } from "./windows-zones.ts";
import { zoneOfName } from "./zone-names.ts";

/** Time zone that a TZID means, in the form that events store. */
export interface FoundZone {
  readonly timezone: string;
  /**
   * Reason why the time zone is only a guess; absent if the name of the time zone was enough. The report
   * mentions the guess.
   * - `by-rules`: a known time zone has the same offsets as the VTIMEZONE.
   * - `fixed-offset`: only an offset was found.
   * - `unknown`: nothing was found, so the time zone of floating times is used.
   * - `disagrees`: the VTIMEZONE has another offset than the time zone of this name.
   */
  readonly guess?: "by-rules" | "fixed-offset" | "unknown" | "disagrees";
  /**
   * Offsets of the VTIMEZONE. Set if no known time zone has the same offsets. `timezone` is then only the
   * offset at the time that was resolved.
   */
  readonly offsets?: OffsetAt;
}

/** Time zones of one VCALENDAR. */
export interface Zones {
  /** Time zone of floating times: X-WR-TIMEZONE, or the time zone of the site. */
  readonly floating: string;
  /**
   * Returns the time zone for a TZID. `near` is the time for which it is needed; offsets are compared around
   * that time.
   */
  resolve(tzid: string, near: WallClock): FoundZone;
}

/**
 * Time zones to compare with the offsets of a VTIMEZONE. Main time zones come first, then those of parts of a
 * country.
 */
const MAIN_CITIES: readonly string[] = Object.entries(WINDOWS_ZONES)
  .toSorted(([one], [other]) => Number(one.endsWith(")")) - Number(other.endsWith(")")))
  .map(([, timezone]) => timezone);

/**
 * Instants at which offsets are compared: 78 instants, 14 days apart, from one year before the time to two
 * years after it.
 */
const [SAMPLES, DISTANCE, BEFORE] = [78, 14 * 86_400_000, 26];
/**
 * Maximum number of searches for a known time zone per calendar, because each search takes time. A VTIMEZONE
 * beyond it counts as one without a match.
 */
const MAX_GUESSES = 50;

/**
 * Creates the lookup of the time zones of a calendar. `site` is the time zone of the site. If several time
 * zones have the same offsets as a VTIMEZONE, X-WR-TIMEZONE is preferred, then `site`.
 */
export const createZones = (calendar: SourceCalendar, site: string): Zones => {
  const stated = new Map<string, readonly string[]>();
  const locations = new Map<string, string>();
  for (const lines of calendar.zones.slice(0, 1000)) {
    const tzid = keyOf(textOf(lines, "TZID") ?? "");
    if (tzid === "" || stated.has(tzid)) continue;
    stated.set(tzid, lines);
    const location = textOf(lines, "X-LIC-LOCATION");
    if (location !== undefined) locations.set(tzid, location);
  }
  const read = new Map<string, OffsetAt | undefined>();
  const statedBy = (key: string): OffsetAt | undefined => {
    if (!read.has(key)) read.set(key, offsetsOf(stated.get(key) ?? []));
    return read.get(key);
  };
  const fitting = new Map<string, string | undefined>();
  let guesses = 0;
  const name = textOf(calendar.lines, "X-WR-TIMEZONE");
  const floating = (name !== undefined && zoneOfName(name)) || site;

  /**
   * Returns the known time zone with the same offsets as the VTIMEZONE. Results are cached by VTIMEZONE and
   * year.
   */
  const zoneLike = (key: string, offsets: OffsetAt, near: WallClock): string | undefined => {
    const place = `${near.slice(0, 4)} ${key}`;
    if (fitting.has(place)) return fitting.get(place);
    guesses += 1;
    const found = guesses > MAX_GUESSES ? undefined : fittingZone(offsets, near, [floating, site]);
    if (fitting.size < 1000) fitting.set(place, found);
    return found;
  };
  const byRules = (key: string, offsets: OffsetAt, near: WallClock): FoundZone => {
    const like = zoneLike(key, offsets, near);
    if (like !== undefined) return { timezone: like, guess: "by-rules" };
    const timezone = offsetZone(offsetOn(near, offsets));
    return timezone === undefined
      ? { timezone: floating, guess: "unknown" }
      : { timezone, guess: "fixed-offset", offsets };
  };

  return {
    floating,
    resolve(tzid, near) {
      const key = keyOf(tzid);
      const byName = zoneOfName(tzid) ?? zoneOfName(locations.get(key) ?? "");
      const offsets = statedBy(key);
      if (offsets === undefined) {
        const timezone = byName ?? offsetOfDisplayName(tzid);
        if (timezone === undefined) return { timezone: floating, guess: "unknown" };
        return { timezone, ...(byName === undefined && { guess: "fixed-offset" }) };
      }
      if (byName === undefined) return byRules(key, offsets, near);
      const agrees = utcText(millisecondsOf(near) - offsetOn(near, offsets)) === toUtc(near, byName);
      if (agrees) return { timezone: byName };
      // A fixed offset may come from an abbreviation, which can also stand for zones with daylight saving
      // time. The VTIMEZONE is then more reliable.
      const timezone = fixedOffsetOf(byName) === undefined ? byName : byRules(key, offsets, near).timezone;
      return { timezone, guess: "disagrees" };
    },
  };
};

/**
 * Returns the key of a TZID for lookups. Some programs write the TZID of a time and of its VTIMEZONE in
 * different case.
 */
const keyOf = (tzid: string): string =>
  tzid
    .trim()
    .replace(/^"|"$/g, "")
    .replace(/\\([\\;,])/g, "$1")
    .toLowerCase();

const textOf = (lines: readonly string[], name: string): string | undefined => {
  const start = new RegExp(`^${name}[:;]`, "i");
  const line = lines.find((each) => start.test(each));
  return line?.slice(line.indexOf(":") + 1).trim() || undefined;
};

/**
 * Returns the known time zone with the same offsets around this time. It tries the time zones in `first`.
 * Then it tries the main time zones if the offset changes, otherwise the fixed offset. Returns `undefined` if
 * none matches.
 */
const fittingZone = (offsets: OffsetAt, near: WallClock, first: readonly string[]): string | undefined => {
  const middle = millisecondsOf(near);
  const samples = Array.from({ length: SAMPLES }, (_, index) => {
    const instant = middle + (index - BEFORE) * DISTANCE;
    const utc = utcText(instant);
    return { utc, wallClock: utcText(millisecondsOf(utc) + offsets(millisecondsOf(utc))) };
  });
  const fits = (timezone: string): boolean =>
    isTimeZone(timezone) && samples.every(({ utc, wallClock }) => toWallClock(utc, timezone) === wallClock);
  const isFixed = new Set(samples.map(({ utc }) => offsets(millisecondsOf(utc)))).size === 1;
  const fixed = offsetZone(offsets(middle));
  const rest = isFixed ? (fixed === undefined ? [] : [fixed]) : MAIN_CITIES;
  return [...first, ...rest].find(fits);
};

/**
 * Returns the time zone for a fixed offset, such as `UTC+5:30`. `offset` is in milliseconds, positive in the
 * east.
 */
const offsetZone = (offset: number): string | undefined => {
  const minutes = Math.round(offset / 60_000);
  const size = Math.abs(minutes);
  const rest = size % 60 === 0 ? "" : `:${String(size % 60).padStart(2, "0")}`;
  const timezone = minutes === 0 ? "UTC" : `UTC${minutes < 0 ? "-" : "+"}${Math.floor(size / 60)}${rest}`;
  return isTimeZone(timezone) ? timezone : undefined;
};
