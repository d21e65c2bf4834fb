import type { CalendarEvent } from "../event.ts";
import type { JsonObject } from "../json.ts";
import { isSameJson } from "../json.ts";
import { type Revised, revisionOf } from "../optimistic-locking.ts";
import type { Extensions } from "../post.ts";
import type { Schedule } from "../time/schedule.ts";
import type { WallClock } from "../time/wall-clock.ts";

/**
 * Members in which an occurrence can differ from its series. Its time and its plugin fields can differ too,
 * but are not in this list.
 */
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

/**
 * Values in which an occurrence differs from its series; `null` means that the occurrence has no value,
 * although the series has one. Members that are absent follow the series.
 */
export type OccurrenceChanges = {
  readonly [Member in OwnMember]?: CalendarEvent[Member] | null;
} & {
  /** Plugin fields of the occurrence that differ, by plugin name and then by field name. */
  readonly extensions?: Readonly<Record<string, JsonObject>>;
};

/**
 * Position of an occurrence in its series, with its own values. `revision` counts only writes of the
 * occurrence itself.
 */
export interface Occurrence extends Revised {
  /** Id of the series to which the occurrence belongs. */
  readonly seriesId: number;
  /**
   * Start that the recurrence produces, on the wall clock of the series. It stays the same if only this
   * occurrence is moved (RECURRENCE-ID, RFC 5545, 3.8.4.4).
   */
  readonly recurrenceId: WallClock;
  /** Set if the occurrence has a time of its own. It then does not move when the series moves. */
  readonly isMoved?: true;
  /**
   * Reason why the occurrence is in the trash although its series is not.
   *
   * - `trashed`: a user moved it to the trash.
   * - `unwanted`: the recurrence no longer produces its start. It is restored if a later change of the
   *   recurrence produces the start again.
   */
  readonly gone?: "trashed" | "unwanted";
  readonly changes: OccurrenceChanges;
}

/** Members that text searches of event lists read: see `eventSearchText`. */
export const SEARCHED_TEXTS = ["title", "description", "excerpt"] as const;

/**
 * True if the event is an occurrence with a title, description or excerpt of its own. Searches find other
 * occurrences by the texts of their series.
 */
export const hasOwnTexts = ({ occurrence }: Pick<CalendarEvent, "occurrence">): boolean =>
  occurrence !== undefined && SEARCHED_TEXTS.some((name) => occurrence.changes[name] !== undefined);

/** Data of an occurrence that stores save. All other values come from the series. */
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

/** Returns the occurrence as a complete event. Values that the row does not contain come from the series. */
export const toOccurrence = (series: CalendarEvent, row: OccurrenceRow): CalendarEvent => {
  const { id, slug, schedule, occurrence } = row;
  const { extensions, ...changes } = occurrence.changes;
  // The occurrence's modification time is its own or that of its series, whichever is later.
  const { modified, modifiedUtc } = row.modifiedUtc > series.modifiedUtc ? row : series;
  // `previousStart` of a rescheduled series is the original start of the series, not of its occurrences.
  const { previousStart: _previousStart, hasRecurred: _hasRecurred, ...shared } = series;
  // Source: rules/external-ids.md#external-ids-of-series.
  const { sourceId: _sourceId, externalIds: _externalIds, trashed, ...followed } = shared;
  // The sum increases with each write of the series or of the occurrence.
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
    // Rights on a record in the trash depend on its previous status. An occurrence has the previous status of
    // its series.
    ...(isInTrash && { status: "trash", trashed: { status: trashed?.status ?? series.status, slug } }),
    ...(extensions !== undefined && { extensions: withFields(series.extensions, extensions) }),
  };
  for (const member of Object.keys(changes) as OwnMember[]) {
    if (changes[member] === null) delete merged[member];
    else merged[member] = changes[member];
  }
  // The type is safe, because members of the series were only replaced by members of events.
  return merged as CalendarEvent;
};

const withFields = (extensions: Extensions, own: Extensions): Extensions => ({
  ...extensions,
  ...Object.fromEntries(
    Object.entries(own).map(([plugin, fields]) => [plugin, { ...extensions[plugin], ...fields }]),
  ),
});

/**
 * Returns the values in which the event differs from the series. From the series and an `OccurrenceRow` with
 * these values, `toOccurrence` restores the event.
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
 * Returns the plugin fields in which the occurrence differs from its series. A missing field counts as equal,
 * because plugins store a value even for a cleared field.
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
