import { zonePeriods } from "@kalends/core/plugin";
import { contentLine, plainValue } from "./content-line.ts";
import { instantOf, type Observance, type Onset, observancesOf, onsetsOf } from "./zone-rules.ts";

/** Start of the written VTIMEZONE components. Times before it are written in UTC. */
export const ZONES_FROM = "1970-01-01 00:00:00";
/**
 * End of the period for which clock changes are computed. A rule that still applies at the end is written
 * without an end.
 */
const ZONES_UNTIL = "2100-01-01 00:00:00";

/** Formats a time without separators: `20310506T190000`. */
const basicTime = (milliseconds: number): string =>
  new Date(milliseconds).toISOString().slice(0, 19).replaceAll(/[-:]/g, "");

/** Formats an offset, such as `+0130`. Seconds are added if they are not zero. */
const offsetText = (seconds: number): string => {
  const size = Math.abs(seconds);
  const parts = [Math.floor(size / 3600), Math.floor(size / 60) % 60, size % 60];
  const shown = parts[2] === 0 ? parts.slice(0, 2) : parts;
  return `${seconds < 0 ? "-" : "+"}${shown.map((part) => String(part).padStart(2, "0")).join("")}`;
};

const observanceLines = (observance: Observance): string => {
  const { from, to, abbreviation, isDaylight, onsets } = observance;
  const name = isDaylight ? "DAYLIGHT" : "STANDARD";
  return [
    contentLine("BEGIN", name),
    contentLine("DTSTART", basicTime(onsets[0]?.wall ?? 0)),
    contentLine("TZOFFSETFROM", offsetText(from)),
    contentLine("TZOFFSETTO", offsetText(to)),
    contentLine("TZNAME", plainValue(abbreviation)),
    ...onsetLines(observance),
    contentLine("END", name),
  ].join("");
};

/**
 * Returns the RDATE or RRULE lines of an observance. Each date has its own line, because some programs read
 * only one date per line. If there are several dates, the first date is also written as an RDATE, because
 * some programs then ignore DTSTART.
 */
const onsetLines = ({ from, onsets, rule }: Observance): readonly string[] => {
  const last = onsets.at(-1);
  if (last === undefined || onsets.length === 1) return [];
  if (rule === undefined) return onsets.map(({ wall }) => contentLine("RDATE", basicTime(wall)));
  const until = `;UNTIL=${basicTime(last.wall - from * 1000)}Z`;
  return [contentLine("RRULE", isOngoing(last) ? rule : rule + until)];
};

const YEAR = 366 * 24 * 60 * 60 * 1000;

const isOngoing = ({ wall }: Onset): boolean => wall > instantOf(ZONES_UNTIL) - YEAR;

/**
 * Returns a VTIMEZONE component (RFC 5545, 3.6.5) that is valid from 1970. Regular clock changes are written
 * as yearly rules, others as dates.
 */
export const vtimezone = (tzid: string, timezone: string): string => {
  const periods = zonePeriods(timezone, ZONES_FROM, ZONES_UNTIL);
  const onsets = onsetsOf(periods);
  const [{ offset = 0, abbreviation = tzid } = {}] = periods;
  const first = { wall: instantOf(ZONES_FROM), from: offset, to: offset, abbreviation, isDaylight: false };
  return [
    contentLine("BEGIN", "VTIMEZONE"),
    contentLine("TZID", plainValue(tzid)),
    observanceLines({ ...first, onsets: [first] }),
    ...observancesOf(onsets).map(observanceLines),
    contentLine("END", "VTIMEZONE"),
  ].join("");
};

/** Cache of written VTIMEZONE components, by TZID. */
export interface ZoneTexts {
  textOf(tzid: string, timezone: string): string;
}

/**
 * Maximum number of cached VTIMEZONE components. Others are written again for each calendar. About 600 time
 * zones exist, with a few thousand characters each.
 */
const MAX_KEPT = 200;

export const createZoneTexts = (): ZoneTexts => {
  const kept = new Map<string, string>();
  return {
    textOf(tzid, timezone) {
      const known = kept.get(tzid);
      if (known !== undefined) return known;
      const text = vtimezone(tzid, timezone);
      if (kept.size < MAX_KEPT) kept.set(tzid, text);
      return text;
    },
  };
};
