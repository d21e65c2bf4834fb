import {
  DAY,
  isRepeated,
  millisecondsOf,
  toUtc,
  toWallClock,
  utcText,
  type WallClock,
} from "@kalends/core/plugin";
import { KALENDS_PROPERTIES } from "../../fields.ts";
import { firstOf, type Properties, type Property, textOf } from "../properties.ts";
import {
  asZone,
  dayOf,
  daysLater,
  instantOf,
  isMidnight,
  onClockOf,
  type SourceTime,
  toDuration,
  toTime,
} from "../times.ts";
import type { OffsetAt } from "../zones/observances.ts";
import type { Zones } from "../zones/zones.ts";

/** Start and end of an event as wall clock times in its time zone. */
export interface EventTimes {
  readonly start: WallClock;
  /** End of the event. For an all-day event, midnight at the start of its last day. */
  readonly end: WallClock;
  /**
   * Start to send to the API instead of `start`; `sentEnd` replaces `end` in the same way. Set if a wall
   * clock time is ambiguous because its hour is repeated, or if the duration is a number of days.
   */
  readonly sentStart?: string;
  readonly sentEnd?: string;
  readonly allDay: boolean;
  readonly timezone: string;
  /** True for an all-day event whose days are written as times from midnight to midnight, as Outlook does. */
  readonly hasTimedDays?: true;
  /**
   * Offsets of the time zone in the source. Set for a recurring event if no known time zone has the same
   * offsets. `timezone` is then only the offset at the start.
   */
  readonly offsets?: OffsetAt;
}

/** Error for a component that cannot be imported. Its message appears in the report. */
export class UnusableComponent extends Error {}

/**
 * Returns the times of an event. The X-KALENDS property determines the time zone of the event, or else
 * DTSTART. A DTSTART in UTC means UTC if `recurs` is true, otherwise the time zone of the calendar
 * (`Zones.floating`). Throws `UnusableComponent` if DTSTART is missing or invalid.
 */
export const timesOf = (
  properties: Properties,
  zones: Zones,
  recurs: boolean,
  note: (text: string) => void,
): EventTimes => {
  const property = firstOf(properties, "DTSTART");
  if (property === undefined) throw new UnusableComponent("The event has no DTSTART.");
  const start = toTime(property.raw, property, zones);
  if (start === undefined) throw new UnusableComponent("DTSTART is not a date.");
  const own = asZone(textOf(properties, KALENDS_PROPERTIES.timezone));
  const timezone = own ?? (start.isUtc && !recurs ? zones.floating : start.timezone);
  const offsets = recurs && timezone === start.timezone ? start.offsets : undefined;
  const begin = onClockOf(start, timezone);
  const first = { ...start, begin, timezone, utc: instantOf(start, timezone) };
  const { end, sent, time } = endOf(properties, first, recurs, zones, note);
  if (start.isDate)
    return { start: begin, end: end > begin ? daysLater(end, -1) : begin, allDay: true, timezone };
  const isAtMidnight = (each: SourceTime, wallClock: WallClock): boolean =>
    isMidnight(each.wallClock) || isMidnight(wallClock);
  const sourceClock = { timezone, ...(offsets !== undefined && { offsets }) };
  if (!ALL_DAY.some((name) => isTrue(textOf(properties, name))) || !isAtMidnight(start, begin)) {
    if (offsets === undefined) noteGuess(start, property, note);
    const isUnambiguous = recurs ? first.utc === toUtc(begin, timezone) : !isRepeated(begin, timezone);
    return {
      ...{ start: begin, end, allDay: false, ...sourceClock },
      ...(!isUnambiguous && { sentStart: instantText(first.utc) }),
      ...(sent !== undefined && { sentEnd: sent }),
    };
  }
  const day = dayOf(start, sourceClock);
  const until = time === undefined ? `${end.slice(0, 10)} 00:00:00` : dayOf(time, sourceClock);
  const last = isAtMidnight(time ?? start, end) ? daysLater(until, -1) : until;
  return { start: day, end: last > day ? last : day, allDay: true, hasTimedDays: true, ...sourceClock };
};

/**
 * Properties with which Outlook marks all-day events. It writes their days as times from midnight to
 * midnight.
 */
const ALL_DAY = ["X-MICROSOFT-CDO-ALLDAYEVENT", "X-MICROSOFT-MSNCALENDAR-ALLDAYEVENT"] as const;

/** Names of the properties that mark all-day events. */
export const ALL_DAY_NAMES: readonly string[] = ALL_DAY;

const isTrue = (text = ""): boolean => /^true$/i.test(text.trim());

const noteGuess = ({ guess }: SourceTime, { parameters }: Property, note: (text: string) => void): void => {
  const tzid = (parameters.get("TZID") ?? "").slice(0, 100);
  if (guess === "by-rules")
    note(`The time zone ${tzid} is not known by name; it was identified by its rules.`);
  if (guess === "fixed-offset")
    note(`The time zone ${tzid} matches no known zone; its offset at the start was used.`);
  if (guess === "disagrees")
    note(
      `The time zone ${tzid} has another offset in its VTIMEZONE than by its name. Check the time of the event.`,
    );
  if (guess === "unknown") note(`The time zone ${tzid} is unknown.`);
};

const MAX_NOMINAL_DAYS = 3_660;

const instantText = (utc: WallClock): string => `${utc.replace(" ", "T")}Z`;

/** Start of an event, as read from DTSTART, with its wall clock time in the time zone of the event. */
interface Start extends SourceTime {
  readonly begin: WallClock;
  readonly utc: WallClock;
}

interface End {
  /** Exclusive end of the event. For a date, the day after the last one. */
  readonly end: WallClock;
  /** End to send to the API instead, as a UTC time or a duration. It becomes `sentEnd` of `EventTimes`. */
  readonly sent?: string;
  /** DTEND as read from the file; absent if the end comes from DURATION. */
  readonly time?: SourceTime;
}

const endOf = (
  properties: Properties,
  start: Start,
  recurs: boolean,
  zones: Zones,
  note: (text: string) => void,
): End => {
  const { begin, timezone } = start;
  const at = (utc: WallClock): End => {
    const end = toWallClock(utc, timezone);
    return { end, ...(isRepeated(end, timezone) && { sent: instantText(utc) }) };
  };
  const usual = start.isDate ? { end: daysLater(begin, 1) } : at(start.utc);
  const property = firstOf(properties, "DTEND");
  if (property !== undefined) {
    const end = toTime(property.raw, property, zones);
    if (end === undefined || end.isDate !== start.isDate) {
      note("DTEND was ignored: it is not a date, or not of the same type as DTSTART.");
      return usual;
    }
    if (end.isDate) return end.wallClock < begin ? usual : { end: end.wallClock };
    const utc = instantOf(end, timezone);
    return utc < start.utc ? usual : { ...at(utc), time: end };
  }
  const text = textOf(properties, "DURATION");
  if (text === undefined) return usual;
  const duration = toDuration(text);
  if (duration === undefined || (start.isDate && duration.milliseconds > 0)) {
    note("DURATION was ignored: it cannot be read.");
    return usual;
  }
  const { days, milliseconds } = duration;
  const day = daysLater(begin, days);
  if (start.isDate) return { end: day };
  const from = days === 0 ? start.utc : toUtc(day, timezone);
  const found = at(utcText(millisecondsOf(from) + milliseconds));
  // In a series, a duration in days counts calendar days at each occurrence, which may have 23 or 25 hours
  // (RFC 5545, 3.8.5.3).
  const isNominal = recurs && days > 0 && days <= MAX_NOMINAL_DAYS && milliseconds < DAY;
  return isNominal
    ? { ...found, sent: `P${days}D${milliseconds > 0 ? `T${milliseconds / 1000}S` : ""}` }
    : found;
};
