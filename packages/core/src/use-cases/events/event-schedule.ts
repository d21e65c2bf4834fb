import type { NoteAdjustment } from "../../adjustment.ts";
import type { SiteSettings } from "../../model/site.ts";
import { createSchedule, type Schedule, type ScheduleRequest } from "../../model/time/schedule.ts";
import { isTimeZone, settleWallClock } from "../../model/time/time-zone.ts";
import type { WallClock } from "../../model/time/wall-clock.ts";
import { readDate } from "../posts/settle-publication.ts";
import type { EventValues, NewEventValues } from "./event-fields.ts";

type TimeFields = "start_date" | "end_date" | "timezone" | "all_day";

/** The schedule of a new event. Source: rules/events.md#event-zone-resolution. */
export const newSchedule = (
  values: Pick<NewEventValues, TimeFields>,
  site: SiteSettings,
  now: number,
  note: NoteAdjustment,
): Schedule => {
  const timezone = values.timezone ?? site.timezone;
  const asked = {
    start: readDate("start_date", values.start_date, timezone, now, note),
    end: readDate("end_date", values.end_date, timezone, now, note),
    timezone,
    allDay: values.all_day,
    dayCutoff: site.dayCutoff,
  };
  return settle(asked, values, note);
};

/**
 * The schedule after an update: what was not sent keeps its stored value, dates are read in the zone that applies, a
 * new zone without dates keeps the wall clocks. Source: rules/events.md#event-zone-resolution,
 * rules/events.md#event-schedule.
 */
export const changedSchedule = (
  current: Schedule,
  values: Pick<EventValues, TimeFields>,
  site: SiteSettings,
  now: number,
  note: NoteAdjustment,
): Schedule => {
  const { start_date, end_date, all_day } = values;
  const sent = [start_date, end_date, all_day, values.timezone];
  if (sent.every((value) => value === undefined)) return current;
  const stored = isTimeZone(current.timezone) ? current.timezone : site.timezone;
  const timezone = values.timezone ?? stored;
  const asked = {
    start: start_date === undefined ? current.start : readDate("start_date", start_date, timezone, now, note),
    end: end_date === undefined ? current.end : readDate("end_date", end_date, timezone, now, note),
    timezone,
    allDay: all_day ?? current.allDay,
    dayCutoff: site.dayCutoff,
  };
  return settle(asked, values, note);
};

/** What `createSchedule` makes of it, with notes on what that changes. */
const settle = (
  asked: ScheduleRequest,
  sent: Pick<EventValues, "start_date" | "end_date">,
  note: NoteAdjustment,
): Schedule => {
  const schedule = createSchedule(asked);
  const { start, end, timezone, allDay } = asked;
  if (allDay) {
    if (dateOf(end) < dateOf(start)) note("end_date", "end-before-start");
    if (sent.start_date !== undefined && isCut(start, schedule.start)) note("start_date", "whole-day");
    if (sent.end_date !== undefined && isCut(end, schedule.end)) note("end_date", "whole-day");
    return schedule;
  }
  const settledEnd = settleWallClock(end, timezone);
  if (schedule.start !== start) note("start_date", "skipped-time");
  if (schedule.end !== settledEnd) note("end_date", "end-before-start");
  else if (settledEnd !== end) note("end_date", "skipped-time");
  return schedule;
};

const dateOf = (wallClock: WallClock): string => wallClock.slice(0, 10);

/** Midnight is how a day is sent, and what the day was widened to is that day again. */
const isCut = (sent: WallClock, stored: WallClock): boolean => !sent.endsWith(" 00:00:00") && sent !== stored;
