import { RECURRENCE_BOUNDS, type WallClock } from "@kalends/core/plugin";
import { KALENDS_PROPERTIES } from "../../fields.ts";
import type { Properties, Property } from "../properties.ts";
import { after, dayOf, daysLater, fromSourceClock, onClockOf, toDuration, toTime } from "../times.ts";
import type { YieldToEventLoop } from "../yield-to-event-loop.ts";
import type { Zones } from "../zones/zones.ts";
import { rulesOf } from "./rules-of-event.ts";
import type { EventTimes } from "./times-of-event.ts";

/** Recurrence of an event in the form that the API accepts, in the time zone of the event. */
export interface EventRecurrence {
  readonly rules: readonly string[];
  readonly dates: readonly string[];
  readonly except: readonly string[];
}

/**
 * Returns the recurrence of an event, or `undefined` if the event takes place once. Invalid rules, dates and
 * exceptions are left out, with a note for the report.
 */
export const recurrenceOf = async (
  properties: Properties,
  times: EventTimes,
  zones: Zones,
  note: (text: string) => void,
  yieldToEventLoop: YieldToEventLoop,
): Promise<EventRecurrence | undefined> => {
  const all = (name: string): readonly Property[] => properties.get(name) ?? [];
  const rules = await rulesOf(all("RRULE"), times, zones, note, yieldToEventLoop);
  const datesOf = async (name: string): Promise<readonly string[]> => {
    const found: string[] = [];
    for (const [text, property] of entriesOf(all(name))) {
      await yieldToEventLoop();
      const date = toDate(text, property, times, zones);
      if (date === undefined) note("A date of RDATE cannot be read.");
      else if (date < writtenStart(times)) note("A date of RDATE is before the start.");
      else found.push(date);
    }
    return found;
  };
  // Files of this plugin contain each period twice: with its end, and as an RDATE without an end. The RDATE
  // is ignored.
  const periods = await datesOf(KALENDS_PROPERTIES.periods);
  const longer = new Set(periods.map((period) => period.split("/")[0]));
  const listed = [...(await datesOf("RDATE")).filter((date) => !longer.has(date)), ...periods];
  // Without rules, the API always includes the start in the dates, so DTSTART need not be listed.
  const others = rules.length > 0 ? listed : listed.filter((date) => date !== writtenStart(times));
  const dates = firstOf(others.length === 0 ? listed : others, RECURRENCE_BOUNDS.dates, "RDATE", note);
  const excluded: string[] = [];
  for (const [text, property] of entriesOf(all("EXDATE"))) {
    await yieldToEventLoop();
    const date = toStart(text, property, times, zones);
    if (date === undefined) note("A date of EXDATE cannot be read.");
    else excluded.push(date);
  }
  const except = firstOf(excluded, RECURRENCE_BOUNDS.exceptions, "EXDATE", note);
  if (rules.length + dates.length > 0) return { rules, dates, except };
  // If no rule is usable, the event takes place only at its start. If the start is excluded too, the
  // recurrence is still returned, so that the API refuses the event.
  const isExcluded = all("RRULE").length > 0 && except.includes(writtenStart(times));
  return isExcluded ? { rules, dates, except } : undefined;
};

/**
 * Returns the dates sorted and without duplicates. Dates beyond the maximum are left out, with a note for the
 * report.
 */
const firstOf = (
  all: readonly string[],
  maximum: number,
  name: string,
  note: (text: string) => void,
): readonly string[] => {
  const dates = [...new Set(all)].sort();
  if (dates.length > maximum) note(`${name} has more than ${maximum} dates; only the first ones are used.`);
  return dates.slice(0, maximum);
};

/**
 * Returns the recurrence id of an occurrence, in the form of the API. Returns `undefined` if the
 * RECURRENCE-ID cannot be read.
 */
export const recurrenceIdOf = (property: Property, times: Clock, zones: Zones): string | undefined =>
  toStart(property.raw, property, times, zones);

type Clock = Pick<EventTimes, "start" | "allDay" | "timezone" | "hasTimedDays" | "offsets">;

const writtenStart = ({ start, allDay }: EventTimes): string => (allDay ? start.slice(0, 10) : start);

const entriesOf = (properties: readonly Property[]): readonly (readonly [string, Property])[] =>
  properties.flatMap((property) =>
    property.raw
      .split(",")
      .filter((text) => text.trim() !== "")
      .map((text) => [text, property] as const),
  );

/**
 * Returns the start of an occurrence in the time zone of the event. For a timed event, a date without a time
 * means the occurrence on that day, because many programs write exceptions in this way. For an all-day event,
 * only the date is used, even if a time and a time zone follow it.
 * Source: rules/recurrence.md#recurrence-dates.
 */
const toStart = (text: string, property: Property, times: Clock, zones: Zones): string | undefined => {
  const { start, allDay, timezone, hasTimedDays } = times;
  const time = toTime(text, property, zones);
  if (time === undefined) return undefined;
  if (allDay) return hasTimedDays ? dayOf(time, times).slice(0, 10) : writtenDate(text);
  const wallClock: WallClock = time.isDate
    ? fromSourceClock(time.wallClock.slice(0, 10) + start.slice(10), times)
    : onClockOf(time, timezone);
  return wallClock;
};

/** Returns the date part of a date or time, as `YYYY-MM-DD`. */
const writtenDate = (text: string): string =>
  text.trim().replace(/^(\d{4})-?(\d{2})-?(\d{2}).*$/s, "$1-$2-$3");

const toDate = (text: string, property: Property, times: EventTimes, zones: Zones): string | undefined => {
  const [from = "", to] = text.split("/");
  const start = toStart(from, property, times, zones);
  if (start === undefined || to === undefined) return start;
  const duration = toDuration(to);
  const end =
    duration === undefined
      ? toStart(to, property, times, zones)
      : times.allDay
        ? daysLater(`${start} 00:00:00`, duration.days - 1).slice(0, 10)
        : after(start, times.timezone, duration);
  if (end === undefined) return undefined;
  // An end that is not after the start is ignored. For all-day events, the end is the last day and may equal
  // the start.
  return end > start || (times.allDay && end === start) ? `${start}/${end}` : start;
};
