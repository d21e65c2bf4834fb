import { DAY, millisecondsOf, utcText, type WallClock } from "@kalends/core/plugin";

/** Standard or daylight time of a VTIMEZONE (RFC 5545, 3.6.5). */
interface Observance {
  /** First onset, on the wall clock that was valid before it. */
  readonly start: WallClock;
  /** Milliseconds east of UTC, before and during the observance. */
  readonly from: number;
  readonly to: number;
  readonly yearly?: YearlyRule;
  readonly dates: readonly WallClock[];
}

/** Yearly rule of a zone: a day in a month of each year. */
interface YearlyRule {
  readonly month: number;
  /** Weekday, 0 for Sunday; absent if only days of the month are given. */
  readonly weekday?: number;
  /** Position of the weekday in the month, counted from the end if negative; 0 for any. */
  readonly ordinal: number;
  readonly monthDays: readonly number[];
  /** Last onset, in UTC. */
  readonly until?: number;
}

/** Returns the milliseconds that the wall clock is ahead of UTC at an instant. */
export type OffsetAt = (instant: number) => number;

const WEEKDAYS = ["SU", "MO", "TU", "WE", "TH", "FR", "SA"];
/**
 * Maximum number of observances and dates of one zone. Each time in the zone is compared with all of them.
 */
const [MAX_OBSERVANCES, MAX_DATES] = [200, 1000];

/** Returns the offsets that a VTIMEZONE defines; `undefined` if none can be read. */
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
 * Returns the milliseconds that this wall clock is ahead of UTC. A repeated time counts as its first
 * occurrence. A skipped time gets the offset before the gap.
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

/** Returns the onsets in this year and in the years before it that are still in effect. */
const onsetsOf = ({ start, from, to, yearly, dates }: Observance, year: number): readonly Onset[] => {
  const begin = millisecondsOf(start) - from;
  const single = dates.map((date) => ({ at: millisecondsOf(date) - from, to }));
  const own = yearly === undefined ? [{ at: begin, to }] : [];
  if (yearly === undefined) return [...own, ...single];
  const until = yearly.until ?? Infinity;
  // After a rule has ended, its last onset stays in effect until another one begins.
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

/** Parses a yearly rule. Any other rule counts as if it were absent, so the observance begins once. */
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
