import { DAY, MINUTE, millisecondsOfParts, SECOND, timeIn } from "../time/wall-clock.ts";
import { type Frequency, type Rule, WEEKDAYS } from "./rule.ts";

/** Milliseconds that a period of each frequency lasts at most. */
export const PERIODS: Readonly<Record<Frequency, number>> = {
  SECONDLY: SECOND,
  MINUTELY: MINUTE,
  HOURLY: 60 * MINUTE,
  DAILY: DAY,
  WEEKLY: 7 * DAY,
  MONTHLY: 31 * DAY,
  YEARLY: 366 * DAY,
};

/** What is counted one by one for a day; with more, hardly a day has none. */
const COUNTED_PER_DAY = 100;

/**
 * Tells of a day, by its first millisecond, whether the rule may have a start in it; `undefined` if it can never have one. No
 * more than a sieve: it keeps the library from searching where there is nothing, second by second.
 */
export const possibleDays = (rule: Rule, first: number): ((day: number) => boolean) | undefined => {
  if (hasImpossiblePosition(rule)) return undefined;
  const tests = [timeTest(rule, first), dateTest(rule)];
  if (tests.includes("never")) return undefined;
  return (day) => tests.every((test) => typeof test === "string" || test(day));
};

export type DayTest = ((day: number) => boolean) | "always" | "never";

export const numbersIn = (list: string | undefined): readonly number[] | undefined =>
  list?.split(",").map(Number);

const fits = (list: readonly number[] | undefined, number: number, last: number): boolean =>
  list === undefined || list.includes(number) || list.includes(number - last - 1);

/** What the rule asks of a day by itself, but for the ordinals of weekdays. */
export const dateTest = ({
  BYMONTH,
  BYMONTHDAY,
  BYYEARDAY,
  BYWEEKNO,
  BYDAY,
  RSCALE,
  ...others
}: Rule): DayTest => {
  if (RSCALE !== undefined) return "always";
  if ([BYMONTH, BYMONTHDAY, BYYEARDAY, BYWEEKNO, BYDAY].every((list) => list === undefined)) return "always";
  const [months, monthDays, yearDays, weeks] = [BYMONTH, BYMONTHDAY, BYYEARDAY, BYWEEKNO].map(numbersIn);
  const weekStart = weekStartOf(others);
  const weekdays = BYDAY?.split(",").map((day) => WEEKDAYS.findIndex((name) => day.endsWith(name)));
  return (day) => {
    const date = new Date(day);
    const [year, month] = [date.getUTCFullYear(), date.getUTCMonth() + 1];
    if (months?.includes(month) === false) return false;
    if (weekdays?.includes((date.getUTCDay() + 6) % 7) === false) return false;
    const monthLength = (millisecondsOfParts(year, month + 1, 1) - millisecondsOfParts(year, month, 1)) / DAY;
    if (!fits(monthDays, date.getUTCDate(), monthLength)) return false;
    const newYear = millisecondsOfParts(year, 1, 1);
    const yearLength = (millisecondsOfParts(year + 1, 1, 1) - newYear) / DAY;
    if (!fits(yearDays, (day - newYear) / DAY + 1, yearLength)) return false;
    return weeks === undefined || isInWeeks(day, weeks, weekStart);
  };
};

/** The first day of the week with this one. */
const weekOf = (day: number, weekStart: number): number =>
  day - ((new Date(day).getUTCDay() + 6 - weekStart + 7) % 7) * DAY;

const weekStartOf = ({ WKST = "MO" }: Rule): number => (WEEKDAYS as readonly string[]).indexOf(WKST);

/** The year that a day belongs to by its week: that which has most of the week's days. */
export const weekYearOf = (rule: Rule, day: number): number =>
  new Date(weekOf(day, weekStartOf(rule)) + 3 * DAY).getUTCFullYear();

/** The first day of the first week of a year. */
export const firstWeekIn = (rule: Rule, year: number): number => firstWeekOf(year, weekStartOf(rule));

const isInWeeks = (day: number, weeks: readonly number[], weekStart: number): boolean => {
  const begin = weekOf(day, weekStart);
  const year = new Date(begin + 3 * DAY).getUTCFullYear();
  const firstWeek = firstWeekOf(year, weekStart);
  const last = Math.round((firstWeekOf(year + 1, weekStart) - firstWeek) / (7 * DAY));
  return fits(weeks, Math.round((begin - firstWeek) / (7 * DAY)) + 1, last);
};

const firstWeekOf = (year: number, weekStart: number): number =>
  weekOf(millisecondsOfParts(year, 1, 4), weekStart);

/** Hours, minutes and seconds that a rule allows; of those that it steps through, all. */
export const timesOf = (rule: Rule): readonly (readonly number[] | undefined)[] => [
  numbersIn(rule.BYHOUR),
  numbersIn(rule.BYMINUTE),
  numbersIn(rule.BYSECOND)?.filter((second) => second < 60),
];

/** Of rules that step through a day: whether a step meets the hours, minutes and seconds that they allow. */
const timeTest = (rule: Rule, first: number): DayTest => {
  const period = PERIODS[rule.FREQ];
  const [hours, minutes, seconds] = timesOf(rule);
  if (seconds?.length === 0) return "never";
  const step = period * Number(rule.INTERVAL ?? 1);
  if (period >= DAY || (step <= DAY && (hours ?? minutes ?? seconds) === undefined)) return "always";
  // What is below the period is no limit: a step has each of them.
  const limits = [hours, period < 60 * MINUTE ? minutes : undefined, period < MINUTE ? seconds : undefined];
  const isAllowed = (time: number): boolean =>
    [Math.floor(time / (60 * MINUTE)), Math.floor(time / MINUTE) % 60, Math.floor(time / SECOND) % 60].every(
      (number, index) => limits[index]?.includes(number) ?? true,
    );
  const firstStep = first - (timeIn(first) % period);
  // Times of the day that steps ever come to.
  const reach = commonDivisor(step, DAY);
  const times = Array.from(
    { length: DAY / reach },
    (_, index) => (timeIn(firstStep) % reach) + index * reach,
  );
  const allowed = times.filter(isAllowed);
  if (allowed.length === 0) return "never";
  if (step === reach || Math.min(allowed.length, DAY / step) > COUNTED_PER_DAY) return "always";
  return DAY / step < allowed.length
    ? (day) => stepsIn(day, firstStep, step).some((at) => isAllowed(at - day))
    : (day) => allowed.some((time) => (day + time - firstStep) % step === 0);
};

const stepsIn = (day: number, first: number, step: number): readonly number[] => {
  const before = Math.ceil((day - first) / step);
  const steps: number[] = [];
  for (let at = first + before * step; at < day + DAY; at += step) steps.push(at);
  return steps;
};

const commonDivisor = (one: number, other: number): number =>
  other === 0 ? one : commonDivisor(other, one % other);

/** Whether every `BYSETPOS` lies beyond what a period can have. */
const hasImpossiblePosition = (rule: Rule): boolean => {
  const positions = numbersIn(rule.BYSETPOS);
  if (positions === undefined) return false;
  const most = timesPerPeriod(rule);
  return positions.every((position) => Math.abs(position) > most);
};

/** How many starts a period may have out of which positions are chosen, at most. */
export const timesPerPeriod = (rule: Rule): number => {
  const [hours = 1, minutes = 1, seconds = 1] = timesOf(rule).map((times) => times?.length);
  const period = PERIODS[rule.FREQ];
  const perPeriod = [
    [DAY, hours],
    [60 * MINUTE, minutes],
    [MINUTE, seconds],
  ].reduce((product, [unit = 0, times = 1]) => (period >= unit ? product * times : product), 1);
  const weekdays = rule.BYDAY?.split(",").length ?? 1;
  const days = rule.FREQ === "WEEKLY" ? weekdays : Math.max(1, period / DAY);
  return perPeriod * days;
};
