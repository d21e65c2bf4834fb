import type { PluginDeps } from "@kalends/core/plugin";
import { type EventReading, eventOf, nameOf, type SourceEvent } from "../../read/event/event-of-component.ts";
import { recurrenceIdOf } from "../../read/event/recurrence-of-event.ts";
import { UnusableComponent } from "../../read/event/times-of-event.ts";
import { readProperties, textOf } from "../../read/properties.ts";
import type { SourceCalendar } from "../../read/split-components.ts";
import type { YieldToEventLoop } from "../../read/yield-to-event-loop.ts";
import { createZones, type Zones } from "../../read/zones/zones.ts";
import { withoutExcludedByRule } from "../recurrence/excluded-by-rule.ts";
import { withListedDates } from "../recurrence/listed-dates.ts";
import type { Note } from "../report/report.ts";
import type { Group } from "./groups.ts";

/** Events of one UID, parsed from their components. */
export interface ReadGroup {
  readonly uid: string;
  readonly name: string;
  /**
   * Events and series of this UID, in the order of the file. Normally one; several if the file uses the same
   * UID for separate events.
   */
  readonly mains: readonly SourceEvent[];
  /**
   * Changed occurrences, sorted by RECURRENCE-ID. If the file has several versions of an occurrence, only the
   * latest.
   */
  readonly changed: readonly SourceEvent[];
}

/** Properties of a VCALENDAR that apply to all of its components. */
export interface CalendarReading {
  readonly zones: Zones;
  readonly isCancelled: boolean;
  readonly isKalends: boolean;
}

export const createCalendarReadings = (
  site: Pick<PluginDeps["site"], "timezone">,
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

/**
 * Parses the components of a UID. The report gets an entry for each component that cannot be read, and for
 * each one that a later version in the same file replaces.
 */
export const readGroup = async (
  { uid, name, components }: Group,
  readingOf: (calendar: SourceCalendar) => CalendarReading,
  settings: Pick<EventReading, "categoriesAs" | "linksBack">,
  note: Note,
  {
    deps,
    yieldToEventLoop,
  }: { readonly deps: Pick<PluginDeps, "site" | "clock">; readonly yieldToEventLoop: YieldToEventLoop },
): Promise<ReadGroup> => {
  const events: SourceEvent[] = [];
  for (const component of components) {
    await yieldToEventLoop();
    try {
      const { zones, ...reading } = readingOf(component.calendar);
      const event = await eventOf(component, zones, { ...settings, ...reading }, yieldToEventLoop);
      events.push(
        await withListedDates(
          await withoutExcludedByRule(event, deps, yieldToEventLoop),
          deps,
          yieldToEventLoop,
        ),
      );
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
      reason: "The calendar has a later version of it.",
    });
  /** Latest events found so far, by start. All of them have the same SEQUENCE and LAST-MODIFIED. */
  const mains = new Map<string, SourceEvent>();
  const changed = new Map<string, SourceEvent>();
  for (const event of events) {
    await yieldToEventLoop();
    if (event.recurrenceId === undefined) {
      // Some exporters write separate events with the same UID and the same version, one for each date. Each
      // of them is kept.
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

/**
 * True if `one` is a later version of an event than `other`, or an equal one. SEQUENCE decides, then
 * LAST-MODIFIED. Callers pass the event that comes later in the file as `one`, so it replaces an equal
 * version.
 */
const isLater = (one: SourceEvent, other: SourceEvent): boolean =>
  one.sequence === other.sequence
    ? (one.modified ?? "") >= (other.modified ?? "")
    : one.sequence > other.sequence;

const isSameVersion = (one: SourceEvent, other: SourceEvent): boolean =>
  one.sequence === other.sequence && one.modified === other.modified;

const startOf = ({ times: { start, timezone, allDay } }: SourceEvent): string =>
  [start, allDay, timezone].join();
