import { createHash } from "node:crypto";
import { type ImportedList, isObject } from "@kalends/core";
import { numberOf } from "../records/source-record.ts";

/**
 * Returns a 53-bit number that identifies a record of a list. It is derived from the id and, for events, also
 * from the start, because several occurrences may share one id. Records without an id are identified by their
 * complete content.
 */
export const markOf = (list: ImportedList, record: unknown): number => {
  const id = idOf(record);
  const start = list === "events" && isObject(record) ? record.start_date : "";
  return digestOf(JSON.stringify(id === undefined ? record : [id, start]));
};

/** Returns the mark of a record that cannot be read, from the address of a page with this record only. */
export const markOfPlace = (address: URL): number => digestOf(address.href);

const digestOf = (text: string): number => {
  const digest = createHash("sha256").update(text).digest();
  return digest.readUIntBE(0, 6) * 32 + (digest.readUInt8(6) & 31);
};

/** Returns the id of a record, an integer from 1; `undefined` if it has none. */
export const idOf = (record: unknown): number | undefined => {
  const id = isObject(record) ? numberOf(record.id) : Number.NaN;
  return Number.isSafeInteger(id) && id > 0 ? id : undefined;
};
