import { isTimeZone, toUtc } from "../time/time-zone.ts";
import type { SentRecurrence } from "./parse-recurrence.ts";
import { readWallClock } from "./wall-clock-text.ts";

/**
 * Matches a content line such as `RRULE:FREQ=...` or `RDATE;TZID=Europe/Rome:20310506T190000,...`. The name
 * `RRULE:` may be missing.
 */
const LINE = /^(?:(RRULE|RDATE|EXDATE)((?:;[^:]*)?):)?(.*)$/is;
const RULE = /^(?:[^=;:]+=[^=;:]*;)*FREQ=[^:]*$/i;
const ZONE = /(?:^|;)TZID=("?)([^";]+)\1(?:;|$)/i;
const FOLD = /\r?\n[ \t]/g;

/**
 * Parses the RFC 5545 content lines of a recurrence. Times with a `TZID` are converted to UTC. Returns
 * `undefined` if a line is not a rule, RDATE or EXDATE, or if a `TZID` is not a time zone.
 * Source: rules/recurrence.md#recurrence-lines.
 */
export const readRecurrenceLines = (text: string): SentRecurrence | undefined => {
  const rules: string[] = [];
  const dates: string[] = [];
  const except: string[] = [];
  for (const line of text.replace(FOLD, "").split(/\r\n|\n|\r/)) {
    if (line.trim() === "") continue;
    const [, name = "RRULE", parameters = "", value = ""] = LINE.exec(line.trim()) ?? [];
    if (/^RRULE$/i.test(name)) {
      if (!RULE.test(value)) return undefined;
      rules.push(value);
      continue;
    }
    const [, , zone] = ZONE.exec(parameters) ?? [];
    if (zone !== undefined && !isTimeZone(zone)) return undefined;
    const entries = value.split(",").map((entry) => inZone(entry.trim(), zone));
    (/^RDATE$/i.test(name) ? dates : except).push(...entries);
  }
  return { rules, dates, except };
};

/**
 * Converts a start, or both ends of a period, from a zone to UTC. A text that is not a time, or that has an
 * offset, is returned unchanged.
 */
const inZone = (entry: string, zone: string | undefined): string =>
  zone === undefined
    ? entry
    : entry
        .split("/")
        .map((part) => {
          const read = readWallClock(part);
          if (read?.time === undefined || read.offset !== undefined) return part;
          return `${toUtc(`${read.date} ${read.time}`, zone)}Z`;
        })
        .join("/");
