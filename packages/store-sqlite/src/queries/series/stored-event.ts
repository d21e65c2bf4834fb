import { type CalendarEvent, isSeries } from "@kalends/core";
import { hasOwnTexts, type OccurrenceRow } from "@kalends/core/storage";

/** Event as it is stored as JSON. For an occurrence, only its row. */
export type StoredEvent = CalendarEvent | OccurrenceRow;

export const isRow = (stored: StoredEvent): stored is OccurrenceRow => stored.occurrence !== undefined;

/**
 * Returns the value of the column `hidden`: 0 if lists show the event, 1 if it is hidden from lists. For a
 * series, which lists show only if the query has `ids`, the values are 2 and 3.
 */
export const hiddenOf = (event: CalendarEvent): number =>
  Number(event.hideFromListings) + (isSeries(event) ? FIRST_OF_SERIES : 0);

const FIRST_OF_SERIES = 2;

/**
 * Returns the id of the series whose text is searched for this event. Returns `undefined` if the event has
 * text of its own.
 */
export const textOf = (event: CalendarEvent): number | undefined =>
  hasOwnTexts(event) ? undefined : event.occurrence?.seriesId;
