import type { SiteSettings } from "../../../model/site.ts";
import { createSchedule, isSameSchedule, type Schedule } from "../../../model/time/schedule.ts";
import { millisecondsOf, utcText, type WallClock } from "../../../model/time/wall-clock.ts";

/**
 * The time of a series after one of its occurrences was sent another time: moved by the difference, on the wall clock, in the zone that
 * was sent. Source: rules/recurrence.md#scope-all.
 */
export const shiftedSchedule = (
  schedule: Schedule,
  from: Schedule,
  to: Schedule,
  { dayCutoff }: Pick<SiteSettings, "dayCutoff">,
): Schedule => {
  if (isSameSchedule(from, to)) return schedule;
  const moved = (time: WallClock, one: WallClock, other: WallClock): WallClock =>
    utcText(millisecondsOf(time) + millisecondsOf(other) - millisecondsOf(one));
  return createSchedule({
    start: moved(schedule.start, from.start, to.start),
    end: moved(schedule.end, from.end, to.end),
    timezone: to.timezone,
    allDay: to.allDay,
    dayCutoff,
  });
};
