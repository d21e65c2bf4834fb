import type { ImportedList } from "@kalends/core";
import { asPrivate, isPlaceholder, withReadableName } from "../records/placeholder.ts";
import type { RecordReader } from "../records/to-records.ts";
import type { FoundRecord } from "../source/source.ts";
import type { OwnRecord, OwnRecords } from "./content-digest.ts";

/**
 * Converts a source record to a local record without links. A password-protected record becomes private.
 * Throws the errors of `RecordReader`.
 */
export const toOwn = <List extends ImportedList>(
  list: List,
  reader: RecordReader,
  { record: shown }: FoundRecord,
  note: (line: string) => void,
): OwnRecords[List] => {
  const isEmptied = isPlaceholder(list, shown);
  const record = isEmptied ? withReadableName(list, shown) : shown;
  const readers: { readonly [Name in ImportedList]: () => OwnRecords[Name] } = {
    categories: () => reader.term(record, "category", note),
    tags: () => reader.term(record, "tag", note),
    venues: () => reader.venue(record, note),
    organizers: () => reader.organizer(record, note),
    events: () => reader.event(record, note),
  };
  const own = readers[list]();
  return isEmptied ? asPrivate(own) : own;
};

/**
 * Returns the record unchanged if its source id (`id`) is above 0. An `id` of 0 means that the record has no
 * lasting id at the source: returns a copy with id 0 and without `sourceId`.
 */
export const withOwnId = <Own extends OwnRecord>(record: Own, id: number): Own => {
  if (id > 0) return record;
  const { sourceId: _, ...rest }: Own & { readonly sourceId?: number } = record;
  // The cast is safe: only an optional member is removed.
  return { ...(rest as Own), id };
};
