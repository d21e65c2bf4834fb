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

/** What a TZID means, as events have zones. */
export interface FoundZone {
  readonly timezone: string;
  /** How it was found, where the name does not say it: people should know. */
  readonly guess?: "by-rules" | "fixed-offset" | "unknown" | "disagrees";
  /** Offsets that its VTIMEZONE states, if no known zone has the same: `timezone` is the one at the time that was resolved. */
  readonly offsets?: OffsetAt;
}

/** The zones of one VCALENDAR. */
export interface Zones {
  /** Of times that name none: X-WR-TIMEZONE, else that of the site. */
  readonly floating: string;
  /** `near`: on the wall clock; rules are compared around it. */
  resolve(tzid: string, near: WallClock): FoundZone;
}

/** Cities that stand for the rules of a zone: first those of the zones that most people live in, then those of parts of a country. */
const MAIN_CITIES: readonly string[] = Object.entries(WINDOWS_ZONES)
  .toSorted(([one], [other]) => Number(one.endsWith(")")) - Number(other.endsWith(")")))
  .map(([, timezone]) => timezone);

/** Instants at which offsets are compared: every two weeks of the year before, of that and of the next. */
const [SAMPLES, DISTANCE, BEFORE] = [78, 14 * 86_400_000, 26];
/** Zones of a calendar that are looked for by their rules, at most: each takes a moment. */
const MOST_GUESSES = 50;

/** `site`: the zone of the site, which is the first choice where rules are the same. */
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

  /** Looked for once in a year of a zone. */
  const zoneLike = (key: string, offsets: OffsetAt, near: WallClock): string | undefined => {
    const place = `${near.slice(0, 4)} ${key}`;
    if (fitting.has(place)) return fitting.get(place);
    guesses += 1;
    const found = guesses > MOST_GUESSES ? undefined : fittingZone(offsets, near, [floating, site]);
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
      // Abbreviations stand for several zones, also for one with summer time.
      const timezone = fixedOffsetOf(byName) === undefined ? byName : byRules(key, offsets, near).timezone;
      return { timezone, guess: "disagrees" };
    },
  };
};

/** Programs write the TZID of a time and that of its VTIMEZONE in different letter cases. */
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

/** The zone with the same offsets around this time: one of the first ones, else a main city; `undefined` where it has no rules. */
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

/** The zone of an offset in milliseconds east of UTC, as events have it. */
const offsetZone = (offset: number): string | undefined => {
  const minutes = Math.round(offset / 60_000);
  const size = Math.abs(minutes);
  const rest = size % 60 === 0 ? "" : `:${String(size % 60).padStart(2, "0")}`;
  const timezone = minutes === 0 ? "UTC" : `UTC${minutes < 0 ? "-" : "+"}${Math.floor(size / 60)}${rest}`;
  return isTimeZone(timezone) ? timezone : undefined;
};
