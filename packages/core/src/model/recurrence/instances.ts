import { instantAfter } from "../time/duration.ts";
import { createSchedule, type Schedule, timesBetween } from "../time/schedule.ts";
import { abbreviationOf, instantOf, resolveWallClock } from "../time/time-zone.ts";
import { DAY, dateOf, millisecondsOf, utcText, type WallClock } from "../time/wall-clock.ts";
import { startsOfRule } from "./expansion/rule-starts.ts";
import type { Recurrence } from "./recurrence.ts";
import { isProblem, type Rule, readRule } from "./rule.ts";
import { type Computation, computeNow, createWork, nextOf, type Step, valuesOf, type Work } from "./work.ts";

/** One time at which a series takes place. */
export interface Instance {
  /** Start that the recurrence set gives, on the wall clock, before a change of the clocks moves it. */
  readonly recurrenceId: WallClock;
  readonly schedule: Schedule;
}

export interface InstanceRange {
  /** First start of the range, inclusive, on the wall clock of the event. */
  readonly from?: WallClock | undefined;
  /** Last start of the range, inclusive. */
  readonly until: WallClock;
  readonly work?: Work | undefined;
}

/** Start that the recurrence set gives. */
export interface Start {
  readonly at: number;
  /** End, if the start is that of a period. */
  readonly end?: WallClock | undefined;
}

/**
 * Returns the instances of a checked recurrence set, ascending by their original starts; lazy. Two instances
 * at the same instant are merged: the one that no change of the clocks moved remains. Throws
 * `rest_invalid_param` if the computation takes too long.
 */
export const instancesOf = (
  recurrence: Recurrence,
  first: Schedule,
  dayCutoff: string,
  range: InstanceRange,
): Generator<Instance> => valuesOf(instanceSteps(recurrence, first, dayCutoff, range));

/** Same as `instancesOf`, in steps. */
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
 * Returns the starts needed to compute the instances of a range. A moved start may coincide with one beyond
 * the range, so a day more is included.
 */
export const startsAround = (
  recurrence: Recurrence,
  first: Schedule,
  { from, until, work }: InstanceRange,
): Iterator<Step<Start>> & Iterable<Step<Start>> =>
  startsOf(recurrence, first, { from, until: utcText(millisecondsOf(until) + DAY), work });

/** Yields the instances of these starts. */
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

/** Work of computing one instance in its zone. */
const INSTANCE_COST = 8;

/** True if starts follow after this one within 100 years. */
export const hasStartsAfter = (recurrence: Recurrence, first: Schedule, until: WallClock): boolean =>
  computeNow(hasStartsAfterSteps(recurrence, first, until));

/** Same as `goesOn`, as a computation in steps. */
export function* hasStartsAfterSteps(
  recurrence: Recurrence,
  first: Schedule,
  until: WallClock,
): Computation<boolean> {
  const after = millisecondsOf(until) + 1000;
  const range = { from: utcText(after), until: utcText(after + SEARCH_SPAN) };
  return (yield* nextOf(startsOf(recurrence, first, range))) !== undefined;
}

/** Length of the search for a start: 100 years. */
export const SEARCH_SPAN: number = 36_525 * DAY;

/**
 * Yields the original starts of the set: the first start and those of rules and dates, without exceptions.
 * Each occurs once; ascending.
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
 * Returns a predicate for exceptions, to be called with ascending starts. Exceptions after the last start are
 * not parsed.
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

/** Work of a date or an exception. */
const DATE_COST = 1;

/** Returns the earlier start. Dates come first, so that of two equal starts the one with its own end wins. */
const earlier = (one: Start | undefined, other: Start | undefined): Start | undefined =>
  one === undefined || (other !== undefined && other.at < one.at) ? other : one;

function* asStarts(times: Iterable<Step<number>>): Generator<Step<Start>> {
  for (const at of times) yield at === undefined ? undefined : { at };
}

const toStart = (text: string): Start => {
  const [start = "", end] = text.split("/");
  return { at: millisecondsOf(start), end };
};

/** Returns the stored rules, parsed again. */
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
 * Returns the end of an instance. Instants are in milliseconds since 1970.
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
