import { millisecondsOf, NO_INSTANT, utcText } from "@kalends/core";

/**
 * The highest id that a list page may bring along: sequences go on above it, and once one is used up nothing can be created
 * any more. Records above it get ids of their own.
 */
export const HIGHEST_LISTED_ID: number = 2 ** 52;

/** The same for archives, whose ids cannot change; with room for what was created since an import of list pages. */
export const HIGHEST_ARCHIVED_ID: number = 2 ** 52 + 2 ** 51;

/** `YYYY-MM-DD HH:MM:SS`, a date of the calendar and a time of its day: what differs when it is written again is none. */
export const isWallClock = (text: string): boolean =>
  /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(text) && utcText(millisecondsOf(text)) === text;

/** As `isWallClock`, or the zeros of a draft that has no date yet. Source: rules/dates.md#floating-drafts. */
export const isInstant = (text: string): boolean => text === NO_INSTANT || isWallClock(text);
