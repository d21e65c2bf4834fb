import type { ImportedList } from "@kalends/core";
import type { SourceRecord } from "./source-record.ts";

/** Members that are null in password-protected events. */
const NULLS = ["all_day", "show_map", "hide_from_listings"] as const;

const NAMES: Readonly<Partial<Record<ImportedList, string>>> = { venues: "venue", organizers: "organizer" };

/**
 * True for the placeholder that the reference implementation shows of a password-protected record. In an
 * event, each of these flags is null; a venue or an organizer has an empty list as its name.
 * Source: rules/choices.md#import-protected.
 */
export const isPlaceholder = (list: ImportedList, record: Pick<SourceRecord, "value">): boolean => {
  if (list === "events") return NULLS.every((member) => record.value(member) === null);
  const name = NAMES[list];
  const shown = name === undefined ? "" : record.value(name);
  return Array.isArray(shown) && shown.length === 0;
};

/** Returns a placeholder with its slug as name, to compare it with the local record. */
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
 * Returns the record with status `private` if it is public: records with a password at the source are private
 * here.
 */
export const asPrivate = <Own extends object>(record: Own): Own =>
  "status" in record && (record.status === "publish" || record.status === "future")
    ? { ...record, status: "private" }
    : record;

/** Note for a stored record of which the source shows only that it is protected. */
export const PROTECTED_NOTE =
  "it has a password at the source: it is private here, and its texts stay unchanged";
