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

/** Form of the times of a component: dates, times in UTC, or times in a zone. */
export interface TimeForm {
  readonly kind: "date" | "utc" | "zone";
  /** Time zone as the event names it. */
  readonly timezone: string;
  /** TZID to write; set if `kind` is `zone`. */
  readonly tzid?: string;
}

/**
 * Returns the form for the times of an event. Times with a fixed offset are written in UTC, except for
 * series, whose days follow their own clock. UTC is also used for times before 1970, and for the second
 * occurrence of a repeated hour. With a TZID, programs would read the first occurrence (RFC 5545, 3.3.5).
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
 * Returns the name of a zone with a fixed offset. Whole hours have a name that all programs know; for others
 * the name is our own.
 */
const offsetZone = (minutes: number): string => {
  const size = Math.abs(minutes);
  const hours = Math.floor(size / 60);
  // In these names, positive numbers are west of Greenwich.
  if (size % 60 === 0) return `Etc/GMT${minutes < 0 ? "+" : "-"}${hours}`;
  const digits = [hours, size % 60].map((part) => String(part).padStart(2, "0")).join("");
  return `UTC${minutes < 0 ? "-" : "+"}${digits}`;
};

/** Returns the time in basic format, without separators: `20310506T190000`. */
export const basic = (wallClock: WallClock): string => wallClock.replace(" ", "T").replaceAll(/[-:]/g, "");

/** Returns a UTC time in basic format: `20310506T190000Z`. */
export const utcValue = (utc: WallClock): string => `${basic(utc)}Z`;

/** Returns a wall clock of the event in the given form. */
export const timeValue = (wallClock: WallClock, { kind, timezone }: TimeForm): string => {
  if (kind === "date") return basic(wallClock).slice(0, 8);
  return kind === "utc" ? utcValue(toUtc(wallClock, timezone)) : basic(wallClock);
};

/** Returns a property with wall clocks of the event. */
export const timesLine = (name: string, wallClocks: readonly WallClock[], form: TimeForm): string =>
  wallClocks.length === 0
    ? ""
    : contentLine(name, wallClocks.map((one) => timeValue(one, form)).join(","), formParameters(form));

export const formParameters = ({ kind, tzid }: TimeForm): LineParameters =>
  kind === "date" ? { VALUE: "DATE" } : { TZID: tzid };

/**
 * Returns the day after the last day of an all-day event. `end` is its last second, because days may begin at
 * another hour than midnight.
 */
const dayAfter = (end: WallClock): WallClock => dayAt(Date.parse(`${end.replace(" ", "T")}Z`) + 1000);

/** Returns the last day of an all-day event. */
export const lastDay = (end: WallClock): WallClock =>
  dayAt(Date.parse(`${dayAfter(end).slice(0, 10)}T00:00:00Z`) - 1000);

const dayAt = (milliseconds: number): WallClock =>
  `${new Date(milliseconds).toISOString().slice(0, 10)} 00:00:00`;

/**
 * Returns DTSTART and DTEND. DTEND is omitted if the end is not after the start. An end is written in UTC if
 * its wall clock alone would mean another time. Series with nominal days (`recurs`) get a DURATION.
 */
export const boundLines = (schedule: Schedule, form: TimeForm, recurs = false): string => {
  const { start, end, utcStart, utcEnd, timezone, allDay, nominalDays = 0 } = schedule;
  if (allDay) {
    const after = dayAfter(end);
    // Years have four digits, so no day follows 9999-12-31.
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
