import { invalidParameter, isCalendarError, type Problem } from "../../errors.ts";
import type { Schedule } from "../time/schedule.ts";
import { millisecondsOf, utcText, type WallClock } from "../time/wall-clock.ts";
import { startsOfRule, untilOf } from "./expansion/rule-starts.ts";
import {
  instanceSteps,
  rulesOf,
  SEARCH_SPAN,
  type Start,
  startsAround,
  startsOf,
  toInstances,
} from "./instances.ts";
import type { Recurrence } from "./recurrence.ts";
import { writtenRecurrenceId } from "./wall-clock-text.ts";
import { type Computation, computeNow, createWork, nextOf, SENT_WORK, type Step, type Work } from "./work.ts";

/** Maximum number of occurrences of a series between its first start and the horizon. */
const MAX_OCCURRENCES = 10_000;
/**
 * Number of starts above which a series certainly exceeds `MAX_OCCURRENCES`. It is higher than
 * `MAX_OCCURRENCES`, because a change of the clocks can merge two starts into one.
 */
const MAX_STARTS = 1.1 * MAX_OCCURRENCES;

/** Minimum distance between two starts of a series, in milliseconds. */
const MIN_DISTANCE: number = 60 * 60 * 1000;

export interface RecurrenceLimits {
  /** Last start for which occurrences are stored, on the wall clock of the event. */
  readonly horizon: WallClock;
  /** Time at which the site's days end, as `HH:MM`. */
  readonly dayCutoff: string;
}

/**
 * Checks a recurrence and throws `rest_invalid_param` for `recurrence` if it is not valid. `at` names the
 * faulty member.
 * The recurrence is refused in these cases:
 *
 * - It has rules, but neither its rules nor its dates produce the first start.
 * - `UNTIL` or a date is before the first start.
 * - Two starts of a timed event are less than an hour apart (`MIN_DISTANCE`).
 * - It has more than `MAX_OCCURRENCES` occurrences until the horizon.
 * - It has no occurrence within 100 years of the first start.
 * - The check needs more than `SENT_WORK`.
 */
export const checkRecurrence = (recurrence: Recurrence, first: Schedule, limits: RecurrenceLimits): void =>
  computeNow(checkSteps(recurrence, first, limits));

/** Same checks as `checkRecurrence`, as a generator that can be paused between steps. */
export function* checkSteps(
  recurrence: Recurrence,
  first: Schedule,
  limits: RecurrenceLimits,
): Computation<void> {
  const firstAt = millisecondsOf(first.start);
  const rules = rulesOf(recurrence, first);
  const work = createWork(SENT_WORK);
  rules.forEach(({ UNTIL }, index) => {
    const until = UNTIL === undefined ? Infinity : untilOf(UNTIL);
    if (until < firstAt)
      fail({ reason: "rule-ends-early", values: { until: utcText(until) } }, `[rules][${index}]`);
  });
  recurrence.dates.forEach((date, index) => {
    if (date < first.start)
      fail(
        { reason: "date-before-first", values: { first: writtenRecurrenceId(first.start, first) } },
        `[dates][${index}]`,
      );
  });
  if (rules.length > 0 && !(yield* hasFirstStart(recurrence, first, work)))
    fail(yield* misfitProblem(recurrence, first, work));
  const until = utcText(Math.max(millisecondsOf(limits.horizon), firstAt));
  /**
   * Throws the error for too many occurrences. `last` is the start of the last occurrence within the limit.
   */
  const tooMany = (last: WallClock): never =>
    fail({ reason: "recurrence-too-many", values: { maximum: MAX_OCCURRENCES, until, last } });
  // The starts are counted first, because counting is cheaper than converting each start to its time zone.
  const starts = startsAround(recurrence, first, { until, work });
  const found = yield* findSome(starts);
  if (found.filter(({ at }) => at <= millisecondsOf(until)).length > MAX_STARTS)
    tooMany(utcText(found[MAX_OCCURRENCES - 1]?.at ?? firstAt));
  const range = { until, work };
  let count = 0;
  let before: number | undefined;
  let last = first.start;
  for (const instance of toInstances(concat(found, starts), first, limits.dayCutoff, range)) {
    if (instance === undefined) {
      yield undefined;
      continue;
    }
    const { schedule, recurrenceId } = instance;
    count += 1;
    if (count > MAX_OCCURRENCES) tooMany(last);
    last = recurrenceId;
    const at = millisecondsOf(schedule.utcStart);
    if (before !== undefined && at - before < MIN_DISTANCE && !first.allDay)
      fail({ reason: "recurrence-too-dense", values: { start: schedule.start } });
    before = at;
  }
  if (count > 0) return;
  const later = { until: utcText(firstAt + SEARCH_SPAN), work };
  const next = yield* nextOf(instanceSteps(recurrence, first, limits.dayCutoff, later));
  if (next === undefined)
    fail({ reason: recurrence.except.length > 0 ? "recurrence-excepted" : "recurrence-never" });
}

/**
 * Reads starts until there are more than `MAX_STARTS`, or until two are closer than `MIN_DISTANCE`. Returns
 * the starts read so far. The caller then checks the limits exactly.
 */
function* findSome(starts: Iterator<Step<Start>>): Computation<readonly Start[]> {
  const found: Start[] = [];
  for (;;) {
    const start = yield* nextOf(starts);
    if (start === undefined) return found;
    found.push(start);
    const before = found.at(-2)?.at ?? -Infinity;
    if (found.length > MAX_STARTS || start.at - before < MIN_DISTANCE) return found;
  }
}

function* concat<T>(found: readonly T[], rest: Iterator<Step<T>>): Generator<Step<T>> {
  yield* found;
  for (let next = rest.next(); !next.done; next = rest.next()) yield next.value;
}

/**
 * Adds the first start to the dates of a recurrence if its rules do not produce it. Imports need this,
 * because other programs may omit the first start.
 */
export const withFirstStart = (recurrence: Recurrence, first: Schedule): Recurrence =>
  recurrence.rules.length === 0 || computeNow(hasFirstStart(recurrence, first))
    ? recurrence
    : { ...recurrence, dates: [...recurrence.dates, first.start].sort() };

/**
 * Returns the exceptions that match no start of the recurrence, ascending. Returns an empty list if the
 * search exceeds the maximum work. Used by imports. A generator that can be paused between steps.
 */
export function* unusedExceptions(
  recurrence: Recurrence,
  first: Schedule,
): Computation<readonly WallClock[]> {
  const last = recurrence.except.at(-1);
  if (last === undefined) return [];
  const unused = new Set(recurrence.except);
  try {
    for (const start of startsOf({ ...recurrence, except: [] }, first, { until: last }))
      if (start === undefined) yield undefined;
      else unused.delete(utcText(start.at));
  } catch (error) {
    if (!isCalendarError(error)) throw error;
    return [];
  }
  return [...unused];
}

const fail = (problem: Problem, at?: string): never => {
  throw invalidParameter("recurrence", at === undefined ? problem : { ...problem, at });
};

/** True if the rules or dates of the recurrence produce the first start. */
function* hasFirstStart(recurrence: Recurrence, first: Schedule, work?: Work): Computation<boolean> {
  const firstAt = millisecondsOf(first.start);
  if (recurrence.dates.some((date) => date.startsWith(first.start))) return true;
  for (const rule of rulesOf(recurrence, first)) {
    const starts = startsOfRule(rule, firstAt, { until: firstAt, work });
    if ((yield* nextOf(starts)) !== undefined) return true;
  }
  return false;
}

function* misfitProblem(recurrence: Recurrence, first: Schedule, work: Work): Computation<Problem> {
  const firstAt = millisecondsOf(first.start);
  const starts = recurrence.dates
    .map((date) => millisecondsOf(date.slice(0, 19)))
    .filter((at) => at > firstAt);
  for (const rule of rulesOf(recurrence, first)) {
    const next = yield* nextOf(startsOfRule(rule, firstAt, { until: firstAt + SEARCH_SPAN, work }));
    if (next !== undefined) starts.push(next);
  }
  if (starts.length === 0) return { reason: "recurrence-never" };
  const next = utcText(starts.reduce((one, other) => Math.min(one, other)));
  return { reason: "first-start-misfit", values: { next: writtenRecurrenceId(next, first) } };
}
