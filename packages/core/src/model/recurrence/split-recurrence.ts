import { invalidParameter } from "../../errors.ts";
import type { Schedule } from "../time/schedule.ts";
import { settleWallClock } from "../time/time-zone.ts";
import { DAY, dateOf, MINUTE, millisecondsOf, SECOND, utcText, type WallClock } from "../time/wall-clock.ts";
import { rulesOf, SEARCH_SPAN } from "./instances.ts";
import { PERIODS } from "./possible-days.ts";
import type { Recurrence } from "./recurrence.ts";
import { type Rule, ruleText } from "./rule.ts";
import { startsOfRule, untilOf } from "./rule-starts.ts";
import { basicText } from "./wall-clock-text.ts";
import { weekdayOf } from "./year-starts.ts";

/**
 * The set before a start and from it on: `COUNT` is divided, dates and exceptions are shared out. Throws `rest_invalid_param` for
 * `recurrence` where a rule with an `INTERVAL` cannot go on from a start that is not its own.
 */
export const splitRecurrence = (
  recurrence: Recurrence,
  first: Schedule,
  at: WallClock,
): { readonly before: Recurrence; readonly after: Recurrence } => {
  // What starts when the clocks skip it starts later on that day alone: it is a date, and the rules go on without it.
  const begin = first.allDay ? at : settleWallClock(at, first.timezone);
  const halvesAt = (start: WallClock): readonly Halves[] =>
    rulesOf(recurrence, first).map((rule) => splitRule(rule, first, start));
  const share = (isHere: (start: string) => boolean): Pick<Recurrence, "dates" | "except"> => ({
    dates: recurrence.dates.filter(isHere),
    except: recurrence.except.filter(isHere),
  });
  const later = share((start) => start.slice(0, 19) >= at);
  const before = {
    rules: halvesAt(at).flatMap(({ before }) => before ?? []),
    ...share((start) => start.slice(0, 19) < at),
  };
  const isEmpty = before.rules.length + before.dates.length + before.except.length === 0;
  return {
    // An empty one would mean that the event does not recur.
    before: isEmpty ? { ...before, dates: [first.start] } : before,
    after: {
      rules: halvesAt(begin).flatMap(({ after }) => after ?? []),
      ...later,
      ...(begin !== at && { dates: withSettled(later.dates, at, begin) }),
    },
  };
};

const withSettled = (dates: readonly string[], at: WallClock, begin: WallClock): readonly string[] => {
  const settled = dates.map((date) => (date.startsWith(at) ? `${begin}${date.slice(at.length)}` : date));
  return settled.some((date) => date.startsWith(begin)) ? settled : [...settled, begin].sort();
};

interface Halves {
  readonly before?: string;
  readonly after?: string;
}

const splitRule = (rule: Rule, schedule: Schedule, at: WallClock): Halves => {
  const { COUNT, UNTIL, ...rest } = rule;
  const [first, time] = [millisecondsOf(schedule.start), millisecondsOf(at)];
  const end = basicText(schedule.allDay ? millisecondsOf(dateOf(at)) - SECOND : time - SECOND);
  const done = COUNT === undefined ? 0 : [...startsOfRule(rule, first, { until: time - SECOND })].length;
  if (COUNT === undefined ? UNTIL !== undefined && untilOf(UNTIL) < time : done >= Number(COUNT))
    return { before: ruleText(rule) };
  const rests = COUNT === undefined ? rule : { ...rest, COUNT: String(Number(COUNT) - done) };
  const after = ruleText(continued(rests, rule, schedule, time));
  if (COUNT === undefined) return { before: ruleText({ ...rest, UNTIL: end }), after };
  return done === 0 ? { after } : { before: ruleText({ ...rest, COUNT: String(done) }), after };
};

/** Starts by which two rules are compared. */
const COMPARED_STARTS = 50;

/** What is left of a rule, from a start on that may be that of another rule or a date: with its own day, time and step. */
const continued = (rest: Rule, rule: Rule, { start, allDay }: Schedule, at: number): Rule => {
  const first = millisecondsOf(start);
  const starts = (of: Rule, from: number): readonly number[] => {
    const found: number[] = [];
    for (const time of startsOfRule(of, from, { from: at, until: at + SEARCH_SPAN })) {
      found.push(time);
      if (found.length === COMPARED_STARTS) break;
    }
    return found;
  };
  const expected = starts(rule, first);
  if (expected[0] === at) return rest;
  const explicit = withImpliedParts(rest, first, allDay);
  const found = starts(explicit, at);
  if (expected.length === found.length && expected.every((time, index) => time === found[index]))
    return explicit;
  throw invalidParameter("recurrence", {
    reason: "split-misfit",
    values: { rule: ruleText(rule), start: utcText(at) },
  });
};

/** What a rule takes from its first start (RFC 5545, 3.3.10), written out. */
const withImpliedParts = (rule: Rule, first: number, allDay: boolean): Rule => {
  const { FREQ, BYWEEKNO, BYYEARDAY, BYMONTHDAY, BYMONTH, BYDAY } = rule;
  const start = new Date(first);
  const namesDay = [BYYEARDAY, BYMONTHDAY, BYDAY].some((list) => list !== undefined);
  const day =
    namesDay || PERIODS[FREQ] <= DAY
      ? {}
      : BYWEEKNO !== undefined || FREQ === "WEEKLY"
        ? { BYDAY: weekdayOf(first) }
        : {
            BYMONTHDAY: String(start.getUTCDate()),
            ...(FREQ === "YEARLY" && { BYMONTH: BYMONTH ?? String(start.getUTCMonth() + 1) }),
          };
  return { ...rule, ...day, ...(!allDay && impliedTime(rule, start)) };
};

const impliedTime = ({ FREQ, BYHOUR, BYMINUTE, BYSECOND }: Rule, start: Date): Partial<Rule> => ({
  ...(PERIODS[FREQ] >= DAY && { BYHOUR: BYHOUR ?? String(start.getUTCHours()) }),
  ...(PERIODS[FREQ] > MINUTE && { BYMINUTE: BYMINUTE ?? String(start.getUTCMinutes()) }),
  ...(PERIODS[FREQ] > SECOND && { BYSECOND: BYSECOND ?? String(start.getUTCSeconds()) }),
});
