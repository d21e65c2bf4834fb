import type { Problem } from "../../errors.ts";
import { readWallClock } from "./wall-clock-text.ts";

export const FREQUENCIES = [
  "SECONDLY",
  "MINUTELY",
  "HOURLY",
  "DAILY",
  "WEEKLY",
  "MONTHLY",
  "YEARLY",
] as const;
export type Frequency = (typeof FREQUENCIES)[number];

/** Parts of a rule in their order in RFC 5545, 3.3.10. `RSCALE` and `SKIP` (RFC 7529) come first and last. */
const PARTS = [
  "RSCALE",
  "FREQ",
  "UNTIL",
  "COUNT",
  "INTERVAL",
  "BYSECOND",
  "BYMINUTE",
  "BYHOUR",
  "BYDAY",
  "BYMONTHDAY",
  "BYYEARDAY",
  "BYWEEKNO",
  "BYMONTH",
  "BYSETPOS",
  "WKST",
  "SKIP",
] as const;
export type PartName = (typeof PARTS)[number];

/**
 * Parsed rule: the value of each part, in upper case. Lists of numbers are sorted, except months with `L`. No
 * list has duplicates.
 */
export type Rule = { readonly [Name in PartName]?: string } & { readonly FREQ: Frequency };

/** Maximum value of `COUNT` and `INTERVAL`. RFC 5545 has no limit, but larger numbers have no effect. */
const MAX_NUMBER = 999_999_999;

/** Maximum length of a rule in characters. A rule that lists all days of a year is shorter. */
export const MAX_RULE_LENGTH = 2000;

interface Bounds {
  readonly minimum: number;
  readonly maximum: number;
  /** Set if negative numbers are allowed too. They count from the end: -1 is the last. */
  readonly signed?: true;
}

const LISTS: { readonly [Name in PartName]?: Bounds } = {
  BYSECOND: { minimum: 0, maximum: 60 },
  BYMINUTE: { minimum: 0, maximum: 59 },
  BYHOUR: { minimum: 0, maximum: 23 },
  BYMONTHDAY: { minimum: 1, maximum: 31, signed: true },
  BYYEARDAY: { minimum: 1, maximum: 366, signed: true },
  BYWEEKNO: { minimum: 1, maximum: 53, signed: true },
  BYMONTH: { minimum: 1, maximum: 12 },
  BYSETPOS: { minimum: 1, maximum: 366, signed: true },
};

export const WEEKDAYS = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"] as const;
type Weekday = (typeof WEEKDAYS)[number];

const isWeekday = (text: string): text is Weekday => WEEKDAYS.some((day) => day === text);
export const isPart = (text: string): text is PartName => PARTS.some((part) => part === text);
const isFrequency = (text: string | undefined): text is Frequency =>
  FREQUENCIES.some((frequency) => frequency === text);

/** Frequencies with which RFC 5545 does not allow a part. */
const FORBIDDEN: { readonly [Name in PartName]?: readonly Frequency[] } = {
  BYMONTHDAY: ["WEEKLY"],
  BYYEARDAY: ["DAILY", "WEEKLY", "MONTHLY"],
  BYWEEKNO: ["SECONDLY", "MINUTELY", "HOURLY", "DAILY", "WEEKLY", "MONTHLY"],
};

const isSubDaily = (frequency: Frequency): boolean =>
  FREQUENCIES.indexOf(frequency) < FREQUENCIES.indexOf("DAILY");

/**
 * Parses an RRULE in any letter case. Returns a problem if RFC 5545 does not allow the rule, or if it exceeds
 * a limit of Kalends: `MAX_RULE_LENGTH`, `MAX_NUMBER`, `CALENDARS` or `SCALED_PARTS`. `isAllDay` means that
 * starts are dates without a time.
 */
export const readRule = (text: string, isAllDay: boolean): Rule | Problem => {
  if (text.length > MAX_RULE_LENGTH) return { reason: "too-long", values: { maximum: MAX_RULE_LENGTH } };
  const parts = new Map<PartName, string>();
  for (const part of text.trim().toUpperCase().split(";")) {
    const equals = part.indexOf("=");
    const name = equals < 0 ? part : part.slice(0, equals);
    if (!isPart(name)) return { reason: "rule-unknown-part", values: { part: shown(name) } };
    if (parts.has(name)) return { reason: "rule-repeated-part", values: { part: name } };
    const value = normalValue(name, equals < 0 ? "" : part.slice(equals + 1));
    if (value === undefined) return badValue(name, equals < 0 ? "" : part.slice(equals + 1));
    parts.set(name, value);
  }
  const frequency = parts.get("FREQ");
  if (!isFrequency(frequency)) return { reason: "rule-without-frequency" };
  if (parts.has("SKIP") && !parts.has("RSCALE")) return { reason: "rule-skip-alone" };
  const [one, other] = clashOf(parts, frequency, isAllDay) ?? [];
  if (one !== undefined && other !== undefined) return { reason: "rule-clash", values: { part: one, other } };
  return { ...Object.fromEntries(parts), FREQ: frequency };
};

export const isProblem = (found: Rule | Problem): found is Problem => "reason" in found;

/** Formats a rule as text, with its parts in the order of RFC 5545. */
export const ruleText = (rule: Rule): string =>
  PARTS.flatMap((part) => (rule[part] === undefined ? [] : [`${part}=${rule[part]}`])).join(";");

/** Shortens a text for an error message. */
export const shown = (text: string): string => (text.length > 40 ? `${text.slice(0, 39)}…` : text);

export const badValue = (part: string, value: string): Problem => ({
  reason: "rule-bad-value",
  values: { part, value: shown(value) },
});

/** Converts the value of a part to its stored form. Returns `undefined` if the value is not valid. */
export const normalValue = (part: PartName, value: string): string | undefined => {
  const bounds = LISTS[part];
  if (part === "BYMONTH" && value.includes("L")) return monthList(value);
  if (bounds !== undefined) return numberList(value, bounds);
  switch (part) {
    case "FREQ":
      return isFrequency(value) ? value : undefined;
    case "UNTIL":
      return readWallClock(value) === undefined || value.includes("-") ? undefined : value;
    case "COUNT":
    case "INTERVAL":
      return positive(value);
    case "BYDAY":
      return dayList(value);
    case "WKST":
      return isWeekday(value) ? value : undefined;
    case "RSCALE":
      return CALENDARS.includes(value) ? value : undefined;
    case "SKIP":
      return ["OMIT", "BACKWARD", "FORWARD"].includes(value) ? value : undefined;
    default:
      return undefined;
  }
};

/**
 * Calendars (`RSCALE`) for which Kalends computes the examples in RFC 7529 correctly; see `startsInCalendar`.
 */
const CALENDARS: readonly string[] = ["GREGORIAN", "CHINESE", "HEBREW"];

/**
 * Parts of a rule that may be used if `isScaled`: those in the examples of RFC 7529. Results for other parts
 * could not be verified.
 */
const SCALED_PARTS: readonly string[] = [
  "RSCALE",
  "FREQ=YEARLY",
  "FREQ=MONTHLY",
  "UNTIL",
  "COUNT",
  "INTERVAL",
  "BYMONTHDAY",
  "BYMONTH",
  "SKIP",
];

/** True if the rule uses a non-Gregorian calendar, or moves days that a month does not have. */
export const isScaled = ({ RSCALE = "GREGORIAN", SKIP = "OMIT" }: Pick<Rule, "RSCALE" | "SKIP">): boolean =>
  RSCALE !== "GREGORIAN" || SKIP !== "OMIT";

/** True if the rule names leap months of other calendars. They have the suffix L, such as `5L`. */
const hasLeapMonths = (parts: ReadonlyMap<PartName, string>): boolean =>
  parts.get("BYMONTH")?.includes("L") === true;

const monthList = (value: string): string | undefined => {
  const months = numberList(value.replaceAll(/L(?=,|$)/g, ""), { minimum: 1, maximum: 12 });
  return months === undefined ? undefined : [...new Set(value.split(","))].join(",");
};

const scaleClash = (
  parts: ReadonlyMap<PartName, string>,
  frequency: Frequency,
): readonly [string, string] | undefined => {
  const [RSCALE, SKIP] = [parts.get("RSCALE"), parts.get("SKIP")];
  if (hasLeapMonths(parts) && (RSCALE ?? "GREGORIAN") === "GREGORIAN")
    return [`BYMONTH=${shown(parts.get("BYMONTH") ?? "")}`, `RSCALE=${RSCALE ?? "GREGORIAN"}`];
  if (!isScaled({ ...(RSCALE && { RSCALE }), ...(SKIP && { SKIP }) })) return undefined;
  const other = [...parts.keys()]
    .map((part) => (part === "FREQ" ? `FREQ=${frequency}` : part))
    .find((part) => !SCALED_PARTS.includes(part));
  return other === undefined
    ? undefined
    : [other, RSCALE === "GREGORIAN" ? `SKIP=${SKIP}` : `RSCALE=${RSCALE}`];
};

const positive = (value: string): string | undefined => {
  const number = /^\d{1,20}$/.test(value) ? Number(value) : 0;
  return number >= 1 && number <= MAX_NUMBER ? String(number) : undefined;
};

const numberList = (value: string, { minimum, maximum, signed }: Bounds): string | undefined => {
  const numbers = value.split(",").map((text) => {
    if (!(signed ? /^[+-]?\d{1,3}$/ : /^\d{1,2}$/).test(text)) return undefined;
    const number = Number(text);
    return Math.abs(number) >= minimum && Math.abs(number) <= maximum ? number : undefined;
  });
  if (!numbers.every((number) => number !== undefined)) return undefined;
  return [...new Set(numbers)].sort((one, other) => one - other).join(",");
};

const dayList = (value: string): string | undefined => {
  const days = value.split(",").map((text) => {
    const [, ordinal = "", day = ""] = /^([+-]?\d{1,2})?([A-Z]{2})$/.exec(text) ?? [];
    if (!isWeekday(day)) return undefined;
    if (ordinal === "") return day;
    const number = Number(ordinal);
    return number !== 0 && Math.abs(number) <= 53 ? `${number}${day}` : undefined;
  });
  return days.every((day) => day !== undefined) ? [...new Set(days)].join(",") : undefined;
};

/**
 * Returns two parts of the rule that RFC 5545 or Kalends (`SCALED_PARTS`) does not allow together, with or
 * without their values. The second one is `all_day` if an all-day event does not allow the first. Returns
 * `undefined` if all parts are allowed together.
 */
const clashOf = (
  parts: ReadonlyMap<PartName, string>,
  frequency: Frequency,
  isAllDay: boolean,
): readonly [string, string] | undefined => {
  if (parts.has("UNTIL") && parts.has("COUNT")) return ["UNTIL", "COUNT"];
  for (const part of PARTS) {
    if (parts.has(part) && FORBIDDEN[part]?.includes(frequency)) return [part, `FREQ=${frequency}`];
  }
  if (/\d/.test(parts.get("BYDAY") ?? "")) {
    const ordinal = `BYDAY=${shown(parts.get("BYDAY") ?? "")}`;
    if (frequency !== "MONTHLY" && frequency !== "YEARLY") return [ordinal, `FREQ=${frequency}`];
    if (parts.has("BYWEEKNO")) return [ordinal, "BYWEEKNO"];
  }
  if (
    parts.has("BYSETPOS") &&
    ![...parts.keys()].some((part) => part.startsWith("BY") && part !== "BYSETPOS")
  )
    return ["BYSETPOS", `FREQ=${frequency}`];
  const scaled = scaleClash(parts, frequency);
  if (scaled !== undefined || !isAllDay) return scaled;
  const timed = (["BYSECOND", "BYMINUTE", "BYHOUR"] as const).find((part) => parts.has(part));
  const time = isSubDaily(frequency) ? `FREQ=${frequency}` : timed;
  return time === undefined ? undefined : [time, "all_day"];
};
