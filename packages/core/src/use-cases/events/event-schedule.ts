import { invalidParameter } from "../../errors.ts";
import { parseDate } from "../../model/date-input.ts";
import type { Schedule } from "../../model/event.ts";
import type { WallClock } from "../../model/post.ts";
import { createSchedule } from "../../model/schedule.ts";
import type { SiteSettings } from "../../model/site.ts";
import { isTimeZone } from "../../model/time-zone.ts";
import type { EventValues, NewEventValues } from "./event-fields.ts";

type TimeFields = "start_date" | "end_date" | "timezone" | "all_day";

const read = (name: "start_date" | "end_date", text: string, timezone: string, now: number): WallClock => {
  const wallClock = parseDate(text, timezone, now);
  // Understood in UTC, but at the edge of the calendar this zone lies beyond it.
  if (wallClock === undefined) throw invalidParameter(name, { reason: "not-a-date" });
  return wallClock;
};

/** The schedule of a new event. Source: 10-events sections 10.1 and 10.5. */
export const newSchedule = (
  values: Pick<NewEventValues, TimeFields>,
  site: SiteSettings,
  now: number,
): Schedule => {
  const timezone = values.timezone ?? site.timezone;
  return createSchedule({
    start: read("start_date", values.start_date, timezone, now),
    end: read("end_date", values.end_date, timezone, now),
    timezone,
    allDay: values.all_day,
    dayCutoff: site.dayCutoff,
  });
};

/**
 * The schedule after an update: what was not sent keeps its stored value, dates are read in the zone that applies (D8), a
 * new zone alone keeps the wall clocks. Source: 10-events sections 10.1 and 10.5.
 */
export const changedSchedule = (
  current: Schedule,
  values: Pick<EventValues, TimeFields>,
  site: SiteSettings,
  now: number,
): Schedule => {
  const { start_date, end_date, all_day } = values;
  const sent = [start_date, end_date, all_day, values.timezone];
  if (sent.every((value) => value === undefined)) return current;
  const stored = isTimeZone(current.timezone) ? current.timezone : site.timezone;
  const timezone = values.timezone ?? stored;
  return createSchedule({
    start: start_date === undefined ? current.start : read("start_date", start_date, timezone, now),
    end: end_date === undefined ? current.end : read("end_date", end_date, timezone, now),
    timezone,
    allDay: all_day ?? current.allDay,
    dayCutoff: site.dayCutoff,
  });
};
