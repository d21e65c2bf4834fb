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
  /** `HH:MM`. */
  readonly dayCutoff: string;
  /** The public address of the site, where one is configured; else that of the request stands in. */
  readonly site: string;
  readonly zones: ZoneTexts;
}

/** Writes the components of one calendar after the other. */
export interface ComponentWriter {
  /** The VEVENTs of an event, behind the VTIMEZONEs that were not written yet. */
  write(formatted: FormattedEvent): string;
  /** The zone, if nothing was written yet: a calendar has at least one component. */
  rest(timezone: string): string;
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
    rest(timezone) {
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

/** Also an occurrence by itself: with a UID that tells it from the others. */
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

/** A series, and beside it the occurrences that differ. */
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
  const lasting = periodsOf(event)
    .filter(({ start }) => !known.has(start))
    .map((period) => inPeriod(view, period, writing));
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
    ...[...lasting, ...changed].map((occurrence): Component => {
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

/** A date that lasts otherwise, as an occurrence that differs. */
const inPeriod = (view: EventView, { start, end }: OwnPeriod, { dayCutoff }: EventWriting): EventView => {
  const { id, schedule } = view.event;
  const { timezone, allDay } = schedule;
  const occurrence = { seriesId: id, recurrenceId: start, changes: {} };
  const own = createSchedule({ start, end, timezone, allDay, dayCutoff });
  return { ...view, event: { ...view.event, schedule: own, occurrence } };
};

const relatedLine = (event: CalendarEvent): string =>
  textLine("RELATED-TO", fieldsOf(event).relatedTo ?? "", { RELTYPE: "SIBLING" });
