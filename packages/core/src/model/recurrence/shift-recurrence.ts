import type { Schedule } from "../time/schedule.ts";
import { toUtc } from "../time/time-zone.ts";
import { dateOf, millisecondsOf, utcText } from "../time/wall-clock.ts";
import { untilOf } from "./expansion/rule-starts.ts";
import { rulesOf } from "./instances.ts";
import type { Recurrence } from "./recurrence.ts";
import { ruleText } from "./rule.ts";
import { basicText } from "./wall-clock-text.ts";

/**
 * Returns the recurrence of a series after its first start has moved. Dates, exceptions and `UNTIL` move by
 * the same difference on the wall clock. An `UNTIL` at the end of a day moves by complete days.
 * If the event changes between all-day and timed, all of them move by complete days. If it becomes timed,
 * periods lose their own ends. Parts of rules such as `BYDAY` stay unchanged.
 */
export const shiftRecurrence = (recurrence: Recurrence, from: Schedule, to: Schedule): Recurrence => {
  const days = millisecondsOf(dateOf(to.start)) - millisecondsOf(dateOf(from.start));
  const isSameKind = from.allDay === to.allDay;
  const difference = isSameKind ? millisecondsOf(to.start) - millisecondsOf(from.start) : days;
  const later = (wallClock: string): string => utcText(millisecondsOf(wallClock) + difference);
  const onDay = (wallClock: string): string => `${dateOf(later(wallClock))}${to.start.slice(10)}`;
  const moved = (text: string): string => {
    const [start = "", end] = text.split("/");
    if (isSameKind) return end === undefined ? later(start) : `${later(start)}/${later(end)}`;
    // When the event changes between all-day and timed, dates get the time of day of the new first start.
    return end === undefined || !to.allDay ? onDay(start) : `${onDay(start)}/${dateOf(later(end))} 23:59:59`;
  };
  return {
    rules: recurrence.rules.map((text, index) => {
      const rule = rulesOf(recurrence, from)[index];
      if (rule?.UNTIL === undefined) return text;
      const isWholeDay = rule.UNTIL.endsWith(LAST_SECOND) || !isSameKind;
      const until = utcText(untilOf(rule.UNTIL) + (isWholeDay ? days : difference));
      const basic = basicText(millisecondsOf(until));
      return ruleText({ ...rule, UNTIL: isWholeDay ? `${basic.slice(0, 8)}${LAST_SECOND}` : basic });
    }),
    dates: [...new Set(recurrence.dates.map(moved))].sort(),
    except: [...new Set(recurrence.except.map((start) => (isSameKind ? later(start) : onDay(start))))].sort(),
  };
};

/** Time of day in an `UNTIL` that includes the complete day. */
const LAST_SECOND = "T235959";

/**
 * Returns the rules of a recurrence as clients see them. `UNTIL` is in UTC; for an all-day event it is a
 * date.
 */
export const writtenRules = (recurrence: Recurrence, first: Schedule): readonly string[] =>
  rulesOf(recurrence, first).map((rule) => {
    if (rule.UNTIL === undefined) return ruleText(rule);
    const until = utcText(untilOf(rule.UNTIL));
    if (first.allDay) return ruleText({ ...rule, UNTIL: rule.UNTIL.slice(0, 8) });
    return ruleText({ ...rule, UNTIL: `${basicText(millisecondsOf(toUtc(until, first.timezone)))}Z` });
  });
