import type { JsonValue } from "@kalends/core";

/** Member of a response that differs from the recording. */
export interface Difference {
  /** Path of the member, such as `status`, `header.allow` or `body.events.3.title`. */
  readonly path: string;
  readonly recorded: unknown;
  readonly ours: unknown;
}

/** Members whose texts may have other words than in the recording. */
const FREE_TEXTS: ReadonlySet<string> = new Set(["message", "json_error_message"]);
const CLOCK_MEMBERS: ReadonlySet<string> = new Set(["date", "date_utc", "modified", "modified_utc"]);
/**
 * Times within the hour of the recording, in the time zone of the site and in UTC. They depend on the time of
 * the request.
 */
const RECORDED_NOW = /^2026-11-20 (16|21):\d\d:\d\d$/;

/**
 * Members of events that this API has and the recorded one did not (rules/recurrence.md#recurrence-members).
 */
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

/** Decodes the query string of a link. Spaces may be encoded as `+` or as `%20`. */
const decodeQuery = (url: string): string => decodeURIComponent(url.replaceAll("+", " "));

/** Returns the differences between two responses. The order of members is ignored. */
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
