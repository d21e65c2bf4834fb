import { type CalendarEvent, isSeries } from "@kalends/core";
import {
  claimsSlug,
  eventSearchText,
  hasOwnTexts,
  type Occurrence,
  type OccurrenceRow,
  toOccurrenceRow,
} from "@kalends/core/storage";
import { type EventDocument, toMembers, toRecord } from "../database/documents.ts";
import type { LINKS } from "../queries/event-links.ts";
import { toEntries } from "../queries/extension-entries.ts";
import { toEventValues } from "../queries/sortable-values.ts";
import { toGrams } from "../queries/text-index.ts";

/** Stored form of an event; for an occurrence, its row. */
export type StoredEvent = CalendarEvent | OccurrenceRow;

export const isRow = (event: StoredEvent): event is OccurrenceRow => event.occurrence !== undefined;

/** The members of an event that are read before it is replaced. */
export type OldEvent = Pick<EventDocument, keyof typeof LINKS | "slug" | "derived">;

/** Returns the series that an event is, was or belongs to. */
export const familyOf = (event: CalendarEvent, old: OldEvent | null): number | undefined =>
  event.occurrence?.seriesId ?? (isSeries(event) || old?.derived.family !== undefined ? event.id : undefined);

export const toEventDocument = (event: CalendarEvent, old: OldEvent | null): EventDocument => {
  const family = familyOf(event, old);
  const { occurrence, ...members } = event;
  const hasOwnText = occurrence === undefined || hasOwnTexts(event);
  const derived = {
    ...(!event.hideFromListings && !isSeries(event) && { listed: event.status }),
    claimsSlug: claimsSlug(event),
    ...(hasOwnText ? toText(event) : { textOf: occurrence.seriesId }),
    ...toEntries(event),
    ...toEventValues(event),
    ...(family !== undefined && { family }),
  };
  // The members of a row are a subset of those of a document.
  return occurrence === undefined
    ? { ...toMembers(members), derived }
    : ({ ...toRowMembers(event, occurrence), derived } as EventDocument);
};

export const toText = (
  event: CalendarEvent,
): { readonly text: string; readonly grams: readonly number[] } => {
  const text = eventSearchText(event);
  return { text, grams: toGrams(text.split("\n")) };
};

/**
 * Returns the row with the members that lists use. Omits `dateUtc`, so that an occurrence is never due
 * separately, and an image inherited from the series.
 */
const toRowMembers = (event: CalendarEvent, occurrence: Occurrence) => {
  const { id, ...row } = toOccurrenceRow(event);
  const { extensions, ...changes } = occurrence.changes;
  const { status, author, date, hideFromListings, featured, categoryIds, tagIds } = event;
  const { venueId, organizerIds, parentId } = event;
  const imageId = changes.imageId ?? undefined;
  return {
    _id: id,
    ...row,
    occurrence: {
      ...occurrence,
      changes: { ...changes, ...(extensions && { extensions: JSON.stringify(extensions) }) },
    },
    ...{ status, author, date, hideFromListings, featured, categoryIds, tagIds, organizerIds },
    ...(venueId !== undefined && { venueId }),
    ...(parentId !== undefined && { parentId }),
    ...(imageId !== undefined && { imageId }),
  };
};

export const fromEventDocument = (document: EventDocument): StoredEvent => {
  const { _id: id, slug, modified, modifiedUtc, schedule, occurrence } = document;
  if (occurrence === undefined) return toRecord<CalendarEvent>(document);
  const { extensions, ...changes } = occurrence.changes;
  return {
    ...{ id, slug, modified, modifiedUtc, schedule },
    occurrence: {
      ...occurrence,
      changes: { ...changes, ...(extensions !== undefined && { extensions: JSON.parse(extensions) }) },
    },
  };
};
