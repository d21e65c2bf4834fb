import type { JsonObject, JsonValue } from "../model/json.ts";
import { isSameJson } from "../model/json.ts";
import type { ChangedKind } from "../ports/outbox.ts";
import type { RecordedChange } from "./recorded-changes.ts";

/** Members that are not compared, because they are internal or follow from other members. */
const LEFT_OUT: ReadonlySet<string> = new Set([
  ...["id", "taxonomy", "hostAuthorId", "dateUtc", "modified", "modifiedUtc", "revision"],
  ...["trashed", "occurrence", "hasRecurred", "lineage", "sourceId", "createdUtc", "isReplaced"],
]);

/** Public names that are not the member's name in snake case, such as `categories` for `categoryIds`. */
const NAMES: Readonly<Record<string, string>> = {
  ...{ categoryIds: "categories", tagIds: "tags", venueId: "venue", organizerIds: "organizer" },
  ...{ imageId: "image", parentId: "parent", stateProvince: "stateprovince" },
  previousStart: "previous_start_date",
};

const SCHEDULE: Readonly<Record<string, string>> = {
  ...{ start: "start_date", end: "end_date", timezone: "timezone", allDay: "all_day" },
};

const nameOf = (kind: ChangedKind, member: string): string => {
  if (member === "name" && (kind === "venue" || kind === "organizer")) return kind;
  return NAMES[member] ?? member.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
};

/** Values of the members of a record, by public name. For a plugin field the name is `plugin.field`. */
export type Members = ReadonlyMap<string, JsonValue>;

/** Returns the members of a record by public name, without internal members. */
export const membersOf = (kind: ChangedKind, record: RecordedChange["after"]): Members => {
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

/** Returns the public names of the members that differ. */
export const changedMembers = (was: Members, is: Members): readonly string[] =>
  [...new Set([...was.keys(), ...is.keys()])].filter((name) => {
    const [before, after] = [was.get(name), is.get(name)];
    return before !== after && !isSameJson(before, after);
  });
