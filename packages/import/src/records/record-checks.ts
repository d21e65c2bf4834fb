import { millisecondsOf, NO_INSTANT, utcText } from "@kalends/core";

/**
 * Highest source id that can become a local id. Records with higher ids get new ones. New ids are always
 * above the highest id in use, so a very high id would leave no ids for new records.
 */
export const HIGHEST_LISTED_ID: number = 2 ** 52;

/**
 * Highest id that an archive may contain; its records keep their ids. Enough higher ids are left for new
 * records. The limit is far above `HIGHEST_LISTED_ID`, so that a calendar with records of that id, imported
 * from list pages, can still archive newer records.
 */
export const HIGHEST_ARCHIVED_ID: number = 2 ** 52 + 2 ** 51;

/** True if the text is an existing date and time in the format `YYYY-MM-DD HH:MM:SS`. */
export const isWallClock = (text: string): boolean =>
  /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(text) && utcText(millisecondsOf(text)) === text;

/**
 * True for a valid date and time, and for the all-zero text that a draft without a date has.
 * Source: rules/dates.md#floating-drafts.
 */
export const isInstant = (text: string): boolean => text === NO_INSTANT || isWallClock(text);
