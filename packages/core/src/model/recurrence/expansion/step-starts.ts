import { DAY, MINUTE, SECOND, timeIn } from "../../time/wall-clock.ts";
import type { Rule } from "../rule.ts";
import { type Step, spend, type Work } from "../work.ts";
import {
  HOUR,
  namedTimes,
  numbersIn,
  PERIODS,
  placesAt,
  possibleDays,
  stepsIn,
  timesOf,
} from "./possible-days.ts";

/** Work units (see `Work`) for testing one day, and for one step of the rule within a day. */
const [DAY_COST, STEP_COST] = [1, 0.1];

/**
 * Yields the starts of an hourly, minutely or secondly rule from `begin` to `last`. Each part of such a rule
 * limits single days or times, so the search tests days and then the rule's steps.
 */
export function* startsByStep(
  rule: Rule,
  first: number,
  begin: number,
  last: number,
  work: Work,
): Generator<Step<number>> {
  const period = PERIODS[rule.FREQ];
  const step = period * Number(rule.INTERVAL ?? 1);
  const firstStep = first - (timeIn(first) % period);
  const possible = possibleDays(rule, first);
  // Counts in advance the work for visiting each second (or longer step) of a day once.
  yield* spend(work, period === SECOND ? 1000 : 100);
  if (possible === undefined) return;
  const { isDate, hasTime, compared } = possible;
  const [hours, minutes, seconds] = timesOf(rule);
  const offsets = offsetsIn(period, first - firstStep, minutes, seconds);
  const positions = numbersIn(rule.BYSETPOS);
  const within = positions
    ? placesAt(positions, offsets.length).map((place) => offsets[place] ?? 0)
    : offsets;
  const perDay = DAY / step;
  const times = [hours, minutes, seconds];
  const named = countOfTimes(period, times);
  // If a rule lists hours, minutes or seconds, visiting the listed times can be faster than visiting all
  // steps.
  const isNamed = (hours ?? minutes ?? seconds) !== undefined && named < perDay;
  const isTime = (time: number): boolean =>
    (hours?.includes(Math.floor(time / HOUR)) ?? true) &&
    (period === HOUR || (minutes?.includes(Math.floor(time / MINUTE) % 60) ?? true)) &&
    (period !== SECOND || (seconds?.includes(Math.floor(time / SECOND) % 60) ?? true));
  function* candidates(day: number): Generator<number> {
    if (!isNamed) return yield* stepsIn(day, firstStep, step);
    for (const time of namedTimes(period, times)) if ((day + time - firstStep) % step === 0) yield day + time;
  }
  let day = begin - timeIn(begin);
  while (day <= last) {
    const next = firstStep + Math.ceil((day - firstStep) / step) * step;
    // A step can be longer than a day, up to years.
    day = Math.max(day, next - timeIn(next));
    if (day > last) return;
    if (work(DAY_COST)) yield undefined;
    const isPossible = isDate(day);
    if (isPossible) yield* spend(work, compared * STEP_COST);
    if (isPossible && hasTime(day)) {
      if (isNamed) yield* spend(work, named * STEP_COST);
      for (const at of candidates(day)) {
        if (work(STEP_COST)) yield undefined;
        if (at < firstStep || !isTime(at - day)) continue;
        for (const offset of within) if (at + offset >= begin && at + offset <= last) yield at + offset;
      }
    }
    day += DAY;
  }
}

/** Returns the number of times that `namedTimes` yields for a day. */
const countOfTimes = (
  period: number,
  [hours, minutes, seconds]: readonly (readonly number[] | undefined)[],
): number =>
  (hours?.length ?? 24) *
  (period < HOUR ? (minutes?.length ?? 60) : 1) *
  (period < MINUTE ? (seconds?.length ?? 60) : 1);

/**
 * Returns the distances of starts from the beginning of their hour, minute or second (`period`), in
 * milliseconds, ascending. If the rule lists no minutes or no seconds, those of the first start apply. `own`
 * is the distance of the first start, in milliseconds.
 */
const offsetsIn = (
  period: number,
  own: number,
  minutes: readonly number[] | undefined,
  seconds: readonly number[] | undefined,
): readonly number[] => {
  if (period === SECOND) return [0];
  const inMinute = seconds?.map((second) => second * SECOND) ?? [own % MINUTE];
  if (period === MINUTE) return inMinute;
  const inHour = minutes?.map((minute) => minute * MINUTE) ?? [own - (own % MINUTE)];
  return inHour.flatMap((minute) => inMinute.map((second) => minute + second));
};
