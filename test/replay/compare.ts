import type { JsonValue } from "@kalends/core";

/** One member that differs from the recording. */
export interface Difference {
  /** Path such as `status`, `header.allow` or `body.events.3.title`. */
  readonly path: string;
  readonly recorded: unknown;
  readonly ours: unknown;
}

/** Members whose texts may differ in wording. */
const FREE_TEXTS: ReadonlySet<string> = new Set(["message", "json_error_message"]);
const CLOCK_MEMBERS: ReadonlySet<string> = new Set(["date", "date_utc", "modified", "modified_utc"]);
/** Hours of the recording in the site's time zone and in UTC; such times depend on the current time. */
const RECORDED_NOW = /^2026-11-20 (16|21):\d\d:\d\d$/;

/** Members of events added after the recordings (rules/recurrence.md#recurrence-members). */
const ADDED: readonly string[] = ["is_recurring", "event_status"];

const isObject = (value: unknown): value is Readonly<Record<string, JsonValue>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const normalised = (member: string, value: unknown): unknown => {
  if (FREE_TEXTS.has(member) && typeof value === "string") return "(text)";
  if (CLOCK_MEMBERS.has(member) && typeof value === "string")
    return value.replace(RECORDED_NOW, "now at $1h");
  if (typeof value === "string" && /rest_url$/.test(member)) return decodeQuery(value);
  return value;
};

/** Decodes the query of a link, with either encoding of blanks. */
const decodeQuery = (url: string): string => decodeURIComponent(url.replaceAll("+", " "));

/** Returns the differences between `ours` and `recorded`, ignoring the order of members. */
export const differences = (
  recorded: unknown,
  ours: unknown,
  path: string,
  member = "",
): readonly Difference[] => {
  if (Array.isArray(recorded) && Array.isArray(ours)) {
    const length = Math.max(recorded.length, ours.length);
    return Array.from({ length }, (_, index) =>
      differences(recorded[index], ours[index], `${path}.${index}`, String(index)),
    ).flat();
  }
  if (isObject(recorded) && isObject(ours)) {
    const all = new Set([...Object.keys(recorded), ...Object.keys(ours)]);
    const names = [...all].filter((name) => name in recorded || !ADDED.includes(name));
    return names.flatMap((name) =>
      member === "params"
        ? differences(name in recorded, name in ours, `${path}.${name}`)
        : differences(recorded[name], ours[name], `${path}.${name}`, name),
    );
  }
  return normalised(member, recorded) === normalised(member, ours) ? [] : [{ path, recorded, ours }];
};
