import { isCalendarError, type Problem } from "../../errors.ts";
import type { Schedule } from "../time/schedule.ts";
import { dateOf, MINUTE, millisecondsOf, millisecondsOfParts, utcText } from "../time/wall-clock.ts";
import { startsOfRule, untilOf } from "./expansion/rule-starts.ts";
import { withStoredUntil } from "./parse-recurrence.ts";
import {
  badValue,
  isPart,
  isProblem,
  MAX_RULE_LENGTH,
  normalValue,
  type PartName,
  type Rule,
  readRule,
  ruleText,
  shown,
} from "./rule.ts";
import { basicText, readWallClock } from "./wall-clock-text.ts";
import { createWork, valuesOf } from "./work.ts";

/** Result of repairing a recurrence rule from another program. */
export interface RepairedRule {
  /** Repaired rule, which `readRule` accepts. Absent if the rule cannot be used. */
  readonly rule?: string;
  /**
   * Problems of the original text, in the order in which they were found. If `rule` is absent, the last
   * problem is the reason why the rule cannot be used.
   */
  readonly problems: readonly Problem[];
}

type Parts = Map<PartName, string>;

/** Maximum number of repairs of one rule. Each repair removes, replaces or adds one part. */
const MAX_REPAIRS = 40;

/**
 * Parses an RRULE from another program and removes parts and values that RFC 5545 does not allow.
 * It refuses the rule if the remaining parts would have a different meaning, for example without `FREQ`,
 * `RSCALE` or an end (`isEssential`). `first` is the schedule of the first occurrence.
 * Source: rules/recurrence.md#recurrence-of-imports.
 */
export const repairRule = (text: string, first: Schedule): RepairedRule => {
  if (text.length > MAX_RULE_LENGTH)
    return { problems: [{ reason: "too-long", values: { maximum: MAX_RULE_LENGTH } }] };
  const problems: Problem[] = [];
  const parts = readParts(text, first.allDay, problems);
  for (let repairs = 0; parts !== undefined && repairs < MAX_REPAIRS; repairs += 1) {
    const written = [...parts].map(([name, value]) => `${name}=${value}`).join(";");
    const rule = readRule(written, first.allDay);
    if (!isProblem(rule)) return { rule: ruleText(rule), problems };
    problems.push(rule);
    if (!repair(parts, rule, first)) break;
  }
  return { problems };
};

/**
 * Parses the parts of a rule and drops parts that cannot be parsed. Returns `undefined` if the rule would
 * have a different meaning without such a part.
 */
const readParts = (text: string, isAllDay: boolean, problems: Problem[]): Parts | undefined => {
  const parts: Parts = new Map();
  const written = text
    .replace(/\s+/g, "")
    .toUpperCase()
    .replace(/^RRULE:/, "");
  const faulty: (readonly [PartName, string])[] = [];
  for (const part of written.split(";").filter((each) => each !== "")) {
    const [name = "", ...values] = part.split("=");
    const value = values.join("=");
    const isRepeated = isPart(name) && parts.has(name);
    if (!isPart(name)) problems.push({ reason: "rule-unknown-part", values: { part: shown(name) } });
    else if (isRepeated) problems.push({ reason: "rule-repeated-part", values: { part: name } });
    else {
      const normal = normalValue(name, value);
      if (normal === undefined) problems.push(badValue(name, value));
      const repaired = normal ?? repairedValue(name, value, isAllDay);
      if (repaired === undefined) faulty.push([name, value]);
      else parts.set(name, repaired);
    }
  }
  if (parts.size + faulty.length === 0) problems.push({ reason: "rule-without-frequency" });
  const essential = faulty.find(([name]) => isEssential(name, parts));
  if (essential === undefined) return parts.size === 0 ? undefined : parts;
  problems.push(badValue(...essential));
  return undefined;
};

/** True if the rule would have different dates or no end without this part. */
const isEssential = (name: PartName, parts: Parts): boolean => {
  if (name === "COUNT") return !parts.has("UNTIL");
  if (name === "UNTIL") return !parts.has("COUNT");
  return name === "FREQ" || name === "RSCALE" || name === "BYSETPOS";
};

/**
 * Repairs an invalid `UNTIL` (`repairedUntil`), or removes the invalid entries of a list such as `BYDAY`.
 * Returns `undefined` if nothing valid remains.
 */
const repairedValue = (name: PartName, value: string, isAllDay: boolean): string | undefined => {
  if (name === "UNTIL") return repairedUntil(value, isAllDay);
  if (!name.startsWith("BY")) return undefined;
  const entries = value.split(",").filter((entry) => normalValue(name, entry) !== undefined);
  return entries.length === 0 ? undefined : normalValue(name, entries.join(","));
};

/**
 * Parses the ISO 8601 date of `UNTIL`. An impossible day becomes the last day of the month. An impossible
 * time, and any time for an all-day event, is removed.
 */
const repairedUntil = (value: string, isAllDay: boolean): string | undefined => {
  const read = readWallClock(value.replace(/\.\d+(?=Z|$|[+-])/, ""));
  if (read !== undefined) {
    const { date, time, offset } = read;
    if (time === undefined || isAllDay) return date.replaceAll("-", "");
    const at = millisecondsOf(`${date} ${time}`);
    return offset === undefined ? basicText(at) : `${basicText(at - offset * MINUTE)}Z`;
  }
  const [, year, month = "", day = ""] = /^(\d{4})-?(\d{2})-?(\d{2})(?:\D|$)/.exec(value) ?? [];
  if (year === undefined || Number(month) < 1 || Number(month) > 12 || Number(day) < 1) return undefined;
  const last = dateOf(utcText(millisecondsOfParts(Number(year), Number(month) + 1, 0)));
  const date = `${year}-${month}-${day}`;
  return (date < last ? date : last).replaceAll("-", "");
};

/**
 * Resolves a conflict between two parts of a rule, for example by removing one of them. `reason` and `values`
 * are those of `readRule`. Returns false if it cannot resolve the conflict.
 */
const repair = (parts: Parts, { reason, values = {} }: Problem, first: Schedule): boolean => {
  if (reason === "rule-skip-alone") {
    parts.set("RSCALE", "GREGORIAN");
    return true;
  }
  if (reason !== "rule-clash") return false;
  const [name = "", ordinals] = String(values.part).split("=");
  const [other = ""] = String(values.other).split("=");
  if (name === "UNTIL" && other === "COUNT")
    return parts.delete(isCountFirst(parts, first) ? "UNTIL" : "COUNT");
  if (other === "SKIP") return parts.delete("SKIP");
  if (other === "RSCALE" || !isPart(name) || name === "FREQ") return false;
  if (name !== "BYDAY" || ordinals === undefined) return parts.delete(name);
  parts.set(
    "BYDAY",
    [
      ...new Set(
        parts
          .get("BYDAY")
          ?.split(",")
          .map((day) => day.slice(-2)),
      ),
    ].join(","),
  );
  return true;
};

/**
 * Maximum work units (see `Work`) to determine if `COUNT` or `UNTIL` ends a rule first. If the limit is
 * exceeded, `UNTIL` is kept. The computation has no pauses, so the limit keeps it below 5 milliseconds.
 */
const ENDS_WORK = 4000;

/**
 * True if the rule has `COUNT` starts up to `UNTIL`. False if it has fewer, or if this cannot be determined
 * within `ENDS_WORK`.
 */
const isCountFirst = (parts: Parts, first: Schedule): boolean => {
  const { COUNT, ...others } = Object.fromEntries(parts);
  const read = readRule(
    Object.entries(others)
      .map(([name, value]) => `${name}=${value}`)
      .join(";"),
    first.allDay,
  );
  if (isProblem(read)) return false;
  const rule: Rule = { ...withStoredUntil(read, first), ...(COUNT !== undefined && { COUNT }) };
  const until = rule.UNTIL === undefined ? Number.NEGATIVE_INFINITY : untilOf(rule.UNTIL);
  try {
    let count = 0;
    const work = createWork(ENDS_WORK);
    for (const _ of valuesOf(startsOfRule(rule, millisecondsOf(first.start), { until, work }))) count += 1;
    return count === Number(COUNT);
  } catch (error) {
    if (!isCalendarError(error)) throw error;
    return false;
  }
};
