import type { WallClock } from "./post.ts";
import {
  FIRST_INSTANT,
  instantOf,
  LAST_INSTANT,
  millisecondsOfParts,
  utcText,
  wallMillisecondsAt,
} from "./time-zone.ts";

const ISO = /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[ t](\d{1,2}):(\d{2})(?::(\d{2}))?)?$/;

/**
 * The date and time a text means, on the wall clock of `timezone`; `undefined` when it is not understood or lies outside
 * the years 1 to 9999. `now` in milliseconds since 1970. Source: 70-dates sections 2 and 3, D12.
 */
export const parseDate = (text: string, timezone: string, now: number): WallClock | undefined => {
  const match = ISO.exec(text.trim().toLowerCase());
  if (match === null || now < 0) return undefined;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = match
    .slice(1)
    .map((part) => Number(part ?? 0));
  if (month > 12 || day > 31 || hour > 24 || minute > 59 || second > 60) return undefined;
  const instant = instantOf(millisecondsOfParts(year, month, day, hour, minute, second), timezone);
  const wall = wallMillisecondsAt(instant, timezone);
  return wall >= FIRST_INSTANT && wall <= LAST_INSTANT ? utcText(wall) : undefined;
};

/** The calendar date (`YYYY-MM-DD`) a list parameter means, words and instants in UTC. Source: 10-events section 4. */
export const parseCalendarDate = (text: string, now: number): string | undefined =>
  parseDate(text, "UTC", now)?.slice(0, 10);
