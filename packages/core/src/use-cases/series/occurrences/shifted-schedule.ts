import type { SiteSettings } from "../../../model/site.ts";
import { createSchedule, isSameSchedule, lengthOf, type Schedule } from "../../../model/time/schedule.ts";
import { millisecondsOf, utcText, type WallClock } from "../../../model/time/wall-clock.ts";

/**
 * Returns the new schedule of a series when a client sends a new time for one of its occurrences. The series
 * moves by the same difference on the wall clock, and gets the time zone that was sent.
 * Source: rules/recurrence.md#scope-all.
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
  const start = moved(schedule.start, from.start, to.start);
  const end = moved(schedule.end, from.end, to.end);
  const isAsLong = lengthOf({ start, end }) === lengthOf(schedule);
  return createSchedule({
    start,
    end,
    startFold: start === to.start ? to.startFold : schedule.startFold,
    endFold: end === to.end ? to.endFold : schedule.endFold,
    nominalDays: isAsLong ? schedule.nominalDays : undefined,
    timezone: to.timezone,
    allDay: to.allDay,
    dayCutoff,
  });
};
