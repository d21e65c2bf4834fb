import type { WallClock } from "@kalends/core/plugin";
import { OWN_PROPERTIES } from "../../fields.ts";
import type { Properties, Property } from "../properties.ts";
import { after, daysLater, onClockOf, toDuration, toTime } from "../times.ts";
import type { Zones } from "../zones/zones.ts";
import { type EventTimes, UnusableComponent } from "./times-of-event.ts";

/** As `recurrence` of a write, on the clock of the event. */
export interface EventRecurrence {
  readonly rules: readonly string[];
  readonly dates: readonly string[];
  readonly except: readonly string[];
}

/** What may be written of dates and exceptions; more than the interface takes, which says so itself. */
const MOST_DATES = 5_000;

/** `undefined`: it takes place once. Rules stay as they stand there: they are read by those who compute them. */
export const recurrenceOf = (
  properties: Properties,
  times: EventTimes,
  zones: Zones,
  note: (text: string) => void,
): EventRecurrence | undefined => {
  const all = (name: string): readonly Property[] => properties.get(name) ?? [];
  if (all("EXRULE").length > 0)
    note("EXRULE is not taken over: it may take place more often than it should.");
  const rules = all("RRULE").map(({ raw }) => raw.replace(/^RRULE:/i, "").replace(/(?<!;);+$/, ""));
  const datesOf = (name: string): readonly string[] =>
    entriesOf(all(name)).flatMap(([text, property]) => {
      const date = toDate(text, property, times, zones);
      if (date === undefined) note("A date of RDATE cannot be read.");
      else if (date < writtenStart(times)) note("A date of RDATE lies before the start.");
      else return [date];
      return [];
    });
  // Of our own calendars: what lasts otherwise is an RDATE without an end, too.
  const periods = datesOf(OWN_PROPERTIES.periods);
  const longer = new Set(periods.map((period) => period.split("/")[0]));
  const listed = [...datesOf("RDATE").filter((date) => !longer.has(date)), ...periods];
  // DTSTART is the first one of dates anyway.
  const others = rules.length > 0 ? listed : listed.filter((date) => date !== writtenStart(times));
  const dates = others.length === 0 ? listed : others;
  const except = entriesOf(all("EXDATE")).flatMap(([text, property]) => {
    const date = toStart(text, property, times, zones);
    if (date === undefined) note("A date of EXDATE cannot be read.");
    return date ?? [];
  });
  return rules.length + dates.length === 0
    ? undefined
    : { rules, dates: [...new Set(dates)].sort(), except: [...new Set(except)].sort() };
};

/** The text by which an occurrence is known, as `recurrence_id`; `undefined` where it cannot be read. */
export const recurrenceIdOf = (
  property: Property,
  times: Pick<EventTimes, "start" | "allDay" | "timezone">,
  zones: Zones,
): string | undefined => toStart(property.raw, property, times, zones);

const writtenStart = ({ start, allDay }: EventTimes): string => (allDay ? start.slice(0, 10) : start);

const entriesOf = (properties: readonly Property[]): readonly (readonly [string, Property])[] => {
  const entries = properties.flatMap((property) =>
    property.raw
      .split(",", MOST_DATES + 1)
      .filter((text) => text.trim() !== "")
      .map((text) => [text, property] as const),
  );
  if (entries.length > MOST_DATES) throw new UnusableComponent(`It has more than ${MOST_DATES} dates.`);
  return entries;
};

/** A start; a day alone means that of an event with times, too: many programs write exceptions so. */
const toStart = (
  text: string,
  property: Property,
  { start, allDay, timezone }: Pick<EventTimes, "start" | "allDay" | "timezone">,
  zones: Zones,
): string | undefined => {
  const time = toTime(text, property, zones);
  if (time === undefined) return undefined;
  const wallClock: WallClock =
    time.isDate && !allDay ? time.wallClock.slice(0, 10) + start.slice(10) : onClockOf(time, timezone);
  return allDay ? wallClock.slice(0, 10) : wallClock;
};

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
  return end === undefined ? undefined : `${start}/${end}`;
};
