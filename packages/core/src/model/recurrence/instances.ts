import { createSchedule, type Schedule } from "../time/schedule.ts";
import { abbreviationOf, instantOf, settleWallClock, wallMillisecondsAt } from "../time/time-zone.ts";
import { DAY, dateOf, millisecondsOf, utcText, type WallClock } from "../time/wall-clock.ts";
import type { Recurrence } from "./recurrence.ts";
import { isProblem, type Rule, readRule } from "./rule.ts";
import { startsOfRule } from "./rule-starts.ts";
import { createWork, type Work } from "./work.ts";

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
interface Start {
  readonly at: number;
  /** Of a period, its end. */
  readonly end?: WallClock | undefined;
}

/**
 * The instances of a recurrence set that was checked, by their original starts, ascending; lazy. Two that would begin at one
 * instant are one: that which no change of the clocks moved. Throws `rest_invalid_param` where that takes too long.
 */
export function* instancesOf(
  recurrence: Recurrence,
  first: Schedule,
  dayCutoff: string,
  range: InstanceRange,
): Generator<Instance> {
  const starts = startsOf(recurrence, first, {
    from: range.from,
    // What moves may meet one that lies beyond.
    until: utcText(millisecondsOf(range.until) + DAY),
    work: range.work,
  });
  const ahead: Start[] = [];
  const isGiven = (at: number): boolean => {
    while ((ahead.at(-1)?.at ?? -Infinity) < at) {
      const next = nextOf(starts);
      if (next === undefined) break;
      ahead.push(next);
    }
    return ahead.some((start) => start.at === at);
  };
  const until = millisecondsOf(range.until);
  for (;;) {
    const start = ahead.shift() ?? nextOf(starts);
    if (start === undefined || start.at > until) return;
    const recurrenceId = utcText(start.at);
    const schedule = scheduleAt(recurrenceId, start.end, first, dayCutoff);
    const settled = first.allDay ? settleWallClock(recurrenceId, first.timezone) : schedule.start;
    if (settled !== recurrenceId && isGiven(millisecondsOf(settled))) continue;
    yield { recurrenceId, schedule };
  }
}

const nextOf = (starts: Iterator<Start>): Start | undefined => {
  const next = starts.next();
  return next.done ? undefined : next.value;
};

/** Whether there are starts after this one, within 100 years. */
export const goesOn = (recurrence: Recurrence, first: Schedule, until: WallClock): boolean => {
  const after = millisecondsOf(until) + 1000;
  const range = { from: utcText(after), until: utcText(after + SEARCH_SPAN) };
  return nextOf(startsOf(recurrence, first, range)) !== undefined;
};

/** How far a start is searched for: 100 years. */
export const SEARCH_SPAN: number = 36_525 * DAY;

/** The original starts of the set: the first start, those of rules and dates, without exceptions; each once, ascending. */
export function* startsOf(recurrence: Recurrence, first: Schedule, range: InstanceRange): Generator<Start> {
  const from = range.from === undefined ? -Infinity : millisecondsOf(range.from);
  const until = millisecondsOf(range.until);
  const work = range.work ?? createWork();
  const firstAt = millisecondsOf(first.start);
  const except = new Set(recurrence.except.map((start) => millisecondsOf(start)));
  const dates = recurrence.dates.map(toStart).filter(({ at }) => at >= from && at <= until);
  const sources: Iterator<Start>[] = [
    dates.values(),
    [{ at: firstAt }].filter(({ at }) => at >= from && at <= until).values(),
    ...rulesOf(recurrence, first).map((rule) =>
      asStarts(startsOfRule(rule, firstAt, { from: Math.max(from, firstAt), until, work })),
    ),
  ];
  const heads = sources.map(nextOf);
  for (;;) {
    const next = heads.reduce(earlier, undefined);
    if (next === undefined) return;
    heads.forEach((head, index) => {
      const source = sources[index];
      if (head?.at === next.at && source !== undefined) heads[index] = nextOf(source);
    });
    if (!except.has(next.at)) yield next;
  }
}

/** Dates come first, so that of two equal starts the one with an end of its own wins. */
const earlier = (one: Start | undefined, other: Start | undefined): Start | undefined =>
  one === undefined || (other !== undefined && other.at < one.at) ? other : one;

function* asStarts(times: Iterable<number>): Generator<Start> {
  for (const at of times) yield { at };
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
  const { timezone, allDay } = first;
  if (end !== undefined) return createSchedule({ start, end, timezone, allDay, dayCutoff });
  if (allDay) {
    const days = millisecondsOf(first.end) - millisecondsOf(first.start);
    const lasting = utcText(millisecondsOf(start) + days);
    return createSchedule({ start: dateOf(start), end: lasting, timezone, allDay, dayCutoff });
  }
  const wall = millisecondsOf(start);
  const utc = instantOf(wall, timezone);
  const utcEnd = utc + millisecondsOf(first.utcEnd) - millisecondsOf(first.utcStart);
  const [from, to] = [wallMillisecondsAt(utc, timezone), wallMillisecondsAt(utcEnd, timezone)];
  return {
    start: from === wall ? start : utcText(from),
    // Where a wall clock occurs twice, the second time is not later.
    end: utcText(Math.max(from, to)),
    utcStart: utcText(utc),
    utcEnd: utcText(utcEnd),
    timezone,
    abbreviation: abbreviationOf(utc, timezone),
    allDay,
  };
};
