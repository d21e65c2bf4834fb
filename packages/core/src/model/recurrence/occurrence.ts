import type { CalendarEvent } from "../event.ts";
import type { JsonObject } from "../json.ts";
import { isSameJson } from "../json.ts";
import type { Extensions } from "../post.ts";
import { type Revised, revisionOf } from "../revision.ts";
import type { Schedule } from "../time/schedule.ts";
import type { WallClock } from "../time/wall-clock.ts";

/** What an occurrence may have of its own instead of what its series has, besides its time. */
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

/** What an occurrence has of its own; `null`: nothing, where its series has something. All else follows the series. */
export type OccurrenceChanges = {
  readonly [Member in OwnMember]?: CalendarEvent[Member] | null;
} & {
  /** Fields of plugins, by plugin and name. */
  readonly extensions?: Readonly<Record<string, JsonObject>>;
};

/** What makes an event one time that a series takes place. Its `revision` counts what was written of the occurrence alone. */
export interface Occurrence extends Revised {
  /** Id of the event that recurs. */
  readonly seriesId: number;
  /** The start that the recurrence set gives, whatever was changed since (RECURRENCE-ID, RFC 5545, 3.8.4.4). */
  readonly recurrenceId: WallClock;
  /** The time is its own: it does not move with that of the series. */
  readonly isMoved?: true;
  /**
   * Why it is in the trash though its series is not: somebody put it there, or the recurrence set has its start no more; that
   * one comes back when a rule wants it again.
   */
  readonly gone?: "trashed" | "unwanted";
  readonly changes: OccurrenceChanges;
}

/** What lists look for words in. */
export const SEARCHED_TEXTS = ["title", "description", "excerpt"] as const;

/** Whether the event is an occurrence with texts of its own; the others are found by those of their series. */
export const hasOwnTexts = ({ occurrence }: Pick<CalendarEvent, "occurrence">): boolean =>
  occurrence !== undefined && SEARCHED_TEXTS.some((name) => occurrence.changes[name] !== undefined);

/** What is kept of an occurrence. */
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
  if (occurrence === undefined) throw new Error(`Event ${id} is no occurrence.`);
  return { id, slug, modified, modifiedUtc, schedule, occurrence };
};

/** The occurrence as an event of its own: what it does not change follows the series. */
export const toOccurrence = (series: CalendarEvent, row: OccurrenceRow): CalendarEvent => {
  const { id, slug, schedule, occurrence } = row;
  const { extensions, ...changes } = occurrence.changes;
  // Own changes are later than those of the series, or they are not.
  const { modified, modifiedUtc } = row.modifiedUtc > series.modifiedUtc ? row : series;
  // The first start of a series says nothing of when its occurrences were to start.
  const { previousStart: _previousStart, hasRecurred: _hasRecurred, ...shared } = series;
  const { sourceId: _sourceId, trashed, ...followed } = shared;
  // Grows with either of them.
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
    // Rights look at what it was there: as published as its series.
    ...(isInTrash && { status: "trash", trashed: { status: trashed?.status ?? series.status, slug } }),
    ...(extensions !== undefined && { extensions: withFields(series.extensions, extensions) }),
  };
  for (const member of Object.keys(changes) as OwnMember[]) {
    if (changes[member] === null) delete merged[member];
    else merged[member] = changes[member];
  }
  // A series with members of events in place of its own is an event.
  return merged as CalendarEvent;
};

const withFields = (extensions: Extensions, own: Extensions): Extensions => ({
  ...extensions,
  ...Object.fromEntries(
    Object.entries(own).map(([plugin, fields]) => [plugin, { ...extensions[plugin], ...fields }]),
  ),
});

/** What the event has of its own, compared with the series: the `changes` by which `toOccurrence` makes it again. */
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

/** A field that the occurrence lacks follows the series: plugins clear theirs with a value. */
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
