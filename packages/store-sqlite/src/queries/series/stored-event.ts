import { type CalendarEvent, isSeries } from "@kalends/core";
import { hasOwnTexts, type OccurrenceRow } from "@kalends/core/storage";

/** Stored JSON of an event. For an occurrence, only its own values. */
export type StoredEvent = CalendarEvent | OccurrenceRow;

export const isRow = (stored: StoredEvent): stored is OccurrenceRow => stored.occurrence !== undefined;

/**
 * Returns the value of the column `hidden`. 0: listed, 1: hidden from listings. For a series, which is not
 * listed itself: 2 and 3.
 */
export const hiddenOf = (event: CalendarEvent): number =>
  Number(event.hideFromListings) + (isSeries(event) ? FIRST_OF_SERIES : 0);

const FIRST_OF_SERIES = 2;

/** Returns the series whose text is searched for the event, or `undefined` if the event has its own text. */
export const textOf = (event: CalendarEvent): number | undefined =>
  hasOwnTexts(event) ? undefined : event.occurrence?.seriesId;
