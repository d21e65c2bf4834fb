import type { WallClock } from "@kalends/core/plugin";
import { OWN_PROPERTIES } from "../../fields.ts";
import { firstOf, type Properties, type Property, textOf } from "../properties.ts";
import { after, asZone, daysLater, onClockOf, type SourceTime, toDuration, toTime } from "../times.ts";
import type { Zones } from "../zones/zones.ts";

/** When an event begins and ends, on its own clock. */
export interface EventTimes {
  readonly start: WallClock;
  /** Of an event that lasts all day: the last day, as the first one at midnight. */
  readonly end: WallClock;
  readonly allDay: boolean;
  readonly timezone: string;
}

/** It cannot be taken over; the message says why to people. */
export class UnusableComponent extends Error {}

/** Throws `UnusableComponent`. `recurs`: what recurs in UTC stays there, where the clocks do not change. */
export const timesOf = (
  properties: Properties,
  zones: Zones,
  recurs: boolean,
  note: (text: string) => void,
): EventTimes => {
  const property = firstOf(properties, "DTSTART");
  if (property === undefined) throw new UnusableComponent("It has no DTSTART.");
  const start = toTime(property.raw, property, zones);
  if (start === undefined) throw new UnusableComponent("Its DTSTART is no date.");
  noteGuess(start, property, note);
  const own = asZone(textOf(properties, OWN_PROPERTIES.timezone));
  const timezone = own ?? (start.isUtc && !recurs ? zones.floating : start.timezone);
  const begin = onClockOf(start, timezone);
  const end = endOf(properties, start, begin, timezone, zones, note);
  const isDay =
    /^true$/i.test(textOf(properties, "X-MICROSOFT-CDO-ALLDAYEVENT") ?? "") &&
    [begin, end].every((wallClock) => wallClock.endsWith(" 00:00:00"));
  if (!start.isDate && !isDay) return { start: begin, end, allDay: false, timezone };
  const last = end > begin ? daysLater(end, -1) : begin;
  return { start: begin, end: last, allDay: true, timezone };
};

const noteGuess = ({ guess }: SourceTime, { parameters }: Property, note: (text: string) => void): void => {
  const tzid = (parameters.get("TZID") ?? "").slice(0, 100);
  if (guess === "by-rules") note(`The zone ${tzid} was known by its rules alone.`);
  if (guess === "fixed-offset")
    note(`The zone ${tzid} is like none that is known: its offset at the start was taken.`);
  if (guess === "unknown") note(`The zone ${tzid} is not known.`);
};

/** Exclusive; of a date the day after the last one. */
const endOf = (
  properties: Properties,
  start: SourceTime,
  begin: WallClock,
  timezone: string,
  zones: Zones,
  note: (text: string) => void,
): WallClock => {
  const usual = start.isDate ? daysLater(begin, 1) : begin;
  const property = firstOf(properties, "DTEND");
  if (property !== undefined) {
    const end = toTime(property.raw, property, zones);
    if (end === undefined || end.isDate !== start.isDate) {
      note("Its DTEND is of another kind than DTSTART, or no date.");
      return usual;
    }
    const wallClock = onClockOf(end, timezone);
    return wallClock < begin ? usual : wallClock;
  }
  const text = textOf(properties, "DURATION");
  if (text === undefined) return usual;
  const duration = toDuration(text);
  if (duration === undefined || (start.isDate && duration.milliseconds > 0)) {
    note("Its DURATION cannot be read.");
    return usual;
  }
  return after(begin, timezone, duration);
};
