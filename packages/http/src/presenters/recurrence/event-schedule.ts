import {
  type CalendarEvent,
  DAY,
  millisecondsOf,
  type Schedule,
  utcText,
  type WallClock,
} from "@kalends/core";
import { fixedOffsetOf } from "@kalends/core/interface";
import type { Members } from "../presentation.ts";

/* Conversion of recurrence rules to schema.org data. Source: rules/recurrence.md#structured-recurrence. */

type Parts = ReadonlyMap<string, string>;

const UNITS: ReadonlyMap<string | undefined, string> = new Map([
  ["DAILY", "D"],
  ["WEEKLY", "W"],
  ["MONTHLY", "M"],
  ["YEARLY", "Y"],
]);

const DAYS: ReadonlyMap<string, string> = new Map([
  ["MO", "Monday"],
  ["TU", "Tuesday"],
  ["WE", "Wednesday"],
  ["TH", "Thursday"],
  ["FR", "Friday"],
  ["SA", "Saturday"],
  ["SU", "Sunday"],
]);

const SAYABLE: ReadonlySet<string> = new Set([
  "FREQ",
  "INTERVAL",
  "COUNT",
  "UNTIL",
  "BYDAY",
  "BYMONTH",
  "BYMONTHDAY",
  "WKST",
]);

const toParts = (rule: string): Parts =>
  new Map(
    rule
      .split(";")
      .map((part): [string, string] => [part.slice(0, part.indexOf("=")), part.slice(part.indexOf("=") + 1)]),
  );

const listOf = (parts: Parts, name: string): readonly string[] => parts.get(name)?.split(",") ?? [];

/** True if schema.org can express every part of the rule. */
const isSayable = (parts: Parts): boolean => {
  if (![...parts.keys()].every((name) => SAYABLE.has(name)) || !UNITS.has(parts.get("FREQ"))) return false;
  // schema.org cannot express days that count from the end of a month.
  if (listOf(parts, "BYMONTHDAY").some((day) => Number(day) < 0)) return false;
  // The first day of the week matters only if the rule skips weeks.
  if ((parts.get("WKST") ?? "MO") !== "MO" && (parts.get("INTERVAL") ?? "1") !== "1") return false;
  // schema.org can express the nth weekday of a month, but not of a year.
  const isOfYear = parts.get("FREQ") === "YEARLY" && !parts.has("BYMONTH");
  return !isOfYear || listOf(parts, "BYDAY").every((day) => DAYS.has(day));
};

const toDay = (day: string): string => {
  const name = DAYS.get(day);
  return name === undefined ? day : `https://schema.org/${name}`;
};

const members = <T>(name: string, values: readonly T[]): Members =>
  values.length === 0 ? {} : { [name]: values };

/**
 * Returns the last day on which the rule may start an occurrence. `until`: end of the rule, in the form
 * `20311231T235959`.
 */
const lastDay = (until: string, { start, allDay }: Schedule): string => {
  const day = `${until.slice(0, 4)}-${until.slice(4, 6)}-${until.slice(6, 8)}`;
  const isBefore = !allDay && until.slice(9, 15) < start.slice(11).replaceAll(":", "");
  return isBefore ? utcText(millisecondsOf(`${day} 00:00:00`) - DAY).slice(0, 10) : day;
};

/** Returns a duration in ISO 8601 format. */
const toDuration = (milliseconds: number): string => {
  const minutes = Math.round(milliseconds / 60_000);
  const [days, hours, rest] = [Math.floor(minutes / 1440), Math.floor(minutes / 60) % 24, minutes % 60];
  const time = `${hours > 0 ? `${hours}H` : ""}${rest > 0 ? `${rest}M` : ""}`;
  return `P${days > 0 ? `${days}D` : ""}${time === "" ? "" : `T${time}`}`;
};

/** Returns the UTC offset of a time zone that is an offset or an abbreviation; `undefined` for IANA names. */
const offsetOf = ({ timezone }: Schedule): string | undefined => {
  const minutes = fixedOffsetOf(timezone);
  if (minutes === undefined || timezone === "UTC") return undefined;
  const pad = (part: number): string => String(part).padStart(2, "0");
  const size = Math.abs(minutes);
  return `${minutes < 0 ? "-" : "+"}${pad(Math.floor(size / 60))}:${pad(size % 60)}`;
};

const toTimes = (schedule: Schedule): Members => {
  const { start, end, utcStart, utcEnd, timezone, allDay } = schedule;
  if (allDay) {
    const days = Math.round((millisecondsOf(end) - millisecondsOf(start)) / DAY);
    return days > 1 ? { duration: `P${days}D` } : {};
  }
  const offset = offsetOf(schedule);
  const length = millisecondsOf(utcEnd) - millisecondsOf(utcStart);
  return {
    startTime: start.slice(11) + (offset ?? ""),
    ...(length < DAY ? { endTime: end.slice(11) + (offset ?? "") } : { duration: toDuration(length) }),
    ...(offset === undefined && { scheduleTimezone: timezone }),
  };
};

const toException =
  ({ allDay }: Schedule) =>
  (wall: WallClock): string =>
    allDay ? wall.slice(0, 10) : wall.replace(" ", "T");

/**
 * Converts each rule that schema.org can express to a `Schedule`. Leaves out additional dates, which
 * schema.org cannot express.
 */
export const presentEventSchedule = ({ schedule, recurrence }: CalendarEvent): Members => {
  const { rules = [], except = [] } = recurrence ?? {};
  const schedules = rules
    .map(toParts)
    .filter(isSayable)
    .map((parts): Members => {
      const [count, until] = [parts.get("COUNT"), parts.get("UNTIL")];
      return {
        "@type": "Schedule",
        repeatFrequency: `P${parts.get("INTERVAL") ?? "1"}${UNITS.get(parts.get("FREQ"))}`,
        ...(count !== undefined && { repeatCount: Number(count) }),
        ...members("byDay", listOf(parts, "BYDAY").map(toDay)),
        ...members("byMonth", listOf(parts, "BYMONTH").map(Number)),
        ...members("byMonthDay", listOf(parts, "BYMONTHDAY").map(Number)),
        startDate: schedule.start.slice(0, 10),
        ...(until !== undefined && { endDate: lastDay(until, schedule) }),
        ...toTimes(schedule),
        ...members("exceptDate", except.map(toException(schedule))),
      };
    });
  if (schedules.length === 0) return {};
  return { eventSchedule: schedules.length === 1 ? schedules[0] : schedules };
};
