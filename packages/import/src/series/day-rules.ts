import { type Candidate, candidatesFor } from "./day-rule-candidates.ts";

/** A recurrence rule that explains a list of days. A day is the number of days since 1970-01-01. */
export interface DayRule {
  /** Recurrence rule (RRULE) without an end, such as `FREQ=WEEKLY;BYDAY=TU,TH`. */
  readonly rule: string;
  /** Given days that the rule produces, ascending. */
  readonly days: readonly number[];
  /** Days that the rule produces between its first and last day but that are not given. */
  readonly except: readonly number[];
}

/** Minimum number of days that a rule must explain. */
export const MIN_DAYS = 3;
/** Maximum number of days to examine together. Daily events of several years have fewer. */
const MAX_DAYS = 2000;
/**
 * Divisor for two limits. For every 4 matching days, a rule may produce one day that is not given. Of every 4
 * given days, one may differ from the rule.
 */
const TOLERANCE = 4;
/** Maximum number of given days before the first day of a rule. */
const MAX_BEFORE = 8;
/** A gap between two days separates two seasons if it is at least this many times the median distance. */
const PAUSE = 3;

/**
 * Returns the rules that explain these days, one after the other, such as one rule for each season. Returns
 * no rules if less than three quarters of the days match. The given days must be ascending and distinct.
 * Source: rules/choices.md#import-series.
 */
export const findDayRules = (days: readonly number[]): readonly DayRule[] => {
  const found = seasonsOf(days);
  const count = found.reduce((total, dayRule) => total + dayRule.days.length, 0);
  return days.length - count <= Math.floor(days.length / TOLERANCE) ? found : [];
};

const seasonsOf = (days: readonly number[]): readonly DayRule[] => {
  if (days.length < MIN_DAYS) return [];
  if (days.length > MAX_DAYS)
    return [...seasonsOf(days.slice(0, MAX_DAYS)), ...seasonsOf(days.slice(MAX_DAYS))];
  const single = dayRuleFor(days);
  if (single !== undefined) return [single];
  const pause = longestPause(days);
  return pause === undefined ? [] : [...seasonsOf(days.slice(0, pause)), ...seasonsOf(days.slice(pause))];
};

/**
 * Returns the index of the first day after the longest gap. Returns `undefined` if this gap is too short to
 * separate two seasons.
 */
const longestPause = (days: readonly number[]): number | undefined => {
  const distances = days.slice(1).map((day, index) => day - (days[index] ?? 0));
  const longest = Math.max(...distances);
  const usual = [...distances].sort((one, other) => one - other)[Math.floor(distances.length / 2)] ?? 0;
  return longest >= PAUSE * usual ? distances.indexOf(longest) + 1 : undefined;
};

/**
 * Returns the rule that produces the most given days. If several produce equally many, returns the one with
 * the fewest days in `except`, then the first of `candidatesFor`.
 */
const dayRuleFor = (days: readonly number[]): DayRule | undefined => {
  let best: DayRule | undefined;
  for (const candidate of candidatesFor(days)) {
    const dayRule = fitted(candidate, days);
    if (dayRule !== undefined && (best === undefined || isBetter(dayRule, best))) best = dayRule;
  }
  return best;
};

const isBetter = (one: DayRule, other: DayRule): boolean =>
  one.days.length === other.days.length
    ? one.except.length < other.except.length
    : one.days.length > other.days.length;

const fitted = (candidate: Candidate, days: readonly number[]): DayRule | undefined => {
  // Try later days as the start, because a first day outside the rule would prevent a match.
  const before = Math.min(MAX_BEFORE, Math.floor(days.length / TOLERANCE));
  for (const first of days.slice(0, 1 + before)) {
    const dayRule = dayRuleFrom(candidate, first, days);
    if (dayRule !== undefined) return dayRule;
  }
  return undefined;
};

const dayRuleFrom = (candidate: Candidate, first: number, days: readonly number[]): DayRule | undefined => {
  const there = new Set(days);
  const given = candidate.daysBetween(first, days.at(-1) ?? first);
  // A rule must produce its own start day.
  if (given[0] !== first) return undefined;
  const last = given.findLastIndex((day) => there.has(day));
  const within = given.slice(0, last + 1);
  const met = within.filter((day) => there.has(day));
  const except = within.filter((day) => !there.has(day));
  if (met.length < MIN_DAYS || met.length < minimumDaysOf(candidate.rule)) return undefined;
  if (except.length > Math.floor(met.length / TOLERANCE)) return undefined;
  if (days.length - met.length > Math.floor(days.length / TOLERANCE)) return undefined;
  return { rule: candidate.rule, days: met, except };
};

/**
 * Returns the minimum number of days that a rule must explain. It is `MIN_DAYS`; for a weekly rule with
 * several weekdays, it is their number plus two.
 */
const minimumDaysOf = (rule: string): number => {
  const weekdays = /^FREQ=WEEKLY.*BYDAY=(.*)/.exec(rule)?.[1]?.split(",").length ?? 1;
  return weekdays === 1 ? MIN_DAYS : weekdays + 2;
};
