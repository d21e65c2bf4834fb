import {
  fixedOffsetOf,
  ianaNameOf,
  millisecondsOf,
  type Schedule,
  toUtc,
  utcText,
  type WallClock,
} from "@kalends/core/plugin";
import { contentLine, type LineParameters } from "./content-line.ts";
import { ZONES_FROM } from "./vtimezone.ts";

/** How the times of a component are written: as dates, in UTC, or on the clock of a zone. */
export interface TimeForm {
  readonly kind: "date" | "utc" | "zone";
  /** As the event names it. */
  readonly timezone: string;
  /** Of `zone`. */
  readonly tzid?: string;
}

/**
 * The form of the times of an event. Times of an offset are written in UTC, but for what recurs: its days are those of its own clock.
 * Times before the zones that are written go in UTC, too, and the second time of a repeated hour: with a zone, the first is meant
 * (RFC 5545, 3.3.5).
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

/** The zone of whole hours that all programs know, else a name of our own. */
const offsetZone = (minutes: number): string => {
  const size = Math.abs(minutes);
  const hours = Math.floor(size / 60);
  // These names count to the west.
  if (size % 60 === 0) return `Etc/GMT${minutes < 0 ? "+" : "-"}${hours}`;
  const digits = [hours, size % 60].map((part) => String(part).padStart(2, "0")).join("");
  return `UTC${minutes < 0 ? "-" : "+"}${digits}`;
};

/** Without marks between its parts: `20310506T190000`. */
export const basic = (wallClock: WallClock): string => wallClock.replace(" ", "T").replaceAll(/[-:]/g, "");

/** A UTC time: `20310506T190000Z`. */
export const utcValue = (utc: WallClock): string => `${basic(utc)}Z`;

/** A wall clock of the event in its form. */
export const timeValue = (wallClock: WallClock, { kind, timezone }: TimeForm): string => {
  if (kind === "date") return basic(wallClock).slice(0, 8);
  return kind === "utc" ? utcValue(toUtc(wallClock, timezone)) : basic(wallClock);
};

/** A property of wall clocks of the event. */
export const timesLine = (name: string, wallClocks: readonly WallClock[], form: TimeForm): string =>
  wallClocks.length === 0
    ? ""
    : contentLine(name, wallClocks.map((one) => timeValue(one, form)).join(","), formParameters(form));

export const formParameters = ({ kind, tzid }: TimeForm): LineParameters =>
  kind === "date" ? { VALUE: "DATE" } : { TZID: tzid };

/** The day behind the last one of an event that lasts all day, whose last second is given: days may begin at another hour. */
const dayAfter = (end: WallClock): WallClock => dayAt(Date.parse(`${end.replace(" ", "T")}Z`) + 1000);

/** The last day of such an event. */
export const lastDay = (end: WallClock): WallClock =>
  dayAt(Date.parse(`${dayAfter(end).slice(0, 10)}T00:00:00Z`) - 1000);

const dayAt = (milliseconds: number): WallClock =>
  `${new Date(milliseconds).toISOString().slice(0, 10)} 00:00:00`;

/**
 * DTSTART and DTEND, without the latter where it would say nothing: an end lies behind its start. An end whose wall clock alone means
 * another time is written in UTC; nominal days of a series, which `recurs`, as DURATION.
 */
export const boundLines = (schedule: Schedule, form: TimeForm, recurs = false): string => {
  const { start, end, utcStart, utcEnd, timezone, allDay, nominalDays = 0 } = schedule;
  if (allDay) {
    const after = dayAfter(end);
    // Four digits is what a year has: the last day of all has none after it.
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
