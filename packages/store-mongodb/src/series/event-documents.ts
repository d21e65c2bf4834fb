import { type CalendarEvent, isSeries } from "@kalends/core";
import {
  claimsSlug,
  eventSearchText,
  hasOwnTexts,
  type Occurrence,
  type OccurrenceRow,
  occupancyOf,
  titleOf,
  toOccurrenceRow,
} from "@kalends/core/storage";
import { type EventDocument, toMembers, toRecord } from "../database/documents.ts";
import { toListed } from "../queries/clauses.ts";
import type { LINKS } from "../queries/event-links.ts";
import { toEntries } from "../queries/extension-entries.ts";
import { toExternalKeys } from "../queries/external-ids.ts";
import { toEventValues } from "../queries/sortable-values.ts";
import { toGrams } from "../queries/text-index.ts";

/** Event as it is stored. An occurrence is stored as its row. */
export type StoredEvent = CalendarEvent | OccurrenceRow;

export const isRow = (event: StoredEvent): event is OccurrenceRow => event.occurrence !== undefined;

/** Members of the stored event that are read before it is replaced. */
export type OldEvent = Pick<EventDocument, keyof typeof LINKS | "slug" | "externalIds" | "derived">;

/** Returns the id of the series that the event is, was, or belongs to. */
export const familyOf = (event: CalendarEvent, old: OldEvent | null): number | undefined =>
  event.occurrence?.seriesId ?? (isSeries(event) || old?.derived.family !== undefined ? event.id : undefined);

export const toEventDocument = (event: CalendarEvent, old: OldEvent | null): EventDocument => {
  const family = familyOf(event, old);
  const { occurrence, ...members } = event;
  const hasOwnText = occurrence === undefined || hasOwnTexts(event);
  const occupancy = occupancyOf(event);
  const derived = {
    ...(!isSeries(event) && { listed: toListed(event) }),
    claimsSlug: claimsSlug(event),
    title: titleOf(event.title),
    modified: event.modifiedUtc,
    ...(event.imageId !== undefined && { image: true as const }),
    ...(hasOwnText ? toText(event) : { textOf: occurrence.seriesId }),
    ...toEntries(event),
    ...toEventValues(event),
    ...toExternalKeys(event),
    ...(family !== undefined && { family }),
    ...(occupancy !== undefined && { occupancy }),
  };
  // The type is safe, because the members of a row are also members of a document.
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
 * Returns the row of an occurrence with the members that lists use. It has no `dateUtc`, because an
 * occurrence is published with its series. It has an image only if the occurrence has an image of its own.
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
