import { invalidParameter, type Problem } from "../../errors.ts";
import { instantAfter, readDuration } from "../time/duration.ts";
import type { Schedule } from "../time/schedule.ts";
import { toWallClock } from "../time/time-zone.ts";
import { DAY, dateOf, millisecondsOf, SECOND, utcText, type WallClock } from "../time/wall-clock.ts";
import type { Recurrence } from "./recurrence.ts";
import { isProblem, type Rule, readRule, ruleText } from "./rule.ts";

import { basicText, readWallClock, toRecurrenceId, toZoneWallClock } from "./wall-clock-text.ts";
import { type Computation, computeNow } from "./work.ts";

/** Recurrence in the form in which clients send it. */
export interface SentRecurrence {
  readonly rules?: readonly string[] | undefined;
  readonly dates?: readonly string[] | undefined;
  readonly except?: readonly string[] | undefined;
}

/**
 * Maximum number of rules, dates and exceptions in one recurrence.
 * Source: rules/recurrence.md#recurrence-limits.
 */
export const RECURRENCE_BOUNDS = { rules: 10, dates: 1000, exceptions: 5000 } as const;

/** Number of dates that are parsed before the generator yields. */
const DATES_PER_STEP = 50;

/**
 * Validates a recurrence and converts it to its stored form. `first` is the schedule of the first occurrence.
 * Throws `rest_invalid_param` for `recurrence`; `at` names the faulty member.
 */
export const parseRecurrence = (sent: SentRecurrence, first: Schedule): Recurrence =>
  computeNow(parseSteps(sent, first));

/** Same as `parseRecurrence`, as a generator that can be paused between steps. */
export function* parseSteps(sent: SentRecurrence, first: Schedule): Computation<Recurrence> {
  const { rules = [], dates = [], except = [] } = sent;
  if (rules.length > RECURRENCE_BOUNDS.rules)
    fail("[rules]", { reason: "too-many", values: { maximum: RECURRENCE_BOUNDS.rules } });
  if (dates.length > RECURRENCE_BOUNDS.dates)
    fail("[dates]", { reason: "too-many", values: { maximum: RECURRENCE_BOUNDS.dates } });
  if (except.length > RECURRENCE_BOUNDS.exceptions)
    fail("[except]", { reason: "too-many", values: { maximum: RECURRENCE_BOUNDS.exceptions } });
  const starts = new Map<WallClock, string>();
  for (const [index, text] of dates.entries()) {
    if (index % DATES_PER_STEP === 0) yield undefined;
    const date = storedDate(text, first) ?? fail(`[dates][${index}]`, { reason: "not-a-date" });
    const start = date.slice(0, 19);
    // If the same start occurs with and without an end, the period with the end is stored.
    if (date.length > start.length || !starts.has(start)) starts.set(start, date);
  }
  const exceptions: WallClock[] = [];
  for (const [index, text] of except.entries()) {
    if (index % DATES_PER_STEP === 0) yield undefined;
    const start = toRecurrenceId(text, first);
    exceptions.push(start ?? fail(`[except][${index}]`, { reason: "not-a-date" }));
  }
  return {
    rules: [...new Set(rules.map((text, index) => storedRule(text, index, first)))],
    dates: [...starts.values()].sort(),
    except: [...new Set(exceptions)].sort(),
  };
}

const fail = (at: string, problem: Problem): never => {
  throw invalidParameter("recurrence", { ...problem, at });
};

const storedRule = (text: string, index: number, first: Schedule): string => {
  const rule = readRule(text, first.allDay);
  return isProblem(rule) ? fail(`[rules][${index}]`, rule) : ruleText(withStoredUntil(rule, first));
};

/**
 * Returns the rule with `UNTIL` converted to the wall clock of the event. If `UNTIL` is a date, or the event
 * is all-day, it becomes the last second of that day.
 */
export const withStoredUntil = (rule: Rule, { timezone, allDay }: Schedule): Rule => {
  const read = rule.UNTIL === undefined ? undefined : readWallClock(rule.UNTIL);
  if (read === undefined) return rule;
  const wallClock = allDay ? undefined : toZoneWallClock(read, timezone);
  const until = wallClock ?? `${read.date} 23:59:59`;
  return { ...rule, UNTIL: basicText(millisecondsOf(until)) };
};

/**
 * Converts an RDATE to its stored form: a start, or a period as `START/END`. Returns `undefined` for a text
 * that is neither, and for a period that does not end after its start.
 */
const storedDate = (text: string, first: Schedule): string | undefined => {
  const [from = "", to, ...rest] = text.trim().split("/");
  const start = toRecurrenceId(from, first);
  if (start === undefined || rest.length > 0) return undefined;
  if (to === undefined) return start;
  const end = /^P/i.test(to) ? afterDuration(start, to, first) : endOf(to, first);
  return end === undefined || end <= start ? undefined : `${start}/${end}`;
};

const endOf = (text: string, first: Schedule): WallClock | undefined => {
  const end = toRecurrenceId(text, first);
  return end !== undefined && first.allDay ? `${dateOf(end)} 23:59:59` : end;
};

/**
 * Adds a duration to a start and returns the end. Weeks and days count on the wall clock; hours, minutes and
 * seconds count elapsed time (RFC 5545, 3.3.6). Returns `undefined` for other texts; for an all-day event,
 * also for durations other than complete days.
 */
const afterDuration = (start: WallClock, text: string, first: Schedule): WallClock | undefined => {
  const duration = readDuration(text);
  if (duration === undefined) return undefined;
  const { days, exact } = duration;
  if (first.allDay) {
    if (days === 0 || exact > 0) return undefined;
    return utcText(millisecondsOf(`${dateOf(start)} 00:00:00`) + days * DAY - SECOND);
  }
  if (exact === 0) return utcText(millisecondsOf(start) + days * DAY);
  return toWallClock(utcText(instantAfter(start, first.timezone, duration)), first.timezone);
};
