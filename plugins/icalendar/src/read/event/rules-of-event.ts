import {
  createSchedule,
  millisecondsOf,
  type Problem,
  RECURRENCE_BOUNDS,
  repairRule,
  utcText,
} from "@kalends/core/plugin";
import type { Property } from "../properties.ts";
import { dayOf, toTime } from "../times.ts";
import type { YieldToEventLoop } from "../yield-to-event-loop.ts";
import type { Zones } from "../zones/zones.ts";
import type { EventTimes } from "./times-of-event.ts";

/**
 * Returns the RRULE properties of an event, repaired where needed. Invalid parts are removed, with a note for
 * the report.
 */
export const rulesOf = async (
  properties: readonly Property[],
  times: EventTimes,
  zones: Zones,
  note: (text: string) => void,
  yieldToEventLoop: YieldToEventLoop,
): Promise<readonly string[]> => {
  if (properties.length > RECURRENCE_BOUNDS.rules)
    note(`It has more than ${RECURRENCE_BOUNDS.rules} rules; only the first ones are used.`);
  const first = createSchedule({ ...times, dayCutoff: "00:00" });
  const rules: string[] = [];
  for (const property of properties.slice(0, RECURRENCE_BOUNDS.rules)) {
    // To repair a rule, its starts may have to be counted.
    await yieldToEventLoop();
    const written = property.raw.replace(/^RRULE:/i, "");
    if (/\s/.test(written)) note("RRULE has spaces between its parts; they were ignored.");
    const text =
      times.hasTimedDays || times.offsets ? withUntilOnClock(written, property, times, zones) : written;
    const { rule, problems } = repairRule(text, first);
    for (const problem of rule === undefined ? problems.slice(0, -1) : problems)
      note(`RRULE: ${faultOf(problem)}`);
    if (rule !== undefined) {
      rules.push(rule);
      continue;
    }
    const reason = faultOf(problems.at(-1) ?? { reason: "rule-without-frequency" });
    note(`The rule ${shortened(written)} was not imported: ${reason}`);
  }
  return rules;
};

const UNTIL = /UNTIL=([^;]*)/i;

/**
 * Converts UNTIL to the clock of the event. It becomes a day for an all-day event whose days are written as
 * times. A UTC time becomes a wall clock time if no known time zone has the offsets of the event's time zone.
 * Otherwise UNTIL is not changed.
 */
const withUntilOnClock = (
  text: string,
  property: Property,
  { timezone, offsets, hasTimedDays }: EventTimes,
  zones: Zones,
): string => {
  const until = toTime(UNTIL.exec(text)?.[1] ?? "", property, zones);
  if (until === undefined) return text;
  if (hasTimedDays)
    return withUntil(text, dayOf(until, { timezone, ...(offsets && { offsets }) }).slice(0, 10));
  if (offsets === undefined || !until.isUtc) return text;
  const instant = millisecondsOf(until.wallClock);
  return withUntil(text, utcText(instant + offsets(instant)));
};

const withUntil = (text: string, until: string): string =>
  text.replace(UNTIL, `UNTIL=${until.replace(" ", "T").replaceAll(/[-:]/g, "")}`);

const shortened = (text: string): string => (text.length > 80 ? `${text.slice(0, 79)}…` : text);

/** Returns the part of a sentence that describes a fault of a rule, for the report. */
export const faultOf = ({ reason, values = {} }: Problem): string => {
  const { part = "", value = "", other = "", maximum = "" } = values;
  switch (reason) {
    case "rule-unknown-part":
      return `the part ${part} is unknown.`;
    case "rule-repeated-part":
      return `${part} appears more than once; the first one was used.`;
    case "rule-bad-value":
      return `${part}=${value} is not valid.`;
    case "rule-clash":
      return other === "COUNT" || other === "all_day"
        ? CLASHES[other](String(part))
        : `${part} cannot be used with ${other}.`;
    case "rule-skip-alone":
      return "SKIP has no RSCALE; the Gregorian calendar was used.";
    case "too-long":
      return `it is longer than ${maximum} characters.`;
    default:
      return `${reason.replaceAll("-", " ")}.`;
  }
};

const CLASHES = {
  COUNT: () => "it has both COUNT and UNTIL; the one that ends first was used.",
  all_day: (part: string) => `${part} cannot be used for all-day events.`,
} as const;
