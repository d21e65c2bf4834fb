import { DAY, MINUTE, millisecondsOfParts, SECOND, timeIn } from "../../time/wall-clock.ts";
import { type Frequency, type Rule, WEEKDAYS } from "../rule.ts";

/** Maximum length of one period of each frequency, in milliseconds. */
export const PERIODS: Readonly<Record<Frequency, number>> = {
  SECONDLY: SECOND,
  MINUTELY: MINUTE,
  HOURLY: 60 * MINUTE,
  DAILY: DAY,
  WEEKLY: 7 * DAY,
  MONTHLY: 31 * DAY,
  YEARLY: 366 * DAY,
};

export const HOUR: number = 60 * MINUTE;

/**
 * Maximum number of times per day, as listed by `BYHOUR`, `BYMINUTE` and `BYSECOND`, that are tested one by
 * one. A rule with more times is likely to have a start on almost every day.
 */
const COUNTED_PER_DAY = 100;

/**
 * Filter for the days of an hourly, minutely or secondly rule. A day that one of its two functions rejects
 * has no start; other days may have one. A day is given by its first millisecond.
 */
export interface PossibleDays {
  readonly isDate: (day: number) => boolean;
  readonly hasTime: (day: number) => boolean;
  /** Maximum number of times of day that one call of `hasTime` tests. */
  readonly compared: number;
}

/** Returns the filter for a rule. Returns `undefined` if the rule can never have a start. */
export const possibleDays = (rule: Rule, first: number): PossibleDays | undefined => {
  if (hasImpossiblePosition(rule)) return undefined;
  const time = timeTest(rule, first);
  if (time === "never") return undefined;
  const date = dateTest(rule);
  const isDate = date === "always" ? () => true : date;
  return time === "always" ? { isDate, hasTime: () => true, compared: 0 } : { isDate, ...time };
};

export type DateTest = ((day: number) => boolean) | "always";

export const numbersIn = (list: string | undefined): readonly number[] | undefined =>
  list?.split(",").map(Number);

const setIn = (list: string | undefined): ReadonlySet<number> | undefined => {
  const numbers = numbersIn(list);
  return numbers && new Set(numbers);
};

const fits = (list: ReadonlySet<number>, number: number, last: number): boolean =>
  list.has(number) || list.has(number - last - 1);

/**
 * Returns a function that tests a single day against the rule, or `always` if the rule does not limit days.
 * Ordinals in `BYDAY` count within the month if the rule is monthly or has `BYMONTH`, otherwise within the
 * year.
 */
export const dateTest = (rule: Rule): DateTest => {
  const { FREQ, BYMONTH, BYMONTHDAY, BYYEARDAY, BYWEEKNO, BYDAY } = rule;
  if ([BYMONTH, BYMONTHDAY, BYYEARDAY, BYWEEKNO, BYDAY].every((list) => list === undefined)) return "always";
  const [months, monthDays, yearDays, weeks] = [BYMONTH, BYMONTHDAY, BYYEARDAY, BYWEEKNO].map(setIn);
  const weekStart = weekStartOf(rule);
  const weekdays = BYDAY === undefined ? undefined : ordinalsIn(BYDAY);
  const countsInMonth = FREQ === "MONTHLY" || BYMONTH !== undefined;
  return (day) => {
    const date = new Date(day);
    const [year, month] = [date.getUTCFullYear(), date.getUTCMonth() + 1];
    if (months?.has(month) === false) return false;
    const ordinals = weekdays?.get((date.getUTCDay() + 6) % 7);
    if (weekdays !== undefined && ordinals === undefined) return false;
    const inMonth = (): readonly [number, number] => [
      date.getUTCDate(),
      (millisecondsOfParts(year, month + 1, 1) - millisecondsOfParts(year, month, 1)) / DAY,
    ];
    const inYear = (): readonly [number, number] => {
      const newYear = millisecondsOfParts(year, 1, 1);
      return [(day - newYear) / DAY + 1, (millisecondsOfParts(year + 1, 1, 1) - newYear) / DAY];
    };
    if (monthDays !== undefined && !fits(monthDays, ...inMonth())) return false;
    if (yearDays !== undefined && !fits(yearDays, ...inYear())) return false;
    if (weeks !== undefined && !isInWeeks(day, weeks, weekStart)) return false;
    if (ordinals === undefined || ordinals.has(ANY)) return true;
    const [place, length] = countsInMonth ? inMonth() : inYear();
    return ordinals.has(Math.ceil(place / 7)) || ordinals.has(-Math.ceil((length - place + 1) / 7));
  };
};

/** Ordinal of weekdays in `BYDAY` that have none, and so mean each such weekday. */
const ANY = 0;

/** Returns the ordinals in `BYDAY` by weekday; 0 is Monday. */
const ordinalsIn = (list: string): ReadonlyMap<number, ReadonlySet<number>> => {
  const weekdays = new Map<number, Set<number>>();
  for (const entry of list.split(",")) {
    const weekday = WEEKDAYS.findIndex((name) => entry.endsWith(name));
    const ordinals = weekdays.get(weekday) ?? new Set();
    weekdays.set(weekday, ordinals.add(Number(entry.slice(0, -2)) || ANY));
  }
  return weekdays;
};

/** Returns the first day of the week that contains this day. */
const weekOf = (day: number, weekStart: number): number =>
  day - ((new Date(day).getUTCDay() + 6 - weekStart + 7) % 7) * DAY;

const weekStartOf = ({ WKST = "MO" }: Rule): number => (WEEKDAYS as readonly string[]).indexOf(WKST);

/**
 * Returns the first day of the week that contains this day. `WKST` of the rule defines the start of the week.
 */
export const weekBegin = (rule: Rule, day: number): number => weekOf(day, weekStartOf(rule));

/** Returns the year to which the week of this day belongs: the year that contains most days of the week. */
export const weekYearOf = (rule: Rule, day: number): number =>
  new Date(weekBegin(rule, day) + 3 * DAY).getUTCFullYear();

/**
 * Returns the first day of the first week of a year: the week that contains 4 January. `WKST` of the rule
 * defines the start of the week.
 */
export const firstWeekIn = (rule: Rule, year: number): number => firstWeekOf(year, weekStartOf(rule));

const isInWeeks = (day: number, weeks: ReadonlySet<number>, weekStart: number): boolean => {
  const begin = weekOf(day, weekStart);
  const year = new Date(begin + 3 * DAY).getUTCFullYear();
  const firstWeek = firstWeekOf(year, weekStart);
  const last = Math.round((firstWeekOf(year + 1, weekStart) - firstWeek) / (7 * DAY));
  return fits(weeks, Math.round((begin - firstWeek) / (7 * DAY)) + 1, last);
};

const firstWeekOf = (year: number, weekStart: number): number =>
  weekOf(millisecondsOfParts(year, 1, 4), weekStart);

/**
 * Returns the hours, minutes and seconds that the rule lists. Each list is `undefined` if the rule does not
 * limit it. The leap second 60 is left out.
 */
export const timesOf = (rule: Rule): readonly (readonly number[] | undefined)[] => [
  numbersIn(rule.BYHOUR),
  numbersIn(rule.BYMINUTE),
  numbersIn(rule.BYSECOND)?.filter((second) => second < 60),
];

/**
 * Returns the test that checks if an hourly, minutely or secondly rule can have a start on a day, given its
 * times. Returns "always" or "never" if the result is the same for all days.
 */
const timeTest = (
  rule: Rule,
  first: number,
): Pick<PossibleDays, "hasTime" | "compared"> | "always" | "never" => {
  const period = PERIODS[rule.FREQ];
  const [hours, minutes, seconds] = timesOf(rule);
  if (seconds?.length === 0) return "never";
  const step = period * Number(rule.INTERVAL ?? 1);
  if (step <= DAY && (hours ?? minutes ?? seconds) === undefined) return "always";
  const firstStep = first - (timeIn(first) % period);
  // Over many days, the steps reach all times of day that differ by a multiple of this divisor.
  const stepDivisor = commonDivisor(step, DAY);
  const allowed: number[] = [];
  for (const time of namedTimes(period, [hours, minutes, seconds])) {
    if ((time - timeIn(firstStep)) % stepDivisor === 0) allowed.push(time);
    if (allowed.length > COUNTED_PER_DAY) break;
  }
  if (allowed.length === 0) return "never";
  const perDay = DAY / step;
  if (step === stepDivisor || Math.min(allowed.length, perDay) > COUNTED_PER_DAY) return "always";
  if (perDay >= allowed.length)
    return {
      hasTime: (day) => allowed.some((time) => (day + time - firstStep) % step === 0),
      compared: allowed.length,
    };
  // `minutes` do not limit an hourly rule, because each of its steps contains all minutes. The same applies
  // to seconds.
  const limits = [hours, period < HOUR ? minutes : undefined, period < MINUTE ? seconds : undefined];
  const isAllowed = (time: number): boolean =>
    [Math.floor(time / HOUR), Math.floor(time / MINUTE) % 60, Math.floor(time / SECOND) % 60].every(
      (number, index) => limits[index]?.includes(number) ?? true,
    );
  const hasTime = (day: number): boolean => {
    for (const at of stepsIn(day, firstStep, step)) if (isAllowed(at - day)) return true;
    return false;
  };
  return { hasTime, compared: Math.ceil(perDay) };
};

const all = (count: number): readonly number[] => Array.from({ length: count }, (_, index) => index);

/**
 * Yields the times of a day that the lists of hours, minutes and seconds allow, ascending. An absent list
 * allows all. Parts smaller than `period` (an hour, minute or second) are 0.
 */
export function* namedTimes(
  period: number,
  [hours = all(24), minutes = all(60), seconds = all(60)]: readonly (readonly number[] | undefined)[],
): Generator<number> {
  for (const hour of hours)
    for (const minute of period >= HOUR ? [0] : minutes)
      for (const second of period >= MINUTE ? [0] : seconds)
        yield hour * HOUR + minute * MINUTE + second * SECOND;
}

/** Yields the times within `day` at which a rule repeats: every `step` milliseconds, counted from `first`. */
export function* stepsIn(day: number, first: number, step: number): Generator<number> {
  const before = Math.ceil((day - first) / step);
  for (let at = first + before * step; at < day + DAY; at += step) yield at;
}

const commonDivisor = (one: number, other: number): number =>
  other === 0 ? one : commonDivisor(other, one % other);

/**
 * True if `BYSETPOS` of an hourly, minutely or secondly rule can never select a start. Each of its positions
 * then exceeds the number of starts in one hour, minute or second.
 */
const hasImpossiblePosition = (rule: Rule): boolean => {
  const positions = numbersIn(rule.BYSETPOS);
  if (positions === undefined) return false;
  const period = PERIODS[rule.FREQ];
  const [, minutes = 1, seconds = 1] = timesOf(rule).map((times) => times?.length);
  const maximum = (period >= HOUR ? minutes : 1) * (period >= MINUTE ? seconds : 1);
  return positions.every((position) => Math.abs(position) > maximum);
};

/**
 * Returns the indexes that positions select from a list of `count` entries, ascending and without duplicates.
 * Indexes count from 0; positions count from 1, or backwards from -1.
 */
export const placesAt = (positions: readonly number[], count: number): readonly number[] => {
  const places = positions.map((position) => (position > 0 ? position - 1 : count + position));
  const found = places.filter((place) => place >= 0 && place < count);
  return [...new Set(found)].sort((one, other) => one - other);
};
