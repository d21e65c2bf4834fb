import { DAY, MINUTE, SECOND, timeIn } from "../time/wall-clock.ts";
import { numbersIn, PERIODS, possibleDays, timesOf } from "./possible-days.ts";
import type { Rule } from "./rule.ts";
import type { Work } from "./work.ts";
import { atPositions } from "./year-starts.ts";

/**
 * The starts of a rule that steps through the day. All that it says limits single days or times, so they are looked through;
 * rrule-temporal 2.2 takes half a millisecond for a start that is many small steps away.
 */
export function* startsByStep(
  rule: Rule,
  first: number,
  begin: number,
  last: number,
  work: Work,
): Generator<number> {
  const period = PERIODS[rule.FREQ];
  const step = period * Number(rule.INTERVAL ?? 1);
  const firstStep = first - (timeIn(first) % period);
  const isPossible = possibleDays(rule, first);
  // That looks through all seconds of a day once.
  work(period === SECOND ? 5000 : 100);
  if (isPossible === undefined) return;
  const [hours, minutes, seconds] = timesOf(rule);
  const within = atPositions(
    offsetsIn(period, first - firstStep, minutes, seconds),
    numbersIn(rule.BYSETPOS),
  );
  // As many hours or minutes as a rule may name: where it names all three of them, these are fewer than its steps.
  const named = namedTimes(period, hours, minutes, seconds);
  const isTime = (time: number): boolean =>
    (hours?.includes(Math.floor(time / HOUR)) ?? true) &&
    (period === HOUR || (minutes?.includes(Math.floor(time / MINUTE) % 60) ?? true)) &&
    (period !== SECOND || (seconds?.includes(Math.floor(time / SECOND) % 60) ?? true));
  const candidates = (day: number, next: number): Iterable<number> => {
    if (named === undefined || named.length > DAY / step) return stepsIn(day, next, step);
    work(named.length / 20);
    return named.map((time) => day + time).filter((at) => (at - firstStep) % step === 0);
  };
  let day = begin - timeIn(begin);
  while (day <= last) {
    const next = firstStep + Math.ceil((day - firstStep) / step) * step;
    // Steps of years.
    day = Math.max(day, next - timeIn(next));
    if (day > last) return;
    work(1);
    if (isPossible(day)) {
      for (const at of candidates(day, next)) {
        work(0.1);
        if (at < firstStep || !isTime(at - day)) continue;
        for (const offset of within) if (at + offset >= begin && at + offset <= last) yield at + offset;
      }
    }
    day += DAY;
  }
}

const HOUR: number = 60 * MINUTE;

function* stepsIn(day: number, from: number, step: number): Generator<number> {
  for (let at = from; at < day + DAY; at += step) yield at;
}

/** Where in a period its starts are, in milliseconds; ascending. */
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

/** The times of a day at which steps may be, where the rule names them down to its period. */
const namedTimes = (
  period: number,
  hours: readonly number[] | undefined,
  minutes: readonly number[] | undefined,
  seconds: readonly number[] | undefined,
): readonly number[] | undefined => {
  if (hours === undefined && minutes === undefined && seconds === undefined) return undefined;
  const all = (count: number): readonly number[] => Array.from({ length: count }, (_, index) => index);
  return (hours ?? all(24)).flatMap((hour) =>
    (period >= HOUR ? [0] : (minutes ?? all(60))).flatMap((minute) =>
      (period >= MINUTE ? [0] : (seconds ?? all(60))).map(
        (second) => hour * HOUR + minute * MINUTE + second * SECOND,
      ),
    ),
  );
};
