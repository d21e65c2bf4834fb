import { instantAfter } from "../time/duration.ts";
import { createSchedule, type Schedule, timesBetween } from "../time/schedule.ts";
import { abbreviationOf, instantOf, resolveWallClock } from "../time/time-zone.ts";
import { DAY, dateOf, millisecondsOf, utcText, type WallClock } from "../time/wall-clock.ts";
import { startsOfRule } from "./expansion/rule-starts.ts";
import type { Recurrence } from "./recurrence.ts";
import { isProblem, type Rule, readRule } from "./rule.ts";
import { type Computation, computeNow, createWork, nextOf, type Step, valuesOf, type Work } from "./work.ts";

/** One time at which an event with a recurrence takes place. */
export interface Instance {
  /** Original start on the wall clock. If summer time skips this time, the schedule begins later. */
  readonly recurrenceId: WallClock;
  readonly schedule: Schedule;
}

export interface InstanceRange {
  /** First start of the range, inclusive, on the wall clock of the event. Absent: from the beginning. */
  readonly from?: WallClock | undefined;
  /** Last start of the range, inclusive, on the wall clock of the event. */
  readonly until: WallClock;
  readonly work?: Work | undefined;
}

/**
 * Start that a recurrence produces. `at` is the wall clock of the event in milliseconds, read as if it were
 * UTC.
 */
export interface Start {
  readonly at: number;
  /**
   * End of the instance on the wall clock of the event, if the start comes from a period with an end of its
   * own.
   */
  readonly end?: WallClock | undefined;
}

/**
 * Yields the instances of a valid recurrence on demand, ascending by their original starts. `first` is the
 * schedule of the first occurrence.
 * A change of the clocks can move a start to the time of another start. Only the instance of the start that
 * was not moved is then yielded.
 * Throws `rest_invalid_param` if the computation exceeds the maximum of `range.work`.
 */
export const instancesOf = (
  recurrence: Recurrence,
  first: Schedule,
  dayCutoff: string,
  range: InstanceRange,
): Generator<Instance> => valuesOf(instanceSteps(recurrence, first, dayCutoff, range));

/** Same as `instancesOf`, as a generator that can be paused between steps. */
export function* instanceSteps(
  recurrence: Recurrence,
  first: Schedule,
  dayCutoff: string,
  range: InstanceRange,
): Generator<Step<Instance>> {
  const work = range.work ?? createWork();
  yield* toInstances(startsAround(recurrence, first, { ...range, work }), first, dayCutoff, {
    ...range,
    work,
  });
}

/**
 * Yields the starts of a range and of one additional day after it. A start that a change of the clocks moves
 * can coincide with a start just after the range.
 */
export const startsAround = (
  recurrence: Recurrence,
  first: Schedule,
  { from, until, work }: InstanceRange,
): Iterator<Step<Start>> & Iterable<Step<Start>> =>
  startsOf(recurrence, first, { from, until: utcText(millisecondsOf(until) + DAY), work });

/**
 * Converts starts up to `range.until` to instances in the time zone of the event. Skips a start that a change
 * of the clocks moves to the time of another start.
 */
export function* toInstances(
  starts: Iterator<Step<Start>>,
  first: Schedule,
  dayCutoff: string,
  range: InstanceRange & { readonly work: Work },
): Generator<Step<Instance>> {
  const readAhead: Start[] = [];
  const hasStart = function* (at: number): Computation<boolean> {
    while ((readAhead.at(-1)?.at ?? -Infinity) < at) {
      const next = yield* nextOf(starts);
      if (next === undefined) break;
      readAhead.push(next);
    }
    return readAhead.some((start) => start.at === at);
  };
  const until = millisecondsOf(range.until);
  for (;;) {
    const start = readAhead.shift() ?? (yield* nextOf(starts));
    if (start === undefined || start.at > until) return;
    if (range.work(INSTANCE_COST)) yield undefined;
    const recurrenceId = utcText(start.at);
    const schedule = scheduleAt(recurrenceId, start.end, first, dayCutoff);
    const resolved = first.allDay ? resolveWallClock(recurrenceId, first.timezone) : schedule.start;
    if (resolved !== recurrenceId && (yield* hasStart(millisecondsOf(resolved)))) continue;
    yield { recurrenceId, schedule };
  }
}

/** Work units for converting one start to an instance. */
const INSTANCE_COST = 8;

/** True if the recurrence has a start in the 100 years after `until`. */
export const hasStartsAfter = (recurrence: Recurrence, first: Schedule, until: WallClock): boolean =>
  computeNow(hasStartsAfterSteps(recurrence, first, until));

/** Same as `hasStartsAfter`, as a generator that can be paused between steps. */
export function* hasStartsAfterSteps(
  recurrence: Recurrence,
  first: Schedule,
  until: WallClock,
): Computation<boolean> {
  const after = millisecondsOf(until) + 1000;
  const range = { from: utcText(after), until: utcText(after + SEARCH_SPAN) };
  return (yield* nextOf(startsOf(recurrence, first, range))) !== undefined;
}

/** Time span in which the next start is searched, in milliseconds: 100 years. */
export const SEARCH_SPAN: number = 36_525 * DAY;

/**
 * Yields the starts of a recurrence in ascending order, each of them once. These are the first start and the
 * starts of rules and dates, without the exceptions.
 */
export function* startsOf(
  recurrence: Recurrence,
  first: Schedule,
  range: InstanceRange,
): Generator<Step<Start>> {
  const from = range.from === undefined ? -Infinity : millisecondsOf(range.from);
  const until = millisecondsOf(range.until);
  const work = range.work ?? createWork();
  const firstAt = millisecondsOf(first.start);
  const isExcepted = exceptionsIn(recurrence);
  const dates = recurrence.dates.map(toStart).filter(({ at }) => at >= from && at <= until);
  if (work((recurrence.dates.length + recurrence.except.length) * DATE_COST)) yield undefined;
  const sources: Iterator<Step<Start>>[] = [
    dates.values(),
    [{ at: firstAt }].filter(({ at }) => at >= from && at <= until).values(),
    ...rulesOf(recurrence, first).map((rule) =>
      asStarts(startsOfRule(rule, firstAt, { from: Math.max(from, firstAt), until, work })),
    ),
  ];
  const heads: (Start | undefined)[] = [];
  for (const source of sources) heads.push(yield* nextOf(source));
  for (;;) {
    const next = heads.reduce(earlier, undefined);
    if (next === undefined) return;
    for (const [index, source] of sources.entries())
      if (heads[index]?.at === next.at) heads[index] = yield* nextOf(source);
    if (!isExcepted(next.at)) yield next;
  }
}

/**
 * Returns a function that tests if a start is an exception. Call the function with ascending starts, because
 * it parses each exception only once, and only as far as needed.
 */
const exceptionsIn = ({ except }: Recurrence): ((at: number) => boolean) => {
  let place = 0;
  let next = -Infinity;
  return (at) => {
    for (; next < at; place += 1)
      next = place < except.length ? millisecondsOf(except[place] ?? "") : Infinity;
    return next === at;
  };
};

/** Work units for one date or exception. */
const DATE_COST = 1;

/**
 * Returns the earlier of two starts. `one` wins if both are equal. It comes from a date of the recurrence,
 * which can have an end of its own.
 */
const earlier = (one: Start | undefined, other: Start | undefined): Start | undefined =>
  one === undefined || (other !== undefined && other.at < one.at) ? other : one;

function* asStarts(times: Iterable<Step<number>>): Generator<Step<Start>> {
  for (const at of times) yield at === undefined ? undefined : { at };
}

const toStart = (text: string): Start => {
  const [start = "", end] = text.split("/");
  return { at: millisecondsOf(start), end };
};

/** Parses the stored rules of a recurrence. */
export const rulesOf = ({ rules }: Recurrence, { allDay }: Schedule): readonly Rule[] =>
  rules.map((text) => {
    const rule = readRule(text, allDay);
    if (isProblem(rule)) throw new Error(`Invalid stored rule: ${text} (${rule.reason})`);
    return rule;
  });

const scheduleAt = (
  start: WallClock,
  end: WallClock | undefined,
  first: Schedule,
  dayCutoff: string,
): Schedule => {
  const { timezone, allDay, startFold } = first;
  if (end !== undefined) return createSchedule({ start, end, startFold, timezone, allDay, dayCutoff });
  if (allDay) {
    const days = millisecondsOf(first.end) - millisecondsOf(first.start);
    const lasting = utcText(millisecondsOf(start) + days);
    return createSchedule({ start: dateOf(start), end: lasting, timezone, allDay, dayCutoff });
  }
  const utc = instantOf(millisecondsOf(start), timezone, startFold);
  const utcEnd = endOf(start, utc, first);
  return {
    ...timesBetween(utc, utcEnd, timezone),
    timezone,
    ...(first.nominalDays !== undefined && { nominalDays: first.nominalDays }),
    abbreviation: abbreviationOf(utc, timezone),
    allDay,
  };
};

/**
 * Returns the end of the instance that begins at `start`. Instants are in milliseconds since 1970.
 * Source: rules/dates.md#durations.
 */
const endOf = (start: WallClock, utc: number, { nominalDays, ...first }: Schedule): number => {
  const [from, to] = [millisecondsOf(first.utcStart), millisecondsOf(first.utcEnd)];
  if (nominalDays === undefined) return utc + to - from;
  const { timezone, startFold } = first;
  const days = { days: nominalDays, exact: 0 };
  const rest = to - instantAfter(first.start, timezone, days, startFold);
  return Math.max(utc, instantAfter(start, timezone, days, startFold) + rest);
};
