import { DAY } from "@kalends/core";
/** A recurrence rule that may explain a list of days. A day is the number of days since 1970-01-01. */
export interface Candidate {
  /** Recurrence rule (RRULE) without an end, such as `FREQ=WEEKLY;BYDAY=TU,TH`. */
  readonly rule: string;
  /**
   * Returns in ascending order all days that the rule produces from `first` to `last`, if the rule starts on
   * `first`.
   */
  daysBetween(first: number, last: number): readonly number[];
}

const WEEKDAYS = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"] as const;
/** Maximum INTERVAL of a rule, by unit. Longer intervals are not recognized. */
const MAX_INTERVALS = { days: 10, weeks: 8, months: 6, years: 4 } as const;

interface DayParts {
  readonly year: number;
  /** Month, from 0 to 11. */
  readonly month: number;
  readonly date: number;
  /** Weekday, from 0 for Monday to 6 for Sunday. */
  readonly weekday: number;
}

const partsOf = (day: number): DayParts => {
  const date = new Date(day * DAY);
  return {
    year: date.getUTCFullYear(),
    month: date.getUTCMonth(),
    date: date.getUTCDate(),
    weekday: weekdayOf(day),
  };
};

/** Returns the weekday of a day, from 0 for Monday. Day 0, 1970-01-01, was a Thursday. */
const weekdayOf = (day: number): number => (((day + 3) % 7) + 7) % 7;
/** Returns the number of weeks since the week of 1970-01-01. Weeks start on Monday. */
const weekOf = (day: number): number => Math.floor((day + 3) / 7);
const monthOf = (day: number): number => partsOf(day).year * 12 + partsOf(day).month;
/**
 * Returns the day for a month and a day of the month. `month` is the number of months since January of year
 * 0. A date beyond the end of the month continues in the next month.
 */
const dayOf = (month: number, date: number): number => Date.UTC(2000, month - 2000 * 12, date) / DAY;
const lengthOf = (month: number): number => dayOf(month + 1, 1) - dayOf(month, 1);

/**
 * Returns the rules that may explain the given days. The list must be ascending and distinct, with at least
 * two days.
 */
export const candidatesFor = (days: readonly number[]): readonly Candidate[] => [
  ...stepsOf(days, MAX_INTERVALS.days)
    .filter((step) => step !== 7)
    .map(daily),
  ...weekdaysOf(days).flatMap((weekdays) =>
    stepsOf(
      distinct(days.filter((day) => weekdays.includes(weekdayOf(day))).map(weekOf)),
      MAX_INTERVALS.weeks,
    ).map((step) => weekly(step, weekdays)),
  ),
  ...placesOf(days).flatMap((place) => {
    const months = distinct(days.filter((day) => place.isAt(day)).map(monthOf));
    return [
      ...stepsOf(months, MAX_INTERVALS.months).map((step) => monthly(step, place)),
      ...yearlySteps(months).map(([step, month]) => yearly(step, month, place)),
    ];
  }),
];

/**
 * Returns possible intervals, from 1 to `most`, of an ascending list of numbers: the greatest common divisor
 * of the distances, and the most frequent distance.
 */
const stepsOf = (numbers: readonly number[], most: number): readonly number[] => {
  const distances = numbers.slice(1).map((number, index) => number - (numbers[index] ?? 0));
  if (distances.length === 0) return [];
  const steps = [distances.reduce(commonDivisor), mostFrequent(distances)];
  return distinct(steps).filter((step) => step >= 1 && step <= most);
};

const commonDivisor = (one: number, other: number): number =>
  other === 0 ? one : commonDivisor(other, one % other);

const distinct = (numbers: readonly number[]): readonly number[] => [...new Set(numbers)];

/**
 * Returns the most frequent number. If several are equally frequent, returns the lowest. Throws an `Error`
 * for an empty list.
 */
const mostFrequent = (numbers: readonly number[]): number => {
  const counts = new Map<number, number>();
  for (const number of numbers) counts.set(number, (counts.get(number) ?? 0) + 1);
  const [best] = [...counts].sort(([one, ones], [other, others]) => others - ones || one - other);
  if (best === undefined) throw new Error("The list of numbers is empty.");
  return best[0];
};

const daily = (step: number): Candidate => ({
  rule: `FREQ=DAILY${interval(step)}`,
  daysBetween: (first, last) => range(first, last, step),
});

const interval = (step: number): string => (step === 1 ? "" : `;INTERVAL=${step}`);

const range = (first: number, last: number, step: number): readonly number[] =>
  Array.from({ length: Math.max(0, Math.floor((last - first) / step) + 1) }, (_, at) => first + at * step);

/**
 * Returns two ascending lists of weekdays: all weekdays of the days, and the frequent ones. A weekday is
 * frequent if it occurs more than a third as often as the most frequent one. Returns one list if both are
 * equal.
 */
const weekdaysOf = (days: readonly number[]): readonly (readonly number[])[] => {
  const counts = WEEKDAYS.map((_, weekday) => days.filter((day) => weekdayOf(day) === weekday).length);
  const above = (least: number): readonly number[] =>
    counts.flatMap((count, weekday) => (count > least ? [weekday] : []));
  const [all, frequent] = [above(0), above(Math.max(...counts) / 3)];
  return frequent.length === all.length ? [all] : [all, frequent];
};

const weekly = (step: number, weekdays: readonly number[]): Candidate => ({
  rule: `FREQ=WEEKLY${interval(step)};BYDAY=${weekdays.map((weekday) => WEEKDAYS[weekday]).join(",")}`,
  daysBetween: (first, last) =>
    range(weekOf(first), weekOf(last), step)
      .flatMap((week) => weekdays.map((weekday) => week * 7 - 3 + weekday))
      .filter((day) => day >= first && day <= last),
});

/** A day that recurs in each month, such as the 15th or the last Friday. */
interface Place {
  /** Parts of the RRULE that select the day, such as `BYDAY=-1FR`. */
  readonly parts: string;
  isAt(day: number): boolean;
  /**
   * Returns the day in the given month (number of months since year 0). Returns `undefined` if the month
   * lacks this day.
   */
  inMonth(month: number): number | undefined;
}

/**
 * Returns candidates for a day that recurs in each month: the most frequent date, the last day of the month,
 * the most frequent numbered weekday (first to fourth), and the most frequent last weekday.
 */
const placesOf = (days: readonly number[]): readonly Place[] => {
  const parts = days.map(partsOf);
  const dates = parts.map(({ date }) => date);
  const nths = parts.map(({ date, weekday }) => Math.ceil(date / 7) * 7 + weekday);
  const lasts = days.filter((day) => isLastWeekday(day)).map(weekdayOf);
  const nth = mostFrequent(nths);
  return [
    datePlace(mostFrequent(dates)),
    ...(days.some((day) => isLastDay(day)) ? [LAST_DAY] : []),
    ...(nth < 5 * 7 ? [weekdayPlace(Math.floor(nth / 7), nth % 7)] : []),
    ...(lasts.length > 0 ? [weekdayPlace(-1, mostFrequent(lasts))] : []),
  ];
};

const isLastDay = (day: number): boolean => partsOf(day + 1).date === 1;
const isLastWeekday = (day: number): boolean => partsOf(day + 7).month !== partsOf(day).month;

const datePlace = (date: number): Place => ({
  parts: `BYMONTHDAY=${date}`,
  isAt: (day) => partsOf(day).date === date,
  inMonth: (month) => (date <= lengthOf(month) ? dayOf(month, date) : undefined),
});

const LAST_DAY: Place = {
  parts: "BYMONTHDAY=-1",
  isAt: isLastDay,
  inMonth: (month) => dayOf(month + 1, 1) - 1,
};

/**
 * Returns a recurring weekday of the month, such as the second Tuesday. An `nth` of -1 means the last one.
 */
const weekdayPlace = (nth: number, weekday: number): Place => {
  const inMonth = (month: number): number => {
    const [from, weeks] = nth > 0 ? [dayOf(month, 1), nth - 1] : [dayOf(month + 1, 1) - 7, 0];
    return from + ((weekday - weekdayOf(from) + 7) % 7) + weeks * 7;
  };
  return {
    parts: `BYDAY=${nth}${WEEKDAYS[weekday]}`,
    isAt: (day) => inMonth(monthOf(day)) === day,
    inMonth,
  };
};

const atPlace = (months: readonly number[], place: Place, first: number, last: number): readonly number[] =>
  months
    .map((month) => place.inMonth(month))
    .filter((day) => day !== undefined)
    .filter((day) => day >= first && day <= last);

const monthly = (step: number, place: Place): Candidate => ({
  rule: `FREQ=MONTHLY${interval(step)};${place.parts}`,
  daysBetween: (first, last) => atPlace(range(monthOf(first), monthOf(last), step), place, first, last),
});

/** Returns possible intervals in years, each with the most frequent month (0 for January). */
const yearlySteps = (months: readonly number[]): readonly (readonly [step: number, month: number])[] => {
  if (months.length === 0) return [];
  const month = mostFrequent(months.map((one) => one % 12));
  const years = months.filter((one) => one % 12 === month).map((one) => Math.floor(one / 12));
  return stepsOf(years, MAX_INTERVALS.years).map((step) => [step, month]);
};

const yearly = (step: number, month: number, place: Place): Candidate => ({
  rule: `FREQ=YEARLY${interval(step)};BYMONTH=${month + 1};${place.parts}`,
  daysBetween: (first, last) =>
    atPlace(
      range(Math.floor(monthOf(first) / 12) * 12 + month, monthOf(last), step * 12),
      place,
      first,
      last,
    ),
});
