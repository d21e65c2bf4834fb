import { isRepeated, type Schedule, toUtc, type WallClock } from "@kalends/core";
import type { SourceRecord } from "./source-record.ts";

/**
 * As it was, but no end before the start. The times in UTC tell which one of two equal wall clocks is meant.
 * Source: rules/choices.md#import-values, rules/dates.md#end-before-start, rules/dates.md#dst-overlap.
 */
export const timesOf = (
  source: SourceRecord,
  timezone: string,
): Omit<Schedule, "timezone" | "abbreviation"> => {
  const [start, end] = [source.wallClock("start_date"), source.wallClock("end_date")];
  const [utcStart, utcEnd] = [source.wallClock("utc_start_date"), source.wallClock("utc_end_date")];
  const allDay = source.flag("all_day", false);
  const isSecond = (wallClock: WallClock, utc: WallClock): boolean =>
    !allDay && isRepeated(wallClock, timezone) && toUtc(wallClock, timezone, true) === utc;
  const [startFold, hasLaterEnd] = [isSecond(start, utcStart), isSecond(end, utcEnd)];
  const isReversed = end < start && (!hasLaterEnd || utcEnd < utcStart);
  const endFold = isReversed || utcEnd < utcStart ? startFold : hasLaterEnd;
  return {
    start,
    end: isReversed ? start : end,
    ...(startFold && { startFold }),
    ...(endFold && { endFold }),
    utcStart,
    utcEnd: isReversed || utcEnd < utcStart ? utcStart : utcEnd,
    allDay,
  };
};
