import { invalidParameter, type Problem } from "../../errors.ts";
import type { Schedule } from "../time/schedule.ts";
import { millisecondsOf, utcText, type WallClock } from "../time/wall-clock.ts";
import { instancesOf, rulesOf, SEARCH_SPAN } from "./instances.ts";
import type { Recurrence } from "./recurrence.ts";
import { startsOfRule, untilOf } from "./rule-starts.ts";
import { writtenRecurrenceId } from "./wall-clock-text.ts";
import { createWork, SENT_WORK, type Work } from "./work.ts";

/** Occurrences from the first start to the horizon, at most. */
const MAX_OCCURRENCES = 10_000;

/** Milliseconds between two starts, at least. */
const MIN_DISTANCE: number = 60 * 60 * 1000;

export interface RecurrenceLimits {
  /** Until when occurrences are kept, on the wall clock of the event. */
  readonly horizon: WallClock;
  /** `HH:MM`. */
  readonly dayCutoff: string;
}

/**
 * Refuses what cannot take place, or too often: a first start that neither rules nor dates have, `UNTIL` or dates before it, starts less
 * than an hour apart, more than `MAX_OCCURRENCES` until the horizon, none within 100 years.
 * Throws `rest_invalid_param` for `recurrence`, `at` the member that is at fault.
 */
export const checkRecurrence = (recurrence: Recurrence, first: Schedule, limits: RecurrenceLimits): void => {
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
  if (rules.length > 0 && !isGiven(recurrence, first, work)) fail(misfit(recurrence, first, work));
  let count = 0;
  let before: number | undefined;
  const until = utcText(Math.max(millisecondsOf(limits.horizon), firstAt));
  for (const { schedule } of instancesOf(recurrence, first, limits.dayCutoff, { until, work })) {
    count += 1;
    if (count > MAX_OCCURRENCES)
      fail({ reason: "recurrence-too-many", values: { maximum: MAX_OCCURRENCES, until } });
    const at = millisecondsOf(schedule.utcStart);
    if (before !== undefined && at - before < MIN_DISTANCE && !first.allDay)
      fail({ reason: "recurrence-too-dense", values: { start: schedule.start } });
    before = at;
  }
  if (count > 0) return;
  const range = { until: utcText(firstAt + SEARCH_SPAN), work };
  const { done } = instancesOf(recurrence, first, limits.dayCutoff, range).next();
  if (done) fail({ reason: recurrence.except.length > 0 ? "recurrence-excepted" : "recurrence-never" });
};

/** The same recurrence with its first start among the dates if nothing else gives it: for imports. */
export const withFirstStart = (recurrence: Recurrence, first: Schedule): Recurrence =>
  recurrence.rules.length === 0 || isGiven(recurrence, first)
    ? recurrence
    : { ...recurrence, dates: [...recurrence.dates, first.start].sort() };

const fail = (problem: Problem, at?: string): never => {
  throw invalidParameter("recurrence", at === undefined ? problem : { ...problem, at });
};

/** Whether rules or dates have the first start. */
const isGiven = (recurrence: Recurrence, first: Schedule, work?: Work): boolean => {
  const firstAt = millisecondsOf(first.start);
  return (
    recurrence.dates.some((date) => date.startsWith(first.start)) ||
    rulesOf(recurrence, first).some(
      (rule) => !startsOfRule(rule, firstAt, { until: firstAt, work }).next().done,
    )
  );
};

const misfit = (recurrence: Recurrence, first: Schedule, work: Work): Problem => {
  const firstAt = millisecondsOf(first.start);
  const starts = [
    ...rulesOf(recurrence, first).flatMap((rule) => {
      const next = startsOfRule(rule, firstAt, { until: firstAt + SEARCH_SPAN, work }).next();
      return next.done ? [] : [next.value];
    }),
    ...recurrence.dates.map((date) => millisecondsOf(date.slice(0, 19))).filter((at) => at > firstAt),
  ];
  if (starts.length === 0) return { reason: "recurrence-never" };
  const next = utcText(starts.reduce((one, other) => Math.min(one, other)));
  return { reason: "first-start-misfit", values: { next: writtenRecurrenceId(next, first) } };
};
