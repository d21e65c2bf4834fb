import { type Candidate, candidatesFor } from "./rhythm-candidates.ts";

/** A rule that most of some days follow. Days are whole numbers of days since 1970. */
export interface Rhythm {
  /** An RRULE without its end, such as `FREQ=WEEKLY;BYDAY=TU,TH`. */
  readonly rule: string;
  /** The days that the rule gives, ascending. */
  readonly days: readonly number[];
  /** Days that it gives between the first and the last one, too, although they are not there. */
  readonly except: readonly number[];
}

/** Fewer days have no rhythm. */
export const FEWEST_DAYS = 3;
/** Days of one rhythm, at most: those of a day show for years. */
const MOST_DAYS = 2000;
/** One part of so many may be missing from a rhythm, or lie beside it. */
const TOLERANCE = 4;
/** Days that may lie before the first one of a rhythm. */
const MOST_BEFORE = 8;
/** A pause is so many times as long as what usually lies between two days. */
const PAUSE = 3;

/**
 * The rhythms that these days follow one after the other, as of seasons with a pause between them; none unless three of four days
 * follow one. Days are ascending, each once. Source: rules/choices.md#import-series.
 */
export const findRhythms = (days: readonly number[]): readonly Rhythm[] => {
  const found = seasonsOf(days);
  const count = found.reduce((total, rhythm) => total + rhythm.days.length, 0);
  return days.length - count <= Math.floor(days.length / TOLERANCE) ? found : [];
};

const seasonsOf = (days: readonly number[]): readonly Rhythm[] => {
  if (days.length < FEWEST_DAYS) return [];
  if (days.length > MOST_DAYS)
    return [...seasonsOf(days.slice(0, MOST_DAYS)), ...seasonsOf(days.slice(MOST_DAYS))];
  const whole = rhythmOf(days);
  if (whole !== undefined) return [whole];
  const pause = longestPause(days);
  return pause === undefined ? [] : [...seasonsOf(days.slice(0, pause)), ...seasonsOf(days.slice(pause))];
};

/** Where the days go on after the longest pause; `undefined`: there is none that stands out. */
const longestPause = (days: readonly number[]): number | undefined => {
  const distances = days.slice(1).map((day, index) => day - (days[index] ?? 0));
  const longest = Math.max(...distances);
  const usual = [...distances].sort((one, other) => one - other)[Math.floor(distances.length / 2)] ?? 0;
  return longest >= PAUSE * usual ? distances.indexOf(longest) + 1 : undefined;
};

/** The rule that gives the most of the days and the fewest others; of several the plainest. */
const rhythmOf = (days: readonly number[]): Rhythm | undefined => {
  let best: Rhythm | undefined;
  for (const candidate of candidatesFor(days)) {
    const rhythm = fitted(candidate, days);
    if (rhythm !== undefined && (best === undefined || isBetter(rhythm, best))) best = rhythm;
  }
  return best;
};

const isBetter = (one: Rhythm, other: Rhythm): boolean =>
  one.days.length === other.days.length
    ? one.except.length < other.except.length
    : one.days.length > other.days.length;

const fitted = (candidate: Candidate, days: readonly number[]): Rhythm | undefined => {
  // What begins beside the rhythm hides it.
  const before = Math.min(MOST_BEFORE, Math.floor(days.length / TOLERANCE));
  for (const first of days.slice(0, 1 + before)) {
    const rhythm = rhythmFrom(candidate, first, days);
    if (rhythm !== undefined) return rhythm;
  }
  return undefined;
};

const rhythmFrom = (candidate: Candidate, first: number, days: readonly number[]): Rhythm | undefined => {
  const there = new Set(days);
  const given = candidate.daysBetween(first, days.at(-1) ?? first);
  // A rule begins with a day that it gives.
  if (given[0] !== first) return undefined;
  const last = given.findLastIndex((day) => there.has(day));
  const within = given.slice(0, last + 1);
  const met = within.filter((day) => there.has(day));
  const except = within.filter((day) => !there.has(day));
  if (met.length < FEWEST_DAYS || met.length < leastOf(candidate.rule)) return undefined;
  if (except.length > Math.floor(met.length / TOLERANCE)) return undefined;
  if (days.length - met.length > Math.floor(days.length / TOLERANCE)) return undefined;
  return { rule: candidate.rule, days: met, except };
};

/** A rule with several weekdays shows only when some of them come again. */
const leastOf = (rule: string): number => {
  const weekdays = /^FREQ=WEEKLY.*BYDAY=(.*)/.exec(rule)?.[1]?.split(",").length ?? 1;
  return weekdays === 1 ? FEWEST_DAYS : weekdays + 2;
};
