import { createHash } from "node:crypto";
import { type ImportedList, isObject } from "@kalends/core";
import { numberOf } from "../records/source-record.ts";

/**
 * A number that tells a record of a list from the others, at 53 bits: of its id, of an event of id and start, as several may have one id.
 * What has no id is told by all of it.
 */
export const markOf = (list: ImportedList, record: unknown): number => {
  const id = idOf(record);
  const start = list === "events" && isObject(record) ? record.start_date : "";
  return digestOf(JSON.stringify(id === undefined ? record : [id, start]));
};

/** That of a record that cannot be read, by the page that would show it alone. */
export const markOfPlace = (address: URL): number => digestOf(address.href);

const digestOf = (text: string): number => {
  const digest = createHash("sha256").update(text).digest();
  return digest.readUIntBE(0, 6) * 32 + (digest.readUInt8(6) & 31);
};

/** The id of a record, a whole number from 1. */
export const idOf = (record: unknown): number | undefined => {
  const id = isObject(record) ? numberOf(record.id) : Number.NaN;
  return Number.isSafeInteger(id) && id > 0 ? id : undefined;
};
