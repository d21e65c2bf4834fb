import type { Schedule } from "../time/schedule.ts";
import { toUtc } from "../time/time-zone.ts";
import { dateOf, millisecondsOf, SECOND, utcText, type WallClock } from "../time/wall-clock.ts";
import { rulesOf } from "./instances.ts";
import type { Recurrence } from "./recurrence.ts";
import { type Rule, ruleText } from "./rule.ts";
import { startsOfRule, untilOf } from "./rule-starts.ts";
import { basicText } from "./wall-clock-text.ts";

/** The set before a start and from it on: `COUNT` is divided, dates and exceptions are shared out. */
export const splitRecurrence = (
  recurrence: Recurrence,
  first: Schedule,
  at: WallClock,
  _dayCutoff: string,
): { readonly before: Recurrence; readonly after: Recurrence } => {
  const time = millisecondsOf(at);
  const halves = rulesOf(recurrence, first).map((rule) => splitRule(rule, millisecondsOf(first.start), time));
  const share = (isHere: (start: string) => boolean): Pick<Recurrence, "dates" | "except"> => ({
    dates: recurrence.dates.filter(isHere),
    except: recurrence.except.filter(isHere),
  });
  return {
    before: {
      rules: halves.flatMap(({ before }) => before ?? []),
      ...share((start) => start.slice(0, 19) < at),
    },
    after: {
      rules: halves.flatMap(({ after }) => after ?? []),
      ...share((start) => start.slice(0, 19) >= at),
    },
  };
};

interface Halves {
  readonly before?: string;
  readonly after?: string;
}

const splitRule = (rule: Rule, first: number, at: number): Halves => {
  const { COUNT, UNTIL, ...rest } = rule;
  const before = ruleText({ ...rest, UNTIL: basicText(at - SECOND) });
  if (COUNT !== undefined) {
    const done = [...startsOfRule(rule, first, { until: at - SECOND })].length;
    if (done >= Number(COUNT)) return { before: ruleText(rule) };
    const after = ruleText({ ...rest, COUNT: String(Number(COUNT) - done) });
    return done === 0 ? { after } : { before: ruleText({ ...rest, COUNT: String(done) }), after };
  }
  if (UNTIL !== undefined && untilOf(UNTIL) < at) return { before: ruleText(rule) };
  return { before, after: ruleText(rule) };
};

/**
 * The recurrence of a series whose first start moves: dates, exceptions and `UNTIL` move by the difference on the wall clock;
 * what rules say themselves, such as `BYDAY`, stays.
 */
export const shiftRecurrence = (recurrence: Recurrence, from: Schedule, to: Schedule): Recurrence => {
  const difference = millisecondsOf(to.start) - millisecondsOf(from.start);
  const days = millisecondsOf(dateOf(to.start)) - millisecondsOf(dateOf(from.start));
  const moved = (text: string): string =>
    text
      .split("/")
      .map((wallClock) => utcText(millisecondsOf(wallClock) + difference))
      .join("/");
  return {
    rules: rulesOf(recurrence, from).map((rule) => {
      if (rule.UNTIL === undefined) return ruleText(rule);
      const wholeDays = rule.UNTIL.endsWith("T235959");
      return ruleText({ ...rule, UNTIL: basicText(untilOf(rule.UNTIL) + (wholeDays ? days : difference)) });
    }),
    dates: recurrence.dates.map(moved),
    except: recurrence.except.map(moved),
  };
};

/** The rules as clients see them: `UNTIL` in UTC, or a date if the event lasts all day. */
export const writtenRules = (recurrence: Recurrence, first: Schedule): readonly string[] =>
  rulesOf(recurrence, first).map((rule) => {
    if (rule.UNTIL === undefined) return ruleText(rule);
    const until = utcText(untilOf(rule.UNTIL));
    if (first.allDay) return ruleText({ ...rule, UNTIL: rule.UNTIL.slice(0, 8) });
    return ruleText({ ...rule, UNTIL: `${basicText(millisecondsOf(toUtc(until, first.timezone)))}Z` });
  });
