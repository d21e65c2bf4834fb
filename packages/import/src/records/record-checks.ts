import { millisecondsOf, NO_INSTANT, utcText } from "@kalends/core";

/**
 * Highest id that is kept from a list page; records above it get new ids. Sequences continue above the
 * highest id, and a used-up sequence would prevent any new record.
 */
export const HIGHEST_LISTED_ID: number = 2 ** 52;

/**
 * Highest id in archives, whose ids cannot change. It leaves room for records created after an import of list
 * pages.
 */
export const HIGHEST_ARCHIVED_ID: number = 2 ** 52 + 2 ** 51;

/** True for `YYYY-MM-DD HH:MM:SS` with an existing date and time. */
export const isWallClock = (text: string): boolean =>
  /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(text) && utcText(millisecondsOf(text)) === text;

/**
 * True for a date and time, or for the zeros of a draft without a date.
 * Source: rules/dates.md#floating-drafts.
 */
export const isInstant = (text: string): boolean => text === NO_INSTANT || isWallClock(text);
