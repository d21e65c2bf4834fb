import { millisecondsOf, NO_INSTANT, utcText } from "@kalends/core";

/** `YYYY-MM-DD HH:MM:SS`, a date of the calendar and a time of its day: what differs when it is written again is none. */
export const isWallClock = (text: string): boolean =>
  /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(text) && utcText(millisecondsOf(text)) === text;

/** As `isWallClock`, or the zeros of a draft that has no date yet. Source: 70-dates section 8. */
export const isInstant = (text: string): boolean => text === NO_INSTANT || isWallClock(text);
