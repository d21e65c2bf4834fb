import {
  type CalendarEvent,
  isCalendarError,
  type KnownEventFields,
  millisecondsOf,
  utcText,
  writtenRecurrenceId,
} from "@kalends/core/plugin";
import type { SourceEvent } from "../../read/event/event-of-component.ts";
import { recurrenceIdOf } from "../../read/event/recurrence-of-event.ts";
import type { YieldToEventLoop } from "../../read/yield-to-event-loop.ts";
import { withDefaults, writeWithout } from "../event-values.ts";
import type { ImportContext } from "../import-deps.ts";
import { importedOf } from "../import-fields.ts";
import { refusalOf } from "../report/report.ts";
import { followedValues } from "./followed-values.ts";

/** Reads all stored occurrences of a series. */
export const occurrencesOf = async (
  seriesId: number,
  { deps: { calendar } }: Pick<ImportContext, "deps">,
): Promise<readonly CalendarEvent[]> => {
  const found: CalendarEvent[] = [];
  for await (const occurrence of calendar.unrestricted.events.occurrences(seriesId).stream())
    found.push(occurrence);
  return found;
};

/** Changed occurrence in the file, with all its values except the recurrence. */
export interface ChangedOccurrence {
  readonly recurrenceId: string;
  readonly values: KnownEventFields;
  /** True if the change also applies to all later occurrences (RANGE=THISANDFUTURE). */
  readonly isFollowing?: true;
}

/** Recurrence ids of the changed occurrences, by result. */
export interface WrittenOccurrences {
  readonly written: ReadonlySet<string>;
  /** Occurrences that could not be written, because the series does not have these dates. */
  readonly missing: ReadonlySet<string>;
}

/**
 * Returns the changed occurrences with their recurrence ids in the time zone of the series. Adds a note for
 * each RECURRENCE-ID that cannot be read.
 */
export const changedOccurrences = async (
  changed: readonly SourceEvent[],
  series: Pick<SourceEvent["times"], "start" | "allDay" | "timezone">,
  {
    settings,
    yieldToEventLoop,
  }: Pick<ImportContext, "settings"> & { readonly yieldToEventLoop: YieldToEventLoop },
  note: (text: string) => void,
): Promise<readonly ChangedOccurrence[]> => {
  const found: ChangedOccurrence[] = [];
  for (const event of changed) {
    await yieldToEventLoop();
    const { recurrenceId, zones, values } = event;
    const id = recurrenceId && recurrenceIdOf(recurrenceId, series, zones);
    if (id === undefined) {
      note("A RECURRENCE-ID cannot be read.");
      continue;
    }
    const { recurrence: _recurrence, ...own } = withDefaults(values, settings);
    found.push({ recurrenceId: id, values: own, ...(event.isFollowing && { isFollowing: true as const }) });
  }
  return found;
};

/**
 * Writes the changed occurrences of a series. With `all`, stored occurrences that are not in `changed` get
 * the values of their series again. With `these`, such occurrences stay unchanged.
 */
export const writeOccurrences = async (
  series: CalendarEvent,
  changed: readonly ChangedOccurrence[],
  { api, ...context }: Pick<ImportContext, "api" | "deps">,
  note: (text: string) => void,
  which: "all" | "these" = "all",
): Promise<WrittenOccurrences> => {
  const stored = await occurrencesOf(series.id, context);
  const byId = new Map(
    stored.map((each) => [writtenRecurrenceId(each.occurrence?.recurrenceId ?? "", series.schedule), each]),
  );
  const [written, missing] = [new Set<string>(), new Set<string>()];
  const write = async (recurrenceId: string, values: KnownEventFields): Promise<void> => {
    try {
      if (byId.get(recurrenceId)?.occurrence?.gone === "unwanted") return void missing.add(recurrenceId);
      await writeWithout(
        values,
        (sent) => api.events.occurrences(series.id).update(recurrenceId, { ...sent }),
        note,
      );
      written.add(recurrenceId);
    } catch (error) {
      if (isCalendarError(error) && error.code === "rest-event-not-found")
        return void missing.add(recurrenceId);
      const refusal = refusalOf(error);
      if (refusal === undefined) throw error;
      note(`${recurrenceId}: ${refusal}`);
    }
  };
  const followed = followedBy(series, byId);
  const all = withFollowing(changed, byId);
  const wanted = new Set(all.map(({ recurrenceId }) => recurrenceId));
  for (const [recurrenceId, { occurrence }] of byId)
    if (which === "all" && occurrence !== undefined && hasChanges(occurrence) && !wanted.has(recurrenceId))
      await write(recurrenceId, {
        ...valuesOfSeries(series, recurrenceId, occurrence.isMoved === true),
        ...followed(recurrenceId),
      });
  for (const { recurrenceId, values } of all) {
    // An occurrence that a user moved to the trash is not restored.
    if (byId.get(recurrenceId)?.occurrence?.gone !== "trashed")
      await write(recurrenceId, { ...followed(recurrenceId), ...values });
  }
  return { written, missing };
};

/**
 * Returns a function that returns `followedValues` for the occurrence with a recurrence id. If the occurrence
 * is not stored, the result is empty.
 */
export const followedBy = (
  series: CalendarEvent,
  kept: ReadonlyMap<string, CalendarEvent>,
): ((recurrenceId: string) => KnownEventFields) => {
  const importedNames = importedOf(series)?.followed ?? [];
  return (recurrenceId) => {
    const occurrence = kept.get(recurrenceId)?.occurrence;
    return occurrence === undefined ? {} : followedValues(series, occurrence, importedNames);
  };
};

/**
 * Adds the later occurrences to which a change with THISANDFUTURE applies. Such a change applies until the
 * next change of this kind.
 */
const withFollowing = (
  changed: readonly ChangedOccurrence[],
  kept: ReadonlyMap<string, CalendarEvent>,
): readonly ChangedOccurrence[] => {
  const own = new Map(changed.map((each) => [each.recurrenceId, each]));
  const ids = [...kept].filter(([, { occurrence }]) => occurrence?.gone === undefined).map(([id]) => id);
  let following: ChangedOccurrence | undefined;
  const all: ChangedOccurrence[] = [];
  for (const id of [...new Set([...ids, ...own.keys()])].sort()) {
    const named = own.get(id);
    if (named?.isFollowing) following = named;
    if (named !== undefined) all.push(named);
    else if (following !== undefined) all.push(laterOf(following, id));
  }
  return all;
};

/**
 * Returns the same change for a later occurrence. Start and end are moved by the difference between the two
 * occurrences.
 */
const laterOf = ({ recurrenceId, values }: ChangedOccurrence, later: string): ChangedOccurrence => {
  const shift = instantOf(later) - instantOf(recurrenceId);
  const moved = (text: unknown): string =>
    utcText(instantOf(String(text)) + shift).slice(0, String(text).length);
  const { start_date: start, end_date: end } = values;
  return {
    recurrenceId: later,
    values: { ...values, start_date: moved(start), end_date: moved(end) },
  };
};

/** Converts a wall clock time or a date to milliseconds since 1970, as if it were UTC. */
const instantOf = (text: string): number => millisecondsOf(text.length > 10 ? text : `${text} 00:00:00`);

export const hasChanges = ({ isMoved, changes, gone }: NonNullable<CalendarEvent["occurrence"]>): boolean =>
  gone === undefined && (isMoved === true || Object.keys(changes).length > 0);

/**
 * Returns the values of the series for all members that an import writes. These values undo the changes of an
 * occurrence.
 */
const valuesOfSeries = (series: CalendarEvent, recurrenceId: string, isMoved: boolean): KnownEventFields => {
  const {
    title,
    description,
    venueId,
    organizerIds,
    categoryIds,
    tagIds,
    website,
    eventStatus,
    statusReason,
  } = series;
  return {
    ...{ title, description, venue: venueId ?? "", organizer: organizerIds },
    ...{ categories: categoryIds, tags: tagIds, event_status: eventStatus ?? "scheduled" },
    status_reason: statusReason ?? "",
    ...(website !== undefined && { website }),
    ...(isMoved && timesAt(series, recurrenceId)),
  };
};

const timesAt = (
  { schedule: { start, end, allDay, timezone } }: CalendarEvent,
  recurrenceId: string,
): KnownEventFields => {
  const instant = (wallClock: string): number => Date.parse(`${wallClock.replace(" ", "T")}Z`);
  const begin = allDay ? `${recurrenceId} 00:00:00` : recurrenceId;
  const length = allDay
    ? instant(`${end.slice(0, 10)} 00:00:00`) - instant(`${start.slice(0, 10)} 00:00:00`)
    : instant(end) - instant(start);
  const last = new Date(instant(begin) + length).toISOString().slice(0, 19).replace("T", " ");
  return { start_date: begin, end_date: last, all_day: allDay, timezone };
};
