import type { NoteAdjustment } from "../../adjustment.ts";
import { invalidParameter } from "../../errors.ts";
import type { SiteSettings } from "../../model/site.ts";
import { instantAfter, readDuration } from "../../model/time/duration.ts";
import { createSchedule, lengthOf, type Schedule, type ScheduleRequest } from "../../model/time/schedule.ts";
import { isTimeZone, resolveWallClock, toUtc, toWallClock } from "../../model/time/time-zone.ts";
import {
  DAY,
  dateOf,
  isRepresentable,
  millisecondsOf,
  utcText,
  type WallClock,
} from "../../model/time/wall-clock.ts";
import { readMoment } from "../posts/resolve-publication.ts";
import type { EventValues, NewEventValues } from "./event-fields.ts";

type TimeFields = "start_date" | "end_date" | "timezone" | "all_day";

/** Returns the schedule of a new event. Source: rules/events.md#event-zone-resolution. */
export const newSchedule = (
  values: Pick<NewEventValues, TimeFields>,
  site: SiteSettings,
  now: number,
  note: NoteAdjustment,
): Schedule => {
  const timezone = values.timezone ?? site.timezone;
  const [start, startFold] = readTime("start_date", values.start_date, timezone, now, note);
  const request = {
    ...{ start, startFold },
    ...(toDurationEnd(values.end_date, [start, startFold], timezone, values.all_day) ??
      toEnd(readTime("end_date", values.end_date, timezone, now, note))),
    timezone,
    allDay: values.all_day,
    dayCutoff: site.dayCutoff,
  };
  return resolve(request, values, note);
};

/**
 * Returns the schedule of an event after an update.
 * Values that were not sent stay unchanged. Dates are parsed in the new zone if one was sent, otherwise in
 * the current one. If the current zone is unknown, the zone of the site is used. If only a new zone was sent,
 * the wall clocks stay the same.
 * Source: rules/events.md#event-zone-resolution, rules/events.md#event-schedule, rules/dates.md#dst-overlap.
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
  const read = (name: "start_date" | "end_date", text: string | undefined, before: Time): Time => {
    const sent: Time = text === undefined ? before : readTime(name, text, timezone, now, note);
    return sent[1] === undefined && sent[0] === before[0] ? before : sent;
  };
  const [start, startFold] = read("start_date", start_date, [current.start, current.startFold]);
  const allDay = all_day ?? current.allDay;
  const end = (): End => toEnd(read("end_date", end_date, [current.end, current.endFold]));
  const lasting = toDurationEnd(end_date, [start, startFold], timezone, allDay) ?? end();
  const isAsLong = lengthOf({ start, end: lasting.end }) === lengthOf(current);
  const request = {
    ...{ start, startFold },
    ...(isAsLong && { nominalDays: current.nominalDays }),
    ...lasting,
    timezone,
    allDay,
    dayCutoff: site.dayCutoff,
  };
  return resolve(request, values, note);
};

/**
 * Wall clock with its fold. If clocks show the time twice, `fold` is true for the second time. It is
 * `undefined` if the client did not specify the first or second time.
 */
type Time = readonly [wallClock: WallClock, fold?: boolean | undefined];

const readTime = (
  name: "start_date" | "end_date",
  text: string,
  timezone: string,
  now: number,
  note: NoteAdjustment,
): Time => {
  const { wallClock, utc, isExact } = readMoment(name, text, timezone, now, note);
  return [wallClock, isExact ? utc !== toUtc(wallClock, timezone) : undefined];
};

type End = Pick<ScheduleRequest, "end" | "endFold" | "nominalDays">;

const toEnd = ([end, endFold]: Time): End => ({ end, endFold });

/**
 * Returns the end of an event whose end was sent as a duration. Returns `undefined` if the text is not a
 * duration.
 * Source: rules/dates.md#durations.
 */
const toDurationEnd = (
  text: string | undefined,
  [start, fold]: Time,
  timezone: string,
  allDay: boolean,
): End | undefined => {
  const duration = text === undefined ? undefined : readDuration(text);
  if (duration === undefined) return undefined;
  const instant = instantAfter(start, timezone, duration, fold);
  if (!isRepresentable(instant + DAY)) throw invalidParameter("end_date", { reason: "not-a-date" });
  if (allDay) {
    const days = Math.max(duration.days + Math.ceil(duration.exact / DAY), 1);
    return { end: utcText(millisecondsOf(`${dateOf(start)} 00:00:00`) + (days - 1) * DAY) };
  }
  const utc = utcText(instant);
  const end = toWallClock(utc, timezone);
  return { end, endFold: toUtc(end, timezone) !== utc, nominalDays: duration.days };
};

/** Creates the schedule and reports adjustments of the times that were sent. */
const resolve = (
  request: ScheduleRequest,
  sent: Pick<EventValues, "start_date" | "end_date">,
  note: NoteAdjustment,
): Schedule => {
  const schedule = createSchedule(request);
  const { start, end, timezone, allDay } = request;
  if (allDay) {
    if (dateOf(end) < dateOf(start)) note("end_date", "end-before-start");
    if (sent.start_date !== undefined && losesTime(start, schedule.start)) note("start_date", "whole-day");
    if (sent.end_date !== undefined && losesTime(end, schedule.end)) note("end_date", "whole-day");
    return schedule;
  }
  const resolvedEnd = resolveWallClock(end, timezone);
  if (schedule.start !== start) note("start_date", "skipped-time");
  // If clocks show the end time twice, the first of the two may be before the start. The second one is then
  // stored, which is an adjustment.
  const isMoved = request.endFold === false && schedule.endFold === true;
  if (schedule.end !== resolvedEnd || isMoved) note("end_date", "end-before-start");
  else if (resolvedEnd !== end) note("end_date", "skipped-time");
  return schedule;
};

/**
 * True if storing complete days removes a time of day that the client sent.
 * Midnight does not count, because it is the usual way to send a day. The last second of a day means the same
 * day.
 */
const losesTime = (sent: WallClock, stored: WallClock): boolean =>
  !sent.endsWith(" 00:00:00") && sent !== stored;
