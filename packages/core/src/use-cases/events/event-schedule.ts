import type { NoteAdjustment } from "../../adjustment.ts";
import { invalidParameter } from "../../errors.ts";
import type { SiteSettings } from "../../model/site.ts";
import { instantAfter, readDuration } from "../../model/time/duration.ts";
import { createSchedule, lengthOf, type Schedule, type ScheduleRequest } from "../../model/time/schedule.ts";
import { isTimeZone, settleWallClock, toUtc, toWallClock } from "../../model/time/time-zone.ts";
import {
  DAY,
  dateOf,
  isRepresentable,
  millisecondsOf,
  utcText,
  type WallClock,
} from "../../model/time/wall-clock.ts";
import { readMoment } from "../posts/settle-publication.ts";
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
  const [start, startFold] = readTime("start_date", values.start_date, timezone, now, note);
  const asked = {
    ...{ start, startFold },
    ...(toLasting(values.end_date, [start, startFold], timezone, values.all_day) ??
      toEnd(readTime("end_date", values.end_date, timezone, now, note))),
    timezone,
    allDay: values.all_day,
    dayCutoff: site.dayCutoff,
  };
  return settle(asked, values, note);
};

/**
 * The schedule after an update: what was not sent keeps its stored value, dates are read in the zone that applies, a
 * new zone without dates keeps the wall clocks. Source: rules/events.md#event-zone-resolution,
 * rules/events.md#event-schedule, rules/dates.md#dst-overlap.
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
  const lasting = toLasting(end_date, [start, startFold], timezone, allDay) ?? end();
  const isAsLong = lengthOf({ start, end: lasting.end }) === lengthOf(current);
  const asked = {
    ...{ start, startFold },
    ...(isAsLong && { nominalDays: current.nominalDays }),
    ...lasting,
    timezone,
    allDay,
    dayCutoff: site.dayCutoff,
  };
  return settle(asked, values, note);
};

/** A wall clock, and which of the two it is where clocks show it twice; `undefined`: nothing says so. */
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

/** The end of what lasts as long as this text says; `undefined` if it is no duration. Source: rules/dates.md#durations. */
const toLasting = (
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
  // Of a repeated time, the one that was sent may lie before the start and the other one not.
  const isMoved = asked.endFold === false && schedule.endFold === true;
  if (schedule.end !== settledEnd || isMoved) note("end_date", "end-before-start");
  else if (settledEnd !== end) note("end_date", "skipped-time");
  return schedule;
};

/** Midnight is how a day is sent, and what the day was widened to is that day again. */
const isCut = (sent: WallClock, stored: WallClock): boolean => !sent.endsWith(" 00:00:00") && sent !== stored;
