import { instantAfter } from "../time/duration.ts";
import { createSchedule, type Schedule, timesBetween } from "../time/schedule.ts";
import { abbreviationOf, instantOf, settleWallClock } from "../time/time-zone.ts";
import { DAY, dateOf, millisecondsOf, utcText, type WallClock } from "../time/wall-clock.ts";
import type { Recurrence } from "./recurrence.ts";
import { isProblem, type Rule, readRule } from "./rule.ts";
import { startsOfRule } from "./rule-starts.ts";
import { type Computation, computeNow, createWork, nextOf, type Step, valuesOf, type Work } from "./work.ts";

/** One time that a series takes place. */
export interface Instance {
  /** The start that the recurrence set gives, on the wall clock, before a change of the clocks moves it. */
  readonly recurrenceId: WallClock;
  readonly schedule: Schedule;
}

export interface InstanceRange {
  /** Starts from here on, inclusive, on the wall clock of the event. */
  readonly from?: WallClock | undefined;
  /** Starts until here, inclusive. */
  readonly until: WallClock;
  readonly work?: Work | undefined;
}

/** An original start. */
export interface Start {
  readonly at: number;
  /** Of a period, its end. */
  readonly end?: WallClock | undefined;
}

/**
 * The instances of a recurrence set that was checked, by their original starts, ascending; lazy. Two that would begin at one
 * instant are one: that which no change of the clocks moved. Throws `rest_invalid_param` where that takes too long.
 */
export const instancesOf = (
  recurrence: Recurrence,
  first: Schedule,
  dayCutoff: string,
  range: InstanceRange,
): Generator<Instance> => valuesOf(instanceSteps(recurrence, first, dayCutoff, range));

/** The same in steps. */
export function* instanceSteps(
  recurrence: Recurrence,
  first: Schedule,
  dayCutoff: string,
  range: InstanceRange,
): Generator<Step<Instance>> {
  const work = range.work ?? createWork();
  yield* putIntoZone(startsAround(recurrence, first, { ...range, work }), first, dayCutoff, {
    ...range,
    work,
  });
}

/** The starts that are looked at for instances: what moves may meet one that lies beyond the range. */
export const startsAround = (
  recurrence: Recurrence,
  first: Schedule,
  { from, until, work }: InstanceRange,
): Iterator<Step<Start>> & Iterable<Step<Start>> =>
  startsOf(recurrence, first, { from, until: utcText(millisecondsOf(until) + DAY), work });

/** The instances of such starts. */
export function* putIntoZone(
  starts: Iterator<Step<Start>>,
  first: Schedule,
  dayCutoff: string,
  range: InstanceRange & { readonly work: Work },
): Generator<Step<Instance>> {
  const ahead: Start[] = [];
  const isGiven = function* (at: number): Computation<boolean> {
    while ((ahead.at(-1)?.at ?? -Infinity) < at) {
      const next = yield* nextOf(starts);
      if (next === undefined) break;
      ahead.push(next);
    }
    return ahead.some((start) => start.at === at);
  };
  const until = millisecondsOf(range.until);
  for (;;) {
    const start = ahead.shift() ?? (yield* nextOf(starts));
    if (start === undefined || start.at > until) return;
    if (range.work(INSTANCE_COST)) yield undefined;
    const recurrenceId = utcText(start.at);
    const schedule = scheduleAt(recurrenceId, start.end, first, dayCutoff);
    const settled = first.allDay ? settleWallClock(recurrenceId, first.timezone) : schedule.start;
    if (settled !== recurrenceId && (yield* isGiven(millisecondsOf(settled)))) continue;
    yield { recurrenceId, schedule };
  }
}

/** Work of putting a start into its zone. */
const INSTANCE_COST = 8;

/** Whether there are starts after this one, within 100 years. */
export const goesOn = (recurrence: Recurrence, first: Schedule, until: WallClock): boolean =>
  computeNow(goesOnSteps(recurrence, first, until));

/** The same in steps. */
export function* goesOnSteps(
  recurrence: Recurrence,
  first: Schedule,
  until: WallClock,
): Computation<boolean> {
  const after = millisecondsOf(until) + 1000;
  const range = { from: utcText(after), until: utcText(after + SEARCH_SPAN) };
  return (yield* nextOf(startsOf(recurrence, first, range))) !== undefined;
}

/** How far a start is searched for: 100 years. */
export const SEARCH_SPAN: number = 36_525 * DAY;

/** The original starts of the set: the first start, those of rules and dates, without exceptions; each once, ascending. */
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

/** Returns a predicate for exceptions, to be called with ascending starts; exceptions beyond the last start are not parsed. */
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

/** Dates come first, so that of two equal starts the one with an end of its own wins. */
const earlier = (one: Start | undefined, other: Start | undefined): Start | undefined =>
  one === undefined || (other !== undefined && other.at < one.at) ? other : one;

function* asStarts(times: Iterable<Step<number>>): Generator<Step<Start>> {
  for (const at of times) yield at === undefined ? undefined : { at };
}

const toStart = (text: string): Start => {
  const [start = "", end] = text.split("/");
  return { at: millisecondsOf(start), end };
};

/** The rules as they are stored, read again. */
export const rulesOf = ({ rules }: Recurrence, { allDay }: Schedule): readonly Rule[] =>
  rules.map((text) => {
    const rule = readRule(text, allDay);
    if (isProblem(rule)) throw new Error(`Not a stored rule: ${text} (${rule.reason})`);
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

/** Instants in milliseconds since 1970. Source: rules/dates.md#durations. */
const endOf = (start: WallClock, utc: number, { nominalDays, ...first }: Schedule): number => {
  const [from, to] = [millisecondsOf(first.utcStart), millisecondsOf(first.utcEnd)];
  if (nominalDays === undefined) return utc + to - from;
  const { timezone, startFold } = first;
  const days = { days: nominalDays, exact: 0 };
  const rest = to - instantAfter(first.start, timezone, days, startFold);
  return Math.max(utc, instantAfter(start, timezone, days, startFold) + rest);
};
