import type { ImportedList } from "@kalends/core";
import type { SourceRecord } from "./source-record.ts";

/** Members that are null in events that a password protects. */
const NULLS = ["all_day", "show_map", "hide_from_listings"] as const;

const NAMES: Readonly<Partial<Record<ImportedList, string>>> = { venues: "venue", organizers: "organizer" };

/**
 * True for what the reference shows of a record that a password protects: null for each flag of an event, an empty list for the name of a
 * venue or an organizer. Source: rules/choices.md#import-protected.
 */
export const isHusk = (list: ImportedList, record: Pick<SourceRecord, "value">): boolean => {
  if (list === "events") return NULLS.every((member) => record.value(member) === null);
  const name = NAMES[list];
  const shown = name === undefined ? "" : record.value(name);
  return Array.isArray(shown) && shown.length === 0;
};

/** The record with a name that can be read: for comparing a husk with the record that is here. */
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

/** Public records that a password protects at the source are private here. */
export const asPrivate = <Own extends object>(record: Own): Own =>
  "status" in record && (record.status === "publish" || record.status === "future")
    ? { ...record, status: "private" }
    : record;

/** Said of each record that is here and whose source only shows that it is protected. */
export const PROTECTED_NOTE = "it has a password there: its texts stay as they are here, and it is private";
