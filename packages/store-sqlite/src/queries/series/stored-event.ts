import { type CalendarEvent, hasOwnTexts, isSeries, type OccurrenceRow } from "@kalends/core";

/** What the JSON of an event is: of an occurrence only what is its own. */
export type StoredEvent = CalendarEvent | OccurrenceRow;

export const isRow = (stored: StoredEvent): stored is OccurrenceRow => stored.occurrence !== undefined;

/** The column `hidden`: 0 is listed, 1 hidden from listings; of a series, which is not listed itself, 2 and 3. */
export const hiddenOf = (event: CalendarEvent): number =>
  Number(event.hideFromListings) + (isSeries(event) ? FIRST_OF_SERIES : 0);

const FIRST_OF_SERIES = 2;

/** The series by whose text the event is found; `undefined`: by its own. */
export const textOf = (event: CalendarEvent): number | undefined =>
  hasOwnTexts(event) ? undefined : event.occurrence?.seriesId;
