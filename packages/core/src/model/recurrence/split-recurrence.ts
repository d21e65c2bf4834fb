import { invalidParameter } from "../../errors.ts";
import type { Schedule } from "../time/schedule.ts";
import { resolveWallClock } from "../time/time-zone.ts";
import { DAY, dateOf, MINUTE, millisecondsOf, SECOND, utcText, type WallClock } from "../time/wall-clock.ts";
import { withImpliedDay } from "./expansion/period-starts.ts";
import { PERIODS } from "./expansion/possible-days.ts";
import { startsOfRule, untilOf } from "./expansion/rule-starts.ts";
import { rulesOf, SEARCH_SPAN } from "./instances.ts";
import type { Recurrence } from "./recurrence.ts";
import { type Rule, ruleText } from "./rule.ts";
import { basicText } from "./wall-clock-text.ts";
import { allOf, type Computation, computeNow, createWork, type Work } from "./work.ts";

/**
 * Splits a recurrence into two at the start `at`, which becomes the first start of the second part. `COUNT`,
 * dates and exceptions are divided between the parts.
 * Throws `rest_invalid_param` for `recurrence` if one of its rules cannot continue from `at`: with an
 * `INTERVAL`, `at` may lie between two of the rule's periods.
 */
export const splitRecurrence = (recurrence: Recurrence, first: Schedule, at: WallClock): SplitRecurrence =>
  computeNow(splitSteps(recurrence, first, at));

interface SplitRecurrence {
  readonly before: Recurrence;
  readonly after: Recurrence;
}

/** Same as `splitRecurrence`, as a generator that can be paused between steps. */
export function* splitSteps(
  recurrence: Recurrence,
  first: Schedule,
  at: WallClock,
): Computation<SplitRecurrence> {
  const work = createWork();
  // If summer time skips this start, only this occurrence begins later. Its start then becomes a date of the
  // recurrence, so that the following days keep their time.
  const begin = first.allDay ? at : resolveWallClock(at, first.timezone);
  const halvesAt = function* (start: WallClock): Computation<readonly Halves[]> {
    const halves: Halves[] = [];
    for (const rule of rulesOf(recurrence, first)) halves.push(yield* splitRule(rule, first, start, work));
    return halves;
  };
  const select = (isIncluded: (start: string) => boolean): Pick<Recurrence, "dates" | "except"> => ({
    dates: recurrence.dates.filter(isIncluded),
    except: recurrence.except.filter(isIncluded),
  });
  const later = select((start) => start.slice(0, 19) >= at);
  const before = {
    rules: (yield* halvesAt(at)).flatMap(({ before }) => before ?? []),
    ...select((start) => start.slice(0, 19) < at),
  };
  const isEmpty = before.rules.length + before.dates.length + before.except.length === 0;
  return {
    // An empty recurrence would mean that the event does not recur, so the first start becomes a date.
    before: isEmpty ? { ...before, dates: [first.start] } : before,
    after: {
      rules: (yield* halvesAt(begin)).flatMap(({ after }) => after ?? []),
      ...later,
      ...(begin !== at && { dates: withResolved(later.dates, at, begin) }),
    },
  };
}

const withResolved = (dates: readonly string[], at: WallClock, begin: WallClock): readonly string[] => {
  const resolved = dates.map((date) => (date.startsWith(at) ? `${begin}${date.slice(at.length)}` : date));
  return resolved.some((date) => date.startsWith(begin)) ? resolved : [...resolved, begin].sort();
};

interface Halves {
  readonly before?: string;
  readonly after?: string;
}

function* splitRule(rule: Rule, schedule: Schedule, at: WallClock, work: Work): Computation<Halves> {
  const { COUNT, UNTIL, ...rest } = rule;
  const [first, time] = [millisecondsOf(schedule.start), millisecondsOf(at)];
  const end = basicText(schedule.allDay ? millisecondsOf(dateOf(at)) - SECOND : time - SECOND);
  const isCounted = COUNT !== undefined;
  const done = isCounted
    ? (yield* allOf(startsOfRule(rule, first, { until: time - SECOND, work }))).length
    : 0;
  if (COUNT === undefined ? UNTIL !== undefined && untilOf(UNTIL) < time : done >= Number(COUNT))
    return { before: ruleText(rule) };
  const remaining = COUNT === undefined ? rule : { ...rest, COUNT: String(Number(COUNT) - done) };
  const after = ruleText(yield* continued(remaining, rule, schedule, time, work));
  if (COUNT === undefined) return { before: ruleText({ ...rest, UNTIL: end }), after };
  return done === 0 ? { after } : { before: ruleText({ ...rest, COUNT: String(done) }), after };
}

/** Number of starts from the split on that are compared to decide if two rules have the same starts. */
const COMPARED_STARTS = 50;

/**
 * Returns the rule for the second part of a split series: `rest`, with days and times added if `at` is not a
 * start of the rule. Throws `rest_invalid_param` if the first `COMPARED_STARTS` starts would be others than
 * those of `rule`.
 */
function* continued(
  rest: Rule,
  rule: Rule,
  { start, allDay }: Schedule,
  at: number,
  work: Work,
): Computation<Rule> {
  const first = millisecondsOf(start);
  const starts = function* (of: Rule, from: number): Computation<readonly number[]> {
    const found: number[] = [];
    for (const time of startsOfRule(of, from, { from: at, until: at + SEARCH_SPAN, work })) {
      if (time === undefined) yield undefined;
      else found.push(time);
      if (found.length === COMPARED_STARTS) break;
    }
    return found;
  };
  const expected = yield* starts(rule, first);
  if (expected[0] === at) return rest;
  const explicit = withImpliedParts(rest, first, allDay);
  const found = yield* starts(explicit, at);
  if (expected.length === found.length && expected.every((time, index) => time === found[index]))
    return explicit;
  throw invalidParameter("recurrence", {
    reason: "split-misfit",
    values: { rule: ruleText(rule), start: utcText(at) },
  });
}

/**
 * Returns the rule with the parts that RFC 5545, 3.3.10 derives from its first start, such as the weekday and
 * the time of day.
 */
const withImpliedParts = (rule: Rule, first: number, allDay: boolean): Rule => ({
  ...withImpliedDay(rule, first),
  ...(!allDay && impliedTime(rule, new Date(first))),
});

const impliedTime = ({ FREQ, BYHOUR, BYMINUTE, BYSECOND }: Rule, start: Date): Partial<Rule> => ({
  ...(PERIODS[FREQ] >= DAY && { BYHOUR: BYHOUR ?? String(start.getUTCHours()) }),
  ...(PERIODS[FREQ] > MINUTE && { BYMINUTE: BYMINUTE ?? String(start.getUTCMinutes()) }),
  ...(PERIODS[FREQ] > SECOND && { BYSECOND: BYSECOND ?? String(start.getUTCSeconds()) }),
});
