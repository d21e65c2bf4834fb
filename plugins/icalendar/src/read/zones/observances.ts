import { DAY, millisecondsOf, utcText, type WallClock } from "@kalends/core/plugin";

/** STANDARD or DAYLIGHT part of a VTIMEZONE (RFC 5545, 3.6.5). */
interface Observance {
  /** Time of the first clock change (onset) of the observance, on the wall clock before the change. */
  readonly start: WallClock;
  /** Offset from UTC in milliseconds, positive in the east: `from` before the clock change, `to` after it. */
  readonly from: number;
  readonly to: number;
  readonly yearly?: YearlyRule;
  readonly dates: readonly WallClock[];
}

/** Rule that selects one day in a month of each year. */
interface YearlyRule {
  readonly month: number;
  /** Weekday, 0 for Sunday. Absent if the rule has only days of the month. */
  readonly weekday?: number;
  /** Number of the weekday in the month: 1 for the first, -1 for the last, 0 for any. */
  readonly ordinal: number;
  readonly monthDays: readonly number[];
  /** Time of the last clock change of the rule, in milliseconds UTC. */
  readonly until?: number;
}

/** Returns the offset from UTC at an instant. Both are in milliseconds; offsets in the east are positive. */
export type OffsetAt = (instant: number) => number;

const WEEKDAYS = ["SU", "MO", "TU", "WE", "TH", "FR", "SA"];
/**
 * Maximum number of observances and of RDATEs per time zone. Each conversion of a time compares all of them.
 */
const [MAX_OBSERVANCES, MAX_DATES] = [200, 1000];

/** Returns the offsets that a VTIMEZONE defines. Returns `undefined` if the VTIMEZONE cannot be read. */
export const offsetsOf = (lines: readonly string[]): OffsetAt | undefined => {
  const observances = readObservances(lines);
  const [first] = observances.toSorted((one, other) => (one.start < other.start ? -1 : 1));
  if (first === undefined) return undefined;
  const onsets = new Map<number, readonly Onset[]>();
  const onsetsAround = (year: number): readonly Onset[] => {
    const known = onsets.get(year) ?? observances.flatMap((each) => onsetsOf(each, year));
    onsets.set(year, known);
    return known;
  };
  return (instant) => {
    const year = new Date(instant).getUTCFullYear();
    let latest: Onset | undefined;
    for (const onset of [...onsetsAround(year - 1), ...onsetsAround(year)])
      if (onset.at <= instant && (latest === undefined || onset.at > latest.at)) latest = onset;
    return latest?.to ?? first.from;
  };
};

/**
 * Returns the offset from UTC in milliseconds for a wall clock time. In a repeated hour, the first occurrence
 * counts. A time that the clocks skip gets the offset before the change.
 */
export const offsetOn = (near: WallClock, offsets: OffsetAt): number => {
  const wall = millisecondsOf(near);
  const before = offsets(wall - DAY);
  const after = offsets(wall + DAY);
  const occurs = (offset: number): boolean => offsets(wall - offset) === offset;
  return occurs(before) || !occurs(after) ? before : after;
};

interface Onset {
  readonly at: number;
  readonly to: number;
}

/** Returns the clock changes (onsets) of an observance that decide the offset in this year. */
const onsetsOf = ({ start, from, to, yearly, dates }: Observance, year: number): readonly Onset[] => {
  const begin = millisecondsOf(start) - from;
  const single = dates.map((date) => ({ at: millisecondsOf(date) - from, to }));
  const own = yearly === undefined ? [{ at: begin, to }] : [];
  if (yearly === undefined) return [...own, ...single];
  const until = yearly.until ?? Infinity;
  // After UNTIL, the offset of the rule's last clock change remains in effect until another observance
  // begins.
  const lastYear = Math.min(year, new Date(Math.min(until, 253_402_300_799_000)).getUTCFullYear());
  return [
    ...single,
    ...[lastYear - 1, lastYear].flatMap((each) => {
      const at = onsetIn(yearly, each, start) - from;
      return at >= begin && at <= until ? [{ at, to }] : [];
    }),
  ];
};

const onsetIn = (
  { month, weekday, ordinal, monthDays }: YearlyRule,
  year: number,
  start: WallClock,
): number => {
  const time = millisecondsOf(`1970-01-01${start.slice(10)}`);
  const first = millisecondsOf(
    `${String(year).padStart(4, "0")}-${String(month).padStart(2, "0")}-01 00:00:00`,
  );
  const days: number[] = [];
  for (let at = first; new Date(at).getUTCMonth() === month - 1; at += DAY) {
    const date = new Date(at);
    if (weekday !== undefined && date.getUTCDay() !== weekday) continue;
    if (monthDays.length === 0 || monthDays.includes(date.getUTCDate())) days.push(at);
  }
  const day = ordinal < 0 ? days.at(ordinal) : days[Math.max(0, ordinal - 1)];
  return day === undefined ? -Infinity : day + time;
};

const readObservances = (lines: readonly string[]): readonly Observance[] => {
  const found: Observance[] = [];
  let block: string[] | undefined;
  let dates = 0;
  for (const line of lines) {
    if (found.length >= MAX_OBSERVANCES) break;
    if (/^BEGIN:/i.test(line)) block = [];
    else if (/^END:/i.test(line)) {
      const observance = block && toObservance(block, MAX_DATES - dates);
      if (observance !== undefined) found.push(observance);
      dates += observance?.dates.length ?? 0;
      block = undefined;
    } else block?.push(line);
  }
  return found;
};

const toObservance = (lines: readonly string[], most: number): Observance | undefined => {
  const valuesOf = (name: string): readonly string[] =>
    lines.flatMap((line) => {
      const [, key, value = ""] = /^([A-Za-z-]+)(?:;[^:]*)?:(.*)$/.exec(line) ?? [];
      return key?.toUpperCase() === name ? [value.trim()] : [];
    });
  const start = toWallClock(valuesOf("DTSTART")[0]);
  const [from, to] = [toOffset(valuesOf("TZOFFSETFROM")[0]), toOffset(valuesOf("TZOFFSETTO")[0])];
  if (start === undefined || to === undefined) return undefined;
  const rule = valuesOf("RRULE")[0];
  const yearly = rule === undefined ? undefined : toYearly(rule, start);
  const dates = valuesOf("RDATE")
    .flatMap((value) => value.slice(0, MAX_DATES * 20).split(","))
    .slice(0, most)
    .flatMap((value) => toWallClock(value) ?? []);
  return { start, from: from ?? to, to, dates, ...(yearly && { yearly }) };
};

const toWallClock = (text = ""): WallClock | undefined => {
  const match = /^(\d{4})(\d{2})(\d{2})(?:T(\d{2})(\d{2})(\d{2})?Z?)?$/.exec(text);
  if (match === null) return undefined;
  const [, year, month, day, hour = "00", minute = "00", second = "00"] = match;
  const wallClock = `${year}-${month}-${day} ${hour}:${minute}:${second}`;
  return utcText(millisecondsOf(wallClock)) === wallClock ? wallClock : undefined;
};

const toOffset = (text = ""): number | undefined => {
  const match = /^([+-])(\d{2}):?(\d{2})(\d{2})?$/.exec(text);
  if (match === null) return undefined;
  const [, sign, hours, minutes, seconds = "0"] = match;
  const size = (Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)) * 1000;
  return sign === "-" ? -size : size;
};

/**
 * Parses the yearly RRULE of an observance. Returns `undefined` for other rules, so that only the first clock
 * change of the observance is used.
 */
const toYearly = (rule: string, start: WallClock): YearlyRule | undefined => {
  const parts = new Map(
    rule
      .slice(0, 500)
      .toUpperCase()
      .split(";")
      .map((part) => [part.slice(0, part.indexOf("=")), part.slice(part.indexOf("=") + 1)]),
  );
  if (parts.get("FREQ") !== "YEARLY" || (parts.get("INTERVAL") ?? "1") !== "1") return undefined;
  const month = Number(parts.get("BYMONTH") ?? start.slice(5, 7));
  const [, ordinal = "", day = ""] = /^([+-]?\d)?([A-Z]{2})$/.exec(parts.get("BYDAY") ?? "") ?? [];
  const weekday = WEEKDAYS.indexOf(day);
  const monthDays = (parts.get("BYMONTHDAY") ?? "")
    .split(",")
    .map(Number)
    .filter((each) => each > 0);
  const until = toWallClock(parts.get("UNTIL"));
  if (!Number.isInteger(month) || month < 1 || month > 12) return undefined;
  return {
    month,
    ...(weekday >= 0 && { weekday }),
    ordinal: ordinal === "" ? Number(parts.get("BYSETPOS") ?? 0) || 0 : Number(ordinal),
    monthDays: weekday < 0 && monthDays.length === 0 ? [Number(start.slice(8, 10))] : monthDays,
    ...(until !== undefined && { until: millisecondsOf(until) }),
  };
};
