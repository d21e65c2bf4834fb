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

/** Parsed components of one UID. */
export interface ReadGroup {
  readonly uid: string;
  readonly name: string;
  /** Event or series; several if one UID has several dates. In source order. */
  readonly mains: readonly SourceEvent[];
  /** Latest version of each changed occurrence, sorted by occurrence. */
  readonly changed: readonly SourceEvent[];
}

/** Properties that apply to all components of one VCALENDAR. */
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
 * Parses the components of a group. Components that cannot be read are noted as failed. Components that a
 * later version replaces are noted as skipped.
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
  /** Events by start; all have the same version. */
  const mains = new Map<string, SourceEvent>();
  const changed = new Map<string, SourceEvent>();
  for (const event of events) {
    await yieldToEventLoop();
    if (event.recurrenceId === undefined) {
      // Some exporters without version numbers write several dates with the same UID, each as a separate
      // event.
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

/** True if the first event is as new as the other one or newer. In the source, the other one comes first. */
const isLater = (one: SourceEvent, other: SourceEvent): boolean =>
  one.sequence === other.sequence
    ? (one.modified ?? "") >= (other.modified ?? "")
    : one.sequence > other.sequence;

const isSameVersion = (one: SourceEvent, other: SourceEvent): boolean =>
  one.sequence === other.sequence && one.modified === other.modified;

const startOf = ({ times: { start, timezone, allDay } }: SourceEvent): string =>
  [start, allDay, timezone].join();
