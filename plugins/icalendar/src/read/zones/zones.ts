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

/** Zone that a TZID stands for, as events store zones. */
export interface FoundZone {
  readonly timezone: string;
  /** How the zone was found if its name was not enough. The report mentions it. */
  readonly guess?: "by-rules" | "fixed-offset" | "unknown" | "disagrees";
  /**
   * Offsets of the VTIMEZONE if no known zone matches them. `timezone` is then the offset at the resolved
   * time.
   */
  readonly offsets?: OffsetAt;
}

/** Zones of one VCALENDAR. */
export interface Zones {
  /** Zone of floating times: X-WR-TIMEZONE, or the zone of the site. */
  readonly floating: string;
  /** Resolves a TZID. `near`: wall clock around which the offsets are compared. */
  resolve(tzid: string, near: WallClock): FoundZone;
}

/**
 * Zones to compare by their rules. Zones with many inhabitants come first, then zones of parts of a country.
 */
const MAIN_CITIES: readonly string[] = Object.entries(WINDOWS_ZONES)
  .toSorted(([one], [other]) => Number(one.endsWith(")")) - Number(other.endsWith(")")))
  .map(([, timezone]) => timezone);

/**
 * Sampling of offsets for comparison: 78 instants, 14 days apart, from one year before the time to two years
 * after it.
 */
const [SAMPLES, DISTANCE, BEFORE] = [78, 14 * 86_400_000, 26];
/**
 * Maximum number of zones of a calendar that are identified by their rules, because each comparison takes
 * time.
 */
const MAX_GUESSES = 50;

/**
 * Creates the zones of a calendar. `site`: zone of the site, which is preferred among zones with the same
 * rules.
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

  /** Returns the zone with the same offsets. The result is cached by zone and year. */
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
      // An abbreviation may stand for several zones, some with daylight time.
      const timezone = fixedOffsetOf(byName) === undefined ? byName : byRules(key, offsets, near).timezone;
      return { timezone, guess: "disagrees" };
    },
  };
};

/**
 * Returns a key for lookups. Programs write the TZID of a time and that of its VTIMEZONE in different letter
 * cases.
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
 * Returns the zone with the same offsets around this time. It prefers the given zones, then zones of main
 * cities, or a fixed offset if the offsets never change. Returns `undefined` if none matches.
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

/** Returns the zone for an offset in milliseconds east of UTC, as events store it. */
const offsetZone = (offset: number): string | undefined => {
  const minutes = Math.round(offset / 60_000);
  const size = Math.abs(minutes);
  const rest = size % 60 === 0 ? "" : `:${String(size % 60).padStart(2, "0")}`;
  const timezone = minutes === 0 ? "UTC" : `UTC${minutes < 0 ? "-" : "+"}${Math.floor(size / 60)}${rest}`;
  return isTimeZone(timezone) ? timezone : undefined;
};
