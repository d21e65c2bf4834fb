import type { PluginDeps, SiteOfPlugins } from "@kalends/core/plugin";
import type { Breathe } from "../../read/breathing.ts";
import { type EventReading, eventOf, nameOf, type SourceEvent } from "../../read/event/event-of-component.ts";
import { recurrenceIdOf } from "../../read/event/recurrence-of-event.ts";
import { UnusableComponent } from "../../read/event/times-of-event.ts";
import { readProperties, textOf } from "../../read/properties.ts";
import type { SourceCalendar } from "../../read/split-components.ts";
import { createZones, type Zones } from "../../read/zones/zones.ts";
import { withoutExcludedByRule } from "../recurrence/excluded-by-rule.ts";
import { withListedDates } from "../recurrence/listed-dates.ts";
import type { Note } from "../report/report.ts";
import type { Group } from "./groups.ts";

/** What the components of one UID say. */
export interface ReadGroup {
  readonly uid: string;
  readonly name: string;
  /** The event or series; several where one UID has several dates. In their order. */
  readonly mains: readonly SourceEvent[];
  /** What differs of single occurrences, in their order; the latest of each. */
  readonly changed: readonly SourceEvent[];
}

/** What holds for all components of one VCALENDAR. */
export interface CalendarReading {
  readonly zones: Zones;
  readonly isCancelled: boolean;
  readonly isKalends: boolean;
}

export const createCalendarReadings = (
  site: Pick<SiteOfPlugins, "timezone">,
): ((calendar: SourceCalendar) => CalendarReading) => {
  const known = new Map<SourceCalendar, CalendarReading>();
  return (calendar) => {
    const before = known.get(calendar);
    if (before !== undefined) return before;
    const properties = readProperties(calendar.lines, new Set(["METHOD", "PRODID"]));
    const reading = {
      zones: createZones(calendar, site.timezone),
      isCancelled: /^cancel$/i.test(textOf(properties, "METHOD")?.trim() ?? ""),
      isKalends: /kalends/i.test(textOf(properties, "PRODID") ?? ""),
    };
    known.set(calendar, reading);
    return reading;
  };
};

/** Reads what can be read; the rest is noted as failed, or as skipped where another component says it later. */
export const readGroup = async (
  { uid, name, components }: Group,
  readingOf: (calendar: SourceCalendar) => CalendarReading,
  wishes: Pick<EventReading, "categoriesAs" | "linksBack">,
  note: Note,
  { deps, breathe }: { readonly deps: Pick<PluginDeps, "site" | "clock">; readonly breathe: Breathe },
): Promise<ReadGroup> => {
  const events: SourceEvent[] = [];
  for (const component of components) {
    await breathe();
    try {
      const { zones, ...reading } = readingOf(component.calendar);
      const event = await eventOf(component, zones, { ...wishes, ...reading }, breathe);
      events.push(await withListedDates(await withoutExcludedByRule(event, deps, breathe), deps, breathe));
    } catch (error) {
      if (!(error instanceof UnusableComponent)) throw error;
      note({ outcome: "failed", uid, name: nameOf(component).name, reason: error.message });
    }
  }
  const repeated = (event: SourceEvent): void =>
    note({
      outcome: "skipped",
      uid,
      name: String(event.values.title),
      reason: "It is there once more, as it is later.",
    });
  /** By their starts; all of one version. */
  const mains = new Map<string, SourceEvent>();
  const changed = new Map<string, SourceEvent>();
  for (const event of events) {
    await breathe();
    if (event.recurrenceId === undefined) {
      // Exporters that do not number versions send one UID with several dates, each an event.
      const [any] = mains.values();
      if (any !== undefined && !isLater(event, any)) repeated(event);
      else {
        const start = startOf(event);
        const isNewer = any !== undefined && !isSameVersion(any, event);
        for (const outdated of isNewer ? [...mains.keys()] : [start]) {
          const main = mains.get(outdated);
          if (main !== undefined) repeated(main);
          mains.delete(outdated);
        }
        mains.set(start, event);
      }
    } else {
      const key = recurrenceIdOf(event.recurrenceId, event.times, event.zones) ?? event.recurrenceId.raw;
      const before = changed.get(key);
      if (before !== undefined) repeated(isLater(event, before) ? before : event);
      if (before === undefined || isLater(event, before)) changed.set(key, event);
    }
  }
  const sorted = [...changed].toSorted(([one], [other]) => (one < other ? -1 : 1));
  return { uid, name, mains: [...mains.values()], changed: sorted.map(([, event]) => event) };
};

/** As later as or later than the other one, which stands before it. */
const isLater = (one: SourceEvent, other: SourceEvent): boolean =>
  one.sequence === other.sequence
    ? (one.modified ?? "") >= (other.modified ?? "")
    : one.sequence > other.sequence;

const isSameVersion = (one: SourceEvent, other: SourceEvent): boolean =>
  one.sequence === other.sequence && one.modified === other.modified;

const startOf = ({ times: { start, timezone, allDay } }: SourceEvent): string =>
  [start, allDay, timezone].join();
