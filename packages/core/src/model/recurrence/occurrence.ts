import type { CalendarEvent } from "../event.ts";
import type { JsonObject } from "../json.ts";
import { isSameJson } from "../json.ts";
import { type Revised, revisionOf } from "../optimistic-locking.ts";
import type { Extensions } from "../post.ts";
import type { Schedule } from "../time/schedule.ts";
import type { WallClock } from "../time/wall-clock.ts";

/** Members, besides the time, in which an occurrence may differ from its series. */
const OWN_MEMBERS = [
  "title",
  "description",
  "excerpt",
  "imageId",
  "cost",
  "website",
  "showMap",
  "showMapLink",
  "hideFromListings",
  "sticky",
  "featured",
  "categoryIds",
  "tagIds",
  "venueId",
  "organizerIds",
  "eventStatus",
  "statusReason",
  "previousStart",
] as const;

type OwnMember = (typeof OWN_MEMBERS)[number];

/** Values in which an occurrence differs from its series; `null` for no value. All others follow the series. */
export type OccurrenceChanges = {
  readonly [Member in OwnMember]?: CalendarEvent[Member] | null;
} & {
  /** Plugin fields, by plugin and name. */
  readonly extensions?: Readonly<Record<string, JsonObject>>;
};

/** Place of an event in its series. Its `revision` counts writes of the occurrence only. */
export interface Occurrence extends Revised {
  /** Id of the series. */
  readonly seriesId: number;
  /** Start that the recurrence set gives, whatever was changed since (RECURRENCE-ID, RFC 5545, 3.8.4.4). */
  readonly recurrenceId: WallClock;
  /** Set if the occurrence has a time of its own, which does not move with the series. */
  readonly isMoved?: true;
  /**
   * Reason why the occurrence is in the trash although its series is not. `trashed`: somebody moved it there.
   * `unwanted`: the recurrence set no longer contains its start. An unwanted occurrence is restored when a
   * rule gives its start again.
   */
  readonly gone?: "trashed" | "unwanted";
  readonly changes: OccurrenceChanges;
}

/** Members that text searches of lists look into. */
export const SEARCHED_TEXTS = ["title", "description", "excerpt"] as const;

/**
 * True if the event is an occurrence with texts of its own. Other occurrences are found by the texts of their
 * series.
 */
export const hasOwnTexts = ({ occurrence }: Pick<CalendarEvent, "occurrence">): boolean =>
  occurrence !== undefined && SEARCHED_TEXTS.some((name) => occurrence.changes[name] !== undefined);

/** Stored data of an occurrence. */
export interface OccurrenceRow extends Pick<CalendarEvent, "id" | "slug" | "modified" | "modifiedUtc"> {
  readonly schedule: Schedule;
  readonly occurrence: Occurrence;
}

export const toOccurrenceRow = ({
  id,
  slug,
  modified,
  modifiedUtc,
  schedule,
  occurrence,
}: CalendarEvent): OccurrenceRow => {
  if (occurrence === undefined) throw new Error(`Event ${id} is not an occurrence.`);
  return { id, slug, modified, modifiedUtc, schedule, occurrence };
};

/** Returns the occurrence as an event. Members that it does not change follow the series. */
export const toOccurrence = (series: CalendarEvent, row: OccurrenceRow): CalendarEvent => {
  const { id, slug, schedule, occurrence } = row;
  const { extensions, ...changes } = occurrence.changes;
  // The modification time is the later one of series and occurrence.
  const { modified, modifiedUtc } = row.modifiedUtc > series.modifiedUtc ? row : series;
  // The original start of a rescheduled series does not apply to its occurrences.
  const { previousStart: _previousStart, hasRecurred: _hasRecurred, ...shared } = series;
  const { sourceId: _sourceId, trashed, ...followed } = shared;
  // Increases with a write of either.
  const revision = revisionOf(series) + revisionOf(occurrence);
  const isInTrash = occurrence.gone !== undefined || series.status === "trash";
  const merged: { -readonly [Member in keyof CalendarEvent]?: unknown } = {
    ...followed,
    id,
    slug,
    lineage: [],
    modified,
    modifiedUtc,
    ...(revision > 0 && { revision }),
    schedule,
    occurrence,
    // Rights depend on the status before the trash, which is that of the series.
    ...(isInTrash && { status: "trash", trashed: { status: trashed?.status ?? series.status, slug } }),
    ...(extensions !== undefined && { extensions: withFields(series.extensions, extensions) }),
  };
  for (const member of Object.keys(changes) as OwnMember[]) {
    if (changes[member] === null) delete merged[member];
    else merged[member] = changes[member];
  }
  // A series whose members are replaced by members of events is an event.
  return merged as CalendarEvent;
};

const withFields = (extensions: Extensions, own: Extensions): Extensions => ({
  ...extensions,
  ...Object.fromEntries(
    Object.entries(own).map(([plugin, fields]) => [plugin, { ...extensions[plugin], ...fields }]),
  ),
});

/**
 * Returns the members in which the event differs from the series: the `changes` from which `toOccurrence`
 * restores it.
 */
export const changesOf = (series: CalendarEvent, event: CalendarEvent): OccurrenceChanges => {
  const members = OWN_MEMBERS.flatMap((member): readonly (readonly [string, unknown])[] => {
    const value = event[member];
    const followed = member === "previousStart" ? undefined : series[member];
    return isSameValue(value, followed) ? [] : [[member, value ?? null]];
  });
  const extensions = changedFields(series.extensions, event.extensions);
  return {
    ...Object.fromEntries(members),
    ...(Object.keys(extensions).length > 0 && { extensions }),
  };
};

/**
 * Returns the plugin fields in which the occurrence differs. A missing field follows the series: plugins
 * clear a field by storing a value.
 */
const changedFields = (extensions: Extensions, own: Extensions): Record<string, JsonObject> =>
  Object.fromEntries(
    Object.entries(own).flatMap(([plugin, fields]) => {
      const changed = Object.entries(fields).filter(
        ([name, value]) => !isSameValue(value, extensions[plugin]?.[name]),
      );
      return changed.length === 0 ? [] : [[plugin, Object.fromEntries(changed)]];
    }),
  );

const isSameValue = (one: unknown, other: unknown): boolean =>
  one === other || isSameJson({ value: one }, { value: other });
