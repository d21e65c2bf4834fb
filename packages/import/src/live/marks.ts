import { createHash } from "node:crypto";
import { type ImportedList, isObject } from "@kalends/core";
import { numberOf } from "../records/source-record.ts";

/**
 * Returns a mark: a 53-bit digest that identifies a record within its list. The digest covers the id and, for
 * events, the start, because several occurrences may share one id. For a record without an id, the digest
 * covers the complete content.
 */
export const markOf = (list: ImportedList, record: unknown): number => {
  const id = idOf(record);
  const start = list === "events" && isObject(record) ? record.start_date : "";
  return digestOf(JSON.stringify(id === undefined ? record : [id, start]));
};

/**
 * Returns the mark of an unreadable record. `address` is the URL of a page that contains only this record.
 */
export const markOfPlace = (address: URL): number => digestOf(address.href);

const digestOf = (text: string): number => {
  const digest = createHash("sha256").update(text).digest();
  return digest.readUIntBE(0, 6) * 32 + (digest.readUInt8(6) & 31);
};

/** Returns the id of a record, an integer from 1. Returns `undefined` if the record has no valid id. */
export const idOf = (record: unknown): number | undefined => {
  const id = isObject(record) ? numberOf(record.id) : Number.NaN;
  return Number.isSafeInteger(id) && id > 0 ? id : undefined;
};
