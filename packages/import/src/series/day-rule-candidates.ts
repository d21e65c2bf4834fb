import { DAY } from "@kalends/core";
/** A possible rule and the days it produces. Days are integers counted from 1970-01-01. */
export interface Candidate {
  /** RRULE without an end, such as `FREQ=WEEKLY;BYDAY=TU,TH`. */
  readonly rule: string;
  /**
   * Returns all days from the first to the last one that the rule produces if it starts on the first day, in
   * ascending order.
   */
  daysBetween(first: number, last: number): readonly number[];
}

const WEEKDAYS = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"] as const;
/** Maximum interval of a rule by unit; longer intervals are not recognized. */
const MAX_INTERVALS = { days: 10, weeks: 8, months: 6, years: 4 } as const;

interface DayParts {
  readonly year: number;
  /** Month, from 0 to 11. */
  readonly month: number;
  readonly date: number;
  /** Weekday, from 0 (Monday). */
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

/** Returns the weekday, from 0 (Monday). Day 0, 1970-01-01, was a Thursday. */
const weekdayOf = (day: number): number => (((day + 3) % 7) + 7) % 7;
/** Returns the number of the week; weeks start on Monday. */
const weekOf = (day: number): number => Math.floor((day + 3) / 7);
const monthOf = (day: number): number => partsOf(day).year * 12 + partsOf(day).month;
/**
 * Returns the day for a month, counted from year 0, and a date. Dates beyond the end of the month continue in
 * the next one.
 */
const dayOf = (month: number, date: number): number => Date.UTC(2000, month - 2000 * 12, date) / DAY;
const lengthOf = (month: number): number => dayOf(month + 1, 1) - dayOf(month, 1);

/**
 * Returns the rules that may have produced these days. Days are ascending and distinct; at least two are
 * needed.
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

/** Returns possible intervals: the common divisor of all distances, and the most frequent distance. */
const stepsOf = (numbers: readonly number[], most: number): readonly number[] => {
  const distances = numbers.slice(1).map((number, index) => number - (numbers[index] ?? 0));
  if (distances.length === 0) return [];
  const steps = [distances.reduce(commonDivisor), mostFrequent(distances)];
  return distinct(steps).filter((step) => step >= 1 && step <= most);
};

const commonDivisor = (one: number, other: number): number =>
  other === 0 ? one : commonDivisor(other, one % other);

const distinct = (numbers: readonly number[]): readonly number[] => [...new Set(numbers)];

/** Returns the most frequent number, the lowest one if several are. Throws an `Error` for an empty list. */
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

/** Returns all weekdays of the days, and those without rare ones; both ascending. */
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

/** A recurring day within each month. */
interface Place {
  /** Parts of the rule that name the day. */
  readonly parts: string;
  isAt(day: number): boolean;
  /** Returns the day in a month, counted from year 0; `undefined` if the month does not have it. */
  inMonth(month: number): number | undefined;
}

/**
 * Returns the recurring days of a month that match most of the days: by date and by weekday, each also
 * counted from the end.
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

/** Returns the day for the nth weekday of a month; -1 means the last one. */
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

/** Returns possible intervals in years, each with the most frequent month (from 0). */
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
