import { abbreviationAt, millisecondsOf, toUtc, toWallClock, utcText } from "@kalends/core";
import { createSourceRecord } from "../records/source-record.ts";
import type { FoundRecord } from "../source/source.ts";
import type { RecognizedSeries } from "./find-series.ts";

/** Members that belong to a single occurrence, so the series record must not have them. */
const OWN_MEMBERS = new Set(["id", "json_ld"]);

/** Builds the record of a recognized series from an occurrence with the most frequent content. */
export const toFoundSeries = (
  { record, place }: FoundRecord,
  series: Pick<RecognizedSeries, "rule" | "except" | "firstStart" | "length"> & { readonly key: string },
): FoundRecord => {
  const members: Readonly<Record<string, unknown>> = JSON.parse(record.json());
  const kept = Object.entries(members).filter(([name]) => !OWN_MEMBERS.has(name));
  return {
    record: createSourceRecord({
      ...Object.fromEntries(kept),
      ...timesOf(series, record.requiredText("timezone"), record.flag("all_day", false)),
      recurrence: { rules: [series.rule], dates: [], except: series.except },
    }),
    place,
    key: series.key,
  };
};

const timesOf = (
  { firstStart, length }: Pick<RecognizedSeries, "firstStart" | "length">,
  timezone: string,
  isAllDay: boolean,
): Readonly<Record<string, string>> => {
  const after = (start: string): string => utcText(millisecondsOf(start) + length);
  const utcStart = toUtc(firstStart, timezone);
  const utcEnd = isAllDay ? toUtc(after(firstStart), timezone) : after(utcStart);
  return {
    start_date: firstStart,
    end_date: isAllDay ? after(firstStart) : toWallClock(utcEnd, timezone),
    utc_start_date: utcStart,
    utc_end_date: utcEnd,
    timezone_abbr: abbreviationAt(utcStart, timezone),
  };
};
