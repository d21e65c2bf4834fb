import type { JsonValue } from "../../model/json.ts";
import { changedMembers, membersOf } from "../../unit-of-work/changed-members.ts";
import type { RecordedChange } from "../../unit-of-work/recorded-changes.ts";

/** Change of one member of a record. */
export type AuditChange = {
  /** Public name of the member. For a plugin field it is `plugin.field`. */
  readonly member: string;
  /** Value before the change. Absent if there was none, if it is secret, or if it was left out (`cut`). */
  readonly from?: JsonValue;
  /** Value after the change. Absent if there is none, if it is secret, or if it was left out (`cut`). */
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
  // Source: rules/merging.md#announced.
  const changes: AuditChange[] = merged ? [{ member: "merged", to: merged.map(({ id }) => id) }] : [];
  let length = 0;
  for (const member of changedMembers(was, is)) {
    const change = toChange(member.slice(0, MAX_VALUE_LENGTH), was.get(member), is.get(member));
    length += JSON.stringify(change).length;
    changes.push(length <= MAX_CHANGES_LENGTH ? change : { member: change.member, cut: true });
    if (changes.length === MAX_CHANGES) break;
  }
  return changes;
};
