import type { ImportedList } from "@kalends/core";
import type { SourceRecord } from "./source-record.ts";

/** Event members that are null if the event has a password. */
const NULLS = ["all_day", "show_map", "hide_from_listings"] as const;

const NAMES: Readonly<Partial<Record<ImportedList, string>>> = { venues: "venue", organizers: "organizer" };

/**
 * True if the record is the placeholder that the reference implementation shows for a password-protected
 * record. A placeholder event has null in each member of `NULLS`. A placeholder venue or organizer has an
 * empty list as its name.
 * Source: rules/choices.md#import-protected.
 */
export const isPlaceholder = (list: ImportedList, record: Pick<SourceRecord, "value">): boolean => {
  if (list === "events") return NULLS.every((member) => record.value(member) === null);
  const name = NAMES[list];
  const shown = name === undefined ? "" : record.value(name);
  return Array.isArray(shown) && shown.length === 0;
};

/** Returns a placeholder record with its slug as the name, because the reader requires a name. */
export const withReadableName = (list: ImportedList, record: SourceRecord): SourceRecord => {
  const name = NAMES[list];
  if (name === undefined) return record;
  const text: SourceRecord["text"] = (member) =>
    member === name ? record.text("slug") : record.text(member);
  return {
    ...record,
    text,
    requiredText: (member) => (member === name ? text(member) : record.requiredText(member)),
  };
};

/**
 * Returns the record with the status `private` if its status was public. A record with a password at the
 * source is stored as private.
 */
export const asPrivate = <Own extends object>(record: Own): Own =>
  "status" in record && (record.status === "publish" || record.status === "future")
    ? { ...record, status: "private" }
    : record;

/** Note for a stored record whose texts the source hides behind a password. */
export const PROTECTED_NOTE =
  "it has a password at the source: it is private here, and its texts stay unchanged";
