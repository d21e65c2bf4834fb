import { createSchedule, type Schedule } from "../model/time/schedule.ts";
import { isTimeZone } from "../model/time/time-zone.ts";
import { millisecondsOf, utcText } from "../model/time/wall-clock.ts";
import { refuse } from "../parameters/scalars.ts";
import type { AmendableMember } from "./amendable-members.ts";

const PARAMETERS = {
  start: "start_date",
  startFold: "start_date",
  end: "end_date",
  endFold: "end_date",
  timezone: "timezone",
  allDay: "all_day",
} as const;

/** True for a date and time that exists and has the form in which records store it. */
export const isWallClock = (value: unknown): value is string =>
  typeof value === "string" &&
  /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(value) &&
  utcText(millisecondsOf(value)) === value;

/**
 * Member `schedule` of an event as a hook may change it. A hook sets `timezone`, `start` and `end` on its
 * wall clock, `startFold`, `endFold` and `allDay`.
 * The other members are derived in the same way as for values from callers (rules/events.md#event-schedule).
 * An end before the start is refused.
 */
export const amendSchedule: AmendableMember = {
  parameters(value, before) {
    const [now, then] = [value, before] as [Partial<Schedule>, Partial<Schedule>];
    const changed = Object.entries(PARAMETERS)
      .filter(([member]) => now?.[member as keyof Schedule] !== then?.[member as keyof Schedule])
      .map(([, parameter]) => parameter);
    return [...new Set(changed)];
  },
  resolve(value, { dayCutoff }) {
    const sent = (value ?? {}) as Partial<Record<keyof Schedule, unknown>>;
    const { start, end, timezone, allDay } = sent;
    if (!isWallClock(start) || !isWallClock(end)) return refuse("not-a-date");
    if (typeof timezone !== "string" || !isTimeZone(timezone)) return refuse("not-a-time-zone");
    if (typeof allDay !== "boolean") return refuse("not-a-boolean");
    const [startFold, endFold] = [sent.startFold === true, sent.endFold === true || undefined];
    const schedule = createSchedule({ start, end, startFold, endFold, timezone, allDay, dayCutoff });
    // If clocks show an hour twice, the end can have an earlier wall clock than the start and still be later.
    const isLater = schedule.endFold === true && schedule.end === end;
    return end < start && !isLater ? refuse("end-before-start") : { value: schedule };
  },
};
