import type { WallClock } from "@kalends/core";

export const UNITS = ["year", "month", "week", "day", "hour", "minute", "second"] as const;
export type Unit = (typeof UNITS)[number];

const UNIT_OF: Readonly<Record<string, Unit>> = {
  YEARLY: "year",
  MONTHLY: "month",
  WEEKLY: "week",
  DAILY: "day",
  HOURLY: "hour",
  MINUTELY: "minute",
  SECONDLY: "second",
};

const DAYS = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"] as const;

/**
 * Weekday; 0 is Monday. `ordinal`: position in the month or year, such as 2 for the second Friday. Negative
 * positions count from the end.
 */
export interface WeekDay {
  readonly day: number;
  readonly ordinal?: number;
}

/** Parsed RRULE. Numbers are ascending. Negative numbers count from the end and come last: 1, 15, -2, -1. */
export interface RuleParts {
  readonly unit: Unit;
  readonly interval: number;
  /** Numbers of months, from 1. Leap months of other calendars end with `L` (RFC 7529). */
  readonly months: readonly string[];
  readonly weeks: readonly number[];
  readonly yearDays: readonly number[];
  readonly monthDays: readonly number[];
  readonly weekDays: readonly WeekDay[];
  readonly hours: readonly number[];
  readonly minutes: readonly number[];
  readonly seconds: readonly number[];
  readonly positions: readonly number[];
  readonly count?: number;
  readonly until?: WallClock;
  /** First day of the week; 0 is Monday. */
  readonly weekStart: number;
  /** Name of the calendar in lower case, if it is not the Gregorian calendar. */
  readonly calendar?: string;
  /** Direction in which an occurrence moves if a month does not have its day. */
  readonly skip?: "backward" | "forward";
}

const toDay = (text: string): number => Math.max(0, (DAYS as readonly string[]).indexOf(text));

/** Returns a sort key: negative numbers, which count from the end, come after all others. */
const rank = (number: number): number => (number < 0 ? 10_000 + number : number);

const ascending = (numbers: readonly number[]): readonly number[] =>
  [...new Set(numbers)].sort((one, other) => rank(one) - rank(other));

const toWeekDay = (text: string): WeekDay => {
  const ordinal = Number(text.slice(0, -2));
  return { day: toDay(text.slice(-2)), ...(ordinal !== 0 && { ordinal }) };
};

/** Converts `20311231T235959` to `2031-12-31 23:59:59`. */
const toWallClock = (text: string): WallClock => {
  const digits = text.replace(/\D/g, "").padEnd(14, "0");
  const part = (from: number, to = from + 2): string => digits.slice(from, to);
  return `${part(0, 4)}-${part(4)}-${part(6)} ${part(8)}:${part(10)}:${part(12)}`;
};

/** Returns the number of a month. `5L`, the leap month after the fifth month, gives 5. */
const monthOf = (month: string): number => Number.parseInt(month, 10);

/** Parses a rule in the form in which `Recurrence.rules` stores it. */
export const readRule = (rule: string): RuleParts => {
  const parts = new Map(
    rule.split(";").map((part): [string, string] => {
      const at = part.indexOf("=");
      return [part.slice(0, at), part.slice(at + 1)];
    }),
  );
  const list = (name: string): readonly string[] => parts.get(name)?.split(",") ?? [];
  const numbers = (name: string): readonly number[] => ascending(list(name).map(Number));
  const [count, until, calendar, skip] = ["COUNT", "UNTIL", "RSCALE", "SKIP"].map((name) => parts.get(name));
  return {
    unit: UNIT_OF[parts.get("FREQ") ?? ""] ?? "day",
    interval: Number(parts.get("INTERVAL") ?? 1),
    months: [...new Set(list("BYMONTH"))].sort((one, other) => monthOf(one) - monthOf(other)),
    weeks: numbers("BYWEEKNO"),
    yearDays: numbers("BYYEARDAY"),
    monthDays: numbers("BYMONTHDAY"),
    weekDays: list("BYDAY")
      .map(toWeekDay)
      .sort((one, other) => rank(one.ordinal ?? 0) - rank(other.ordinal ?? 0) || one.day - other.day),
    hours: numbers("BYHOUR"),
    minutes: numbers("BYMINUTE"),
    seconds: numbers("BYSECOND"),
    positions: numbers("BYSETPOS"),
    weekStart: toDay(parts.get("WKST") ?? "MO"),
    ...(count !== undefined && { count: Number(count) }),
    ...(until !== undefined && { until: toWallClock(until) }),
    ...(calendar !== undefined && calendar !== "GREGORIAN" && { calendar: calendar.toLowerCase() }),
    ...((skip === "BACKWARD" || skip === "FORWARD") && {
      skip: skip === "BACKWARD" ? "backward" : "forward",
    }),
  };
};
