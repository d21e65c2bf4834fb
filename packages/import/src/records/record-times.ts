import {
  isRepeated,
  isTimeZone,
  millisecondsOf,
  NO_INSTANT,
  type Post,
  type Schedule,
  toUtc,
  toWallClock,
  utcText,
} from "@kalends/core";
import { isWallClock } from "./record-checks.ts";
import { readOr, type SourceRecord } from "./source-record.ts";

type Note = (line: string) => void;

/** Maximum number of characters of a value to quote in a note. */
const MAX_SHOWN = 100;

const noteLeftOut = (source: SourceRecord, name: string, wanted: string, note: Note): void =>
  note(`${name} is not ${wanted}, and is left out: ${source.text(name).slice(0, MAX_SHOWN)}`);

/**
 * Returns the publication and modification times of a post. An unreadable time is replaced by one of the
 * other times. If none can be read, local times are 1970-01-01 and UTC times are `NO_INSTANT`.
 * Source: rules/choices.md#import-lenience.
 */
export const datesOf = (
  source: SourceRecord,
  note: Note,
): Pick<Post, "date" | "dateUtc" | "modified" | "modifiedUtc"> => {
  const read = (name: string): string | undefined => {
    const found = readOr("", () => source.instant(name));
    if (found === "") noteLeftOut(source, name, "a date and time", note);
    return found || undefined;
  };
  const [date, dateUtc] = [read("date"), read("date_utc")];
  const [modified, modifiedUtc] = [read("modified"), read("modified_utc")];
  // The zeros of `NO_INSTANT` are not a valid local time, so another time replaces them.
  const clocks = [date, dateUtc, modified, modifiedUtc, readOr("", () => source.wallClock("start_date"))];
  const wallClock = (first: string | undefined): string =>
    [first, ...clocks].find((one) => one !== undefined && isWallClock(one)) ?? utcText(0);
  return {
    date: wallClock(date),
    dateUtc: dateUtc ?? modifiedUtc ?? NO_INSTANT,
    modified: wallClock(modified),
    modifiedUtc: modifiedUtc ?? dateUtc ?? NO_INSTANT,
  };
};

/**
 * Returns the UTC offset zone that follows from a local and a UTC start: `2031-05-06 19:00:00` and `17:00:00`
 * in UTC give `UTC+2`.
 */
const offsetZone = (start: string, utcStart: string): string | undefined => {
  const minutes = (millisecondsOf(start) - millisecondsOf(utcStart)) / 60_000;
  const [hours, rest] = [Math.trunc(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
  const zone = `UTC${minutes < 0 ? "-" : "+"}${hours}${rest === 0 ? "" : `:${String(rest).padStart(2, "0")}`}`;
  return minutes === 0 ? "UTC" : isTimeZone(zone) ? zone : undefined;
};

/**
 * Returns the times of an event, with an end that is not before the start. Unreadable values are computed
 * from the other values. In the hour that a clock change repeats, the UTC times decide which instant is
 * meant. `siteZone` applies if the event has no usable zone.
 * Source: rules/choices.md#import-values, rules/dates.md#end-before-start,
 * rules/dates.md#dst-overlap.
 */
export const timesOf = (
  source: SourceRecord,
  siteZone: string,
  note: Note,
): Omit<Schedule, "abbreviation"> => {
  const read = (name: string): string | undefined => readOr("", () => source.wallClock(name)) || undefined;
  const [start, utcStart] = [read("start_date"), read("utc_start_date")];
  const written = source.text("timezone").trim();
  const isKnown = isTimeZone(written);
  const byOffset =
    isKnown || start === undefined || utcStart === undefined ? undefined : offsetZone(start, utcStart);
  const timezone = isKnown ? written : (byOffset ?? siteZone);
  if (!isKnown)
    note(`timezone is not a time zone: ${written.slice(0, MAX_SHOWN)}; ${timezone} is used instead`);
  const inUtc = (name: string, clock: string): string => {
    const found = read(name);
    if (found === undefined) noteLeftOut(source, name, "a date and time", note);
    return found ?? toUtc(clock, timezone);
  };
  if (start === undefined) noteLeftOut(source, "start_date", "a date and time", note);
  const starts = start ?? toWallClock(utcStart ?? source.wallClock("start_date"), timezone);
  const end = read("end_date");
  if (end === undefined) noteLeftOut(source, "end_date", "a date and time", note);
  const utcStarts = utcStart ?? inUtc("utc_start_date", starts);
  const utcEnd = end === undefined ? utcStarts : inUtc("utc_end_date", end);
  const allDay = source.flag("all_day", false);
  const isSecond = (wallClock: string, utc: string): boolean =>
    !allDay && isRepeated(wallClock, timezone) && toUtc(wallClock, timezone, true) === utc;
  const startFold = isSecond(starts, utcStarts);
  const hasLaterEnd = end !== undefined && isSecond(end, utcEnd);
  const isBefore = utcEnd < utcStarts;
  const isReversed = end === undefined || (end < starts && (!hasLaterEnd || isBefore));
  const endFold = isReversed || isBefore ? startFold : hasLaterEnd;
  return {
    start: starts,
    end: isReversed ? starts : end,
    ...(startFold && { startFold }),
    ...(endFold && { endFold }),
    utcStart: utcStarts,
    utcEnd: isReversed || isBefore ? utcStarts : utcEnd,
    timezone,
    allDay,
  };
};
