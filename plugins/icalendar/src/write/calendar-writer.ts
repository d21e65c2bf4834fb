import {
  type CalendarEvent,
  createSchedule,
  type EventView,
  type FormattedEvent,
  ianaNameOf,
  isSeries,
} from "@kalends/core/plugin";
import { fieldsOf, provisionalUid } from "../fields.ts";
import { contentLine, textLine } from "./content-line.ts";
import { contentLines, identityLines, type Writing } from "./event-lines.ts";
import { type OwnPeriod, periodsOf, recurrenceLines } from "./recurrence-lines.ts";
import { boundLines, type TimeForm, timeFormOf, timesLine, timeValue } from "./times.ts";
import type { ZoneTexts } from "./vtimezone.ts";

export interface EventWriting extends Writing {
  /** Time of day at which a day of the site begins, as `HH:MM`. */
  readonly dayCutoff: string;
  /** Public URL of the site. If none is configured, the URL of the request is used. */
  readonly site: string;
  readonly zones: ZoneTexts;
}

/** Writes the components of one calendar file, event by event. */
export interface ComponentWriter {
  /**
   * Returns the VEVENT components of an event. VTIMEZONE components that they need come first, unless an
   * earlier call has already returned them.
   */
  write(formatted: FormattedEvent): string;
  /**
   * Returns a VTIMEZONE if no event was written, otherwise `""`. A calendar file needs at least one
   * component.
   */
  fallbackZone(timezone: string): string;
}

export const createComponentWriter = (writing: EventWriting): ComponentWriter => {
  const written = new Set<string>();
  let isEmpty = true;
  const zoneOf = ({ kind, tzid, timezone }: TimeForm): string => {
    if (kind !== "zone" || tzid === undefined || written.has(tzid)) return "";
    written.add(tzid);
    return writing.zones.textOf(tzid, timezone);
  };
  return {
    write({ view, occurrences }) {
      isEmpty = false;
      const components = isSeries(view.event)
        ? seriesComponents(view, occurrences, writing)
        : [singleComponent(view, writing)];
      return components.map(({ forms, text }) => forms.map(zoneOf).join("") + text).join("");
    },
    fallbackZone(timezone) {
      const tzid = ianaNameOf(timezone) ?? "Etc/UTC";
      return isEmpty ? writing.zones.textOf(tzid, tzid) : "";
    },
  };
};

interface Component {
  readonly forms: readonly TimeForm[];
  readonly text: string;
}

const component = (...lines: readonly string[]): string =>
  contentLine("BEGIN", "VEVENT") + lines.join("") + contentLine("END", "VEVENT");

const identityOf = ({ id, occurrence, extensions }: CalendarEvent, site: string) => {
  const { uid = provisionalUid(occurrence?.seriesId ?? id, site), sequence = 0 } = fieldsOf({ extensions });
  return { uid, sequence };
};

/**
 * Writes a single event, or a single occurrence as an event of its own. The UID of an occurrence consists of
 * the UID of the series and the original start of the occurrence (its recurrence id).
 */
const singleComponent = (view: EventView, writing: EventWriting): Component => {
  const { event } = view;
  const { occurrence, schedule } = event;
  const form = timeFormOf(schedule, false);
  const { uid, ...identity } = identityOf(event, writing.site);
  const start =
    occurrence &&
    timeValue(occurrence.recurrenceId, { ...form, kind: form.kind === "date" ? "date" : "zone" });
  const name = start === undefined ? uid : `${uid}-${start}`;
  return {
    forms: [form],
    text: component(
      identityLines(event, { ...identity, uid: name }),
      boundLines(schedule, form),
      relatedLine(event),
      contentLines(view, form, writing),
    ),
  };
};

/** Writes a series and its changed occurrences, as one component each. */
const seriesComponents = (
  view: EventView,
  occurrences: readonly EventView[],
  writing: EventWriting,
): readonly Component[] => {
  const { event } = view;
  const form = timeFormOf(event.schedule, true);
  const identity = identityOf(event, writing.site);
  const isRemoved = ({ event: { occurrence } }: EventView): boolean => occurrence?.gone === "trashed";
  const changed = occurrences.filter(({ event: { occurrence } }) => occurrence?.gone === undefined);
  const known = new Set(occurrences.map(({ event: { occurrence } }) => occurrence?.recurrenceId));
  const periodOccurrences = periodsOf(event)
    .filter(({ start }) => !known.has(start))
    .map((period) => toPeriodOccurrence(view, period, writing));
  const removed = occurrences
    .filter(isRemoved)
    .flatMap(({ event: { occurrence } }) => occurrence?.recurrenceId ?? []);
  return [
    {
      forms: [form],
      text: component(
        identityLines(event, identity),
        boundLines(event.schedule, form, true),
        recurrenceLines(event, removed, form),
        relatedLine(event),
        contentLines(view, form, writing),
      ),
    },
    ...[...periodOccurrences, ...changed].map((occurrence): Component => {
      const own = timeFormOf(occurrence.event.schedule, occurrence.event.schedule.startFold !== true);
      const sequence = Math.max(identity.sequence, fieldsOf(occurrence.event).sequence ?? 0);
      return {
        forms: [form, own],
        text: component(
          identityLines(occurrence.event, { ...identity, sequence }),
          timesLine("RECURRENCE-ID", [occurrence.event.occurrence?.recurrenceId ?? ""], form),
          boundLines(occurrence.event.schedule, own),
          contentLines(occurrence, own, writing),
        ),
      };
    }),
  ];
};

/** Returns the occurrence for a date whose duration differs from that of the series. */
const toPeriodOccurrence = (
  view: EventView,
  { start, end }: OwnPeriod,
  { dayCutoff }: EventWriting,
): EventView => {
  const { id, schedule } = view.event;
  const { timezone, allDay } = schedule;
  const occurrence = { seriesId: id, recurrenceId: start, changes: {} };
  const own = createSchedule({ start, end, timezone, allDay, dayCutoff });
  return { ...view, event: { ...view.event, schedule: own, occurrence } };
};

const relatedLine = (event: CalendarEvent): string =>
  textLine("RELATED-TO", fieldsOf(event).relatedTo ?? "", { RELTYPE: "SIBLING" });
