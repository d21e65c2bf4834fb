import type { JsonObject, JsonValue } from "../../model/json.ts";
import { isSameJson } from "../../model/json.ts";
import type { RecordedChange } from "../../unit-of-work/recorded-changes.ts";

/** Change of one member of a record. */
export type AuditChange = {
  /** Public name of the member. For a plugin field it is `plugin.field`. */
  readonly member: string;
  /** Value before the change; absent if there was none. */
  readonly from?: JsonValue;
  /** Value after the change; absent if there is none. */
  readonly to?: JsonValue;
  /** Set if the entry does not contain the complete values. */
  readonly cut?: true;
};

/**
 * Maximum length in characters of a value that is stored completely. For values other than texts, the length
 * of the JSON text counts.
 */
const MAX_VALUE_LENGTH = 1_000;
/**
 * Maximum length in characters of all changes in an entry, as JSON. Members beyond it are stored without
 * their values.
 */
const MAX_CHANGES_LENGTH = 32_000;
const MAX_CHANGES = 200;

/** Members that are not recorded, because they are internal or follow from other members. */
const LEFT_OUT: ReadonlySet<string> = new Set([
  ...["id", "taxonomy", "hostAuthorId", "dateUtc", "modified", "modifiedUtc", "revision"],
  ...["trashed", "occurrence", "hasRecurred", "lineage", "sourceId", "createdUtc"],
]);

/** Public names that differ from the name in the model by more than upper and lower case. */
const NAMES: Readonly<Record<string, string>> = {
  ...{ categoryIds: "categories", tagIds: "tags", venueId: "venue", organizerIds: "organizer" },
  ...{ imageId: "image", parentId: "parent", stateProvince: "stateprovince" },
  previousStart: "previous_start_date",
};

const SCHEDULE: Readonly<Record<string, string>> = {
  ...{ start: "start_date", end: "end_date", timezone: "timezone", allDay: "all_day" },
};

type Kind = RecordedChange["kind"];

const nameOf = (kind: Kind, member: string): string => {
  if (member === "name" && (kind === "venue" || kind === "organizer")) return kind;
  return NAMES[member] ?? member.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
};

/** Returns the members of a record by public name. */
const membersOf = (kind: Kind, record: RecordedChange["after"]): ReadonlyMap<string, JsonValue> => {
  const members = new Map<string, JsonValue>();
  for (const [member, found] of Object.entries<unknown>({ ...record })) {
    // The type is safe, because records contain only JSON values and absent members.
    const value = found as JsonValue | undefined;
    if (value === undefined || LEFT_OUT.has(member)) continue;
    if (member === "schedule")
      for (const [name, shown] of Object.entries(SCHEDULE))
        members.set(shown, (value as JsonObject)[name] as JsonValue);
    else if (member === "extensions")
      for (const [plugin, fields] of Object.entries(value as Readonly<Record<string, JsonObject>>))
        for (const [field, own] of Object.entries(fields)) members.set(`${plugin}.${field}`, own);
    else members.set(nameOf(kind, member), value);
  }
  return members;
};

/**
 * Returns the first `MAX_VALUE_LENGTH` characters of a text. If the cut would split a surrogate pair, the
 * complete pair is left out.
 */
const beginningOf = (text: string): string => text.slice(0, MAX_VALUE_LENGTH).replace(/[\ud800-\udbff]$/, "");

const cut = (value: JsonValue | undefined): JsonValue | undefined => {
  const text = typeof value === "string" ? value : (JSON.stringify(value) ?? "");
  return text.length <= MAX_VALUE_LENGTH ? value : beginningOf(text);
};

/** Returns the change of a member with values that are cut to the maximum length. */
export const toChange = (
  member: string,
  was: JsonValue | undefined,
  is: JsonValue | undefined,
): AuditChange => {
  const [from, to] = [cut(was), cut(is)];
  return {
    member,
    ...(from !== undefined && { from }),
    ...(to !== undefined && { to }),
    ...((from !== was || to !== is) && { cut: true }),
  };
};

/**
 * Returns the changes of a record, shortened to the limits. Returns an empty list for a new record.
 * Source: rules/audit.md#changes.
 */
export const changesOf = ({ kind, before, after, merged }: RecordedChange): readonly AuditChange[] => {
  if (before === undefined) return [];
  const [was, is] = [membersOf(kind, before), membersOf(kind, after)];
  const names = new Set([...was.keys(), ...is.keys()]);
  // Source: rules/merging.md#announced.
  const changes: AuditChange[] = merged ? [{ member: "merged", to: merged.map(({ id }) => id) }] : [];
  let length = 0;
  for (const member of names) {
    if (isSameJson(was.get(member), is.get(member))) continue;
    const change = toChange(member.slice(0, MAX_VALUE_LENGTH), was.get(member), is.get(member));
    length += JSON.stringify(change).length;
    changes.push(length <= MAX_CHANGES_LENGTH ? change : { member: change.member, cut: true });
    if (changes.length === MAX_CHANGES) break;
  }
  return changes;
};
