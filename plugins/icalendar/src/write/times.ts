import {
  type CalendarEvent,
  fixedOffsetOf,
  ianaNameOf,
  millisecondsOf,
  toUtc,
  utcText,
  type WallClock,
} from "@kalends/core/plugin";
import { contentLine, type LineParameters } from "./content-line.ts";
import { ZONES_FROM } from "./vtimezone.ts";

type Schedule = CalendarEvent["schedule"];

/** Form in which the times of a component are written: as dates, in UTC, or with a TZID. */
export interface TimeForm {
  readonly kind: "date" | "utc" | "zone";
  /** Time zone of the event, in the form that events store. */
  readonly timezone: string;
  /** TZID to write. Set if `kind` is `zone`. */
  readonly tzid?: string;
}

/**
 * Returns the form in which the times of an event are written. Single events with a fixed offset are written
 * in UTC. A series with a fixed offset other than 0 has a TZID, because its rules follow that clock.
 * Single events before 1970 and in the second occurrence of a repeated hour are also written in UTC. With a
 * TZID, programs would assume the first occurrence (RFC 5545, 3.3.5).
 */
export const timeFormOf = ({ start, startFold, timezone, allDay }: Schedule, recurs: boolean): TimeForm => {
  if (allDay) return { kind: "date", timezone };
  const minutes = fixedOffsetOf(timezone);
  const isUtc =
    minutes === undefined ? (start < ZONES_FROM || startFold === true) && !recurs : minutes === 0 || !recurs;
  if (isUtc) return { kind: "utc", timezone };
  const tzid = minutes === undefined ? ianaNameOf(timezone) : offsetZone(minutes);
  return { kind: "zone", timezone, tzid: tzid ?? timezone };
};

/**
 * Returns a TZID for a fixed offset. Full hours have a common name that programs support. Other offsets get a
 * name of this project.
 */
const offsetZone = (minutes: number): string => {
  const size = Math.abs(minutes);
  const hours = Math.floor(size / 60);
  // In `Etc/GMT` names, positive numbers are west of Greenwich.
  if (size % 60 === 0) return `Etc/GMT${minutes < 0 ? "+" : "-"}${hours}`;
  const digits = [hours, size % 60].map((part) => String(part).padStart(2, "0")).join("");
  return `UTC${minutes < 0 ? "-" : "+"}${digits}`;
};

/** Formats a time without separators: `20310506T190000`. */
export const basic = (wallClock: WallClock): string => wallClock.replace(" ", "T").replaceAll(/[-:]/g, "");

/** Formats a UTC time without separators: `20310506T190000Z`. */
export const utcValue = (utc: WallClock): string => `${basic(utc)}Z`;

/** Converts a wall clock time of the event to the given form. */
export const timeValue = (wallClock: WallClock, { kind, timezone }: TimeForm): string => {
  if (kind === "date") return basic(wallClock).slice(0, 8);
  return kind === "utc" ? utcValue(toUtc(wallClock, timezone)) : basic(wallClock);
};

/** Returns a property with one or more times of the event. Returns `""` without times. */
export const timesLine = (name: string, wallClocks: readonly WallClock[], form: TimeForm): string =>
  wallClocks.length === 0
    ? ""
    : contentLine(name, wallClocks.map((one) => timeValue(one, form)).join(","), formParameters(form));

export const formParameters = ({ kind, tzid }: TimeForm): LineParameters =>
  kind === "date" ? { VALUE: "DATE" } : { TZID: tzid };

/**
 * Returns the day after the last day of an all-day event. `end` is the last second of the event, because days
 * of the site may not begin at midnight.
 */
const dayAfter = (end: WallClock): WallClock => dayAt(Date.parse(`${end.replace(" ", "T")}Z`) + 1000);

/** Returns midnight at the start of the last day of an all-day event. `end` is its last second. */
export const lastDay = (end: WallClock): WallClock =>
  dayAt(Date.parse(`${dayAfter(end).slice(0, 10)}T00:00:00Z`) - 1000);

const dayAt = (milliseconds: number): WallClock =>
  `${new Date(milliseconds).toISOString().slice(0, 10)} 00:00:00`;

/**
 * Returns DTSTART and DTEND. DTEND is left out if the end is not after the start. The end is written in UTC
 * if its wall clock time is ambiguous. If the duration of a series (`recurs`) is a number of days, DURATION
 * is written instead of DTEND.
 */
export const boundLines = (schedule: Schedule, form: TimeForm, recurs = false): string => {
  const { start, end, utcStart, utcEnd, timezone, allDay, nominalDays = 0 } = schedule;
  if (allDay) {
    const after = dayAfter(end);
    // Years have four digits, so the day after 9999-12-31 cannot be written.
    const last = after.startsWith("+") ? "9999-12-31 00:00:00" : after;
    return timesLine("DTSTART", [start], form) + timesLine("DTEND", last > start ? [last] : [], form);
  }
  if (form.kind === "utc") {
    const last = utcEnd > utcStart ? contentLine("DTEND", utcValue(utcEnd)) : "";
    return contentLine("DTSTART", utcValue(utcStart)) + last;
  }
  const first = timesLine("DTSTART", [start], form);
  if (recurs && nominalDays > 0) return first + contentLine("DURATION", nominalText(schedule, nominalDays));
  const begin = toUtc(start, timezone);
  if (utcEnd <= utcStart) return first;
  const finish = utcText(millisecondsOf(begin) + millisecondsOf(utcEnd) - millisecondsOf(utcStart));
  return toUtc(end, timezone) === finish && end > start
    ? first + timesLine("DTEND", [end], form)
    : first + contentLine("DTEND", utcValue(finish));
};

const nominalText = ({ start, utcEnd, timezone }: Schedule, days: number): string => {
  const day = toUtc(utcText(millisecondsOf(start) + days * 86_400_000), timezone);
  const seconds = Math.max(0, millisecondsOf(utcEnd) - millisecondsOf(day)) / 1000;
  return `P${days}D${seconds > 0 ? `T${seconds}S` : ""}`;
};
