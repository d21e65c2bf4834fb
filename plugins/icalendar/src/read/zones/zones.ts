import { isTimeZone, millisecondsOf, toWallClock, utcText, type WallClock } from "@kalends/core/plugin";
import type { SourceCalendar } from "../split-components.ts";
import { type OffsetAt, offsetsOf } from "./observances.ts";
import { zoneOfName } from "./zone-names.ts";

/** What a TZID means, as events have zones. */
export interface FoundZone {
  readonly timezone: string;
  /** How it was found, where the name does not say it: people should know. */
  readonly guess?: "by-rules" | "fixed-offset" | "unknown";
}

/** The zones of one VCALENDAR. */
export interface Zones {
  /** Of times that name none: X-WR-TIMEZONE, else that of the site. */
  readonly floating: string;
  /** `near`: on the wall clock; rules are compared around it. */
  resolve(tzid: string, near: WallClock): FoundZone;
}

/** Instants at which offsets are compared: every two weeks of the year before, of that and of the next. */
const [SAMPLES, DISTANCE, BEFORE] = [78, 14 * 86_400_000, 26];
/** Zones of a calendar that are looked for by their rules, at most: each takes a moment. */
const MOST_GUESSES = 50;

/** `site`: the zone of the site, which is the first choice where rules are the same. */
export const createZones = (calendar: SourceCalendar, site: string): Zones => {
  const stated = new Map<string, readonly string[]>();
  const locations = new Map<string, string>();
  for (const lines of calendar.zones.slice(0, 1000)) {
    const tzid = textOf(lines, "TZID");
    if (tzid === undefined || stated.has(tzid)) continue;
    stated.set(tzid, lines);
    const location = textOf(lines, "X-LIC-LOCATION");
    if (location !== undefined) locations.set(tzid, location);
  }
  const read = new Map<string, OffsetAt | undefined>();
  const statedBy = (tzid: string): OffsetAt | undefined => {
    if (!read.has(tzid)) read.set(tzid, offsetsOf(stated.get(tzid) ?? []));
    return read.get(tzid);
  };
  const known = new Map<string, FoundZone>();
  let guesses = 0;
  const name = textOf(calendar.lines, "X-WR-TIMEZONE");
  const floating = (name !== undefined && zoneOfName(name)) || site;

  return {
    floating,
    resolve(tzid, near) {
      const byName = zoneOfName(tzid) ?? zoneOfName(locations.get(tzid) ?? "");
      if (byName !== undefined) return { timezone: byName };
      const key = `${near.slice(0, 4)} ${tzid}`;
      const before = known.get(key);
      if (before !== undefined) return before;
      guesses += 1;
      const offsets = guesses > MOST_GUESSES ? undefined : statedBy(tzid);
      const found: FoundZone =
        offsets === undefined
          ? { timezone: floating, guess: "unknown" }
          : guess(offsets, near, [floating, site]);
      if (known.size < 1000) known.set(key, found);
      return found;
    },
  };
};

const textOf = (lines: readonly string[], name: string): string | undefined => {
  const start = new RegExp(`^${name}[:;]`, "i");
  const line = lines.find((each) => start.test(each));
  return line?.slice(line.indexOf(":") + 1).trim() || undefined;
};

/** The zone with the same offsets around this time, else the offset at it. */
const guess = (offsets: OffsetAt, near: WallClock, first: readonly string[]): FoundZone => {
  const middle = millisecondsOf(near);
  const samples = Array.from({ length: SAMPLES }, (_, index) => {
    const instant = middle + (index - BEFORE) * DISTANCE;
    const utc = utcText(instant);
    return { utc, wallClock: utcText(millisecondsOf(utc) + offsets(millisecondsOf(utc))) };
  });
  const fits = (timezone: string): boolean =>
    samples.every(({ utc, wallClock }) => toWallClock(utc, timezone) === wallClock);
  const all = [...first, ...Intl.supportedValuesOf("timeZone")];
  const found = all.find((timezone) => isTimeZone(timezone) && fits(timezone));
  if (found !== undefined) return { timezone: found, guess: "by-rules" };
  const minutes = Math.round(offsets(middle - offsets(middle)) / 60_000);
  const size = Math.abs(minutes);
  const rest = size % 60 === 0 ? "" : `:${String(size % 60).padStart(2, "0")}`;
  const timezone = minutes === 0 ? "UTC" : `UTC${minutes < 0 ? "-" : "+"}${Math.floor(size / 60)}${rest}`;
  return isTimeZone(timezone)
    ? { timezone, guess: "fixed-offset" }
    : { timezone: first[0] ?? "UTC", guess: "unknown" };
};
