import { type CacheUse, deepFreeze } from "@kalends/core";
import { LRUCache } from "lru-cache";
import { type CachedKind, createChangeLog, toKey } from "./change-log.ts";
import type { Connection } from "./connection.ts";

/**
 * Records as they were parsed, deep-frozen, so that a record that has not changed is the same object. Holds what is committed
 * alone: units of work neither read nor fill it.
 */
export interface RecordCache {
  /** Evicts what was changed up to this version of the database. Before anything is asked for at that version. */
  validate(connection: Connection, version: number): void;
  /** The caller knows the type: it is that of the kind. */
  get<T extends Identified>(kind: CachedKind, id: number): T | undefined;
  /** Freezes the record; `length` is that of its JSON. */
  set(kind: CachedKind, record: Identified, length: number): void;
  use(): CacheUse;
}

export interface Identified {
  readonly id: number;
}

/** Bytes that an entry takes beside its record. */
const ENTRY = 200;
/** Bytes for each character of its JSON: measured 1.1 to 1.8 where all characters are Latin ones, 1.9 where most are not. */
const PER_CHARACTER = 2;

/** At most so many bytes; `undefined` for 0. */
export const createRecordCache = (bytes: number): RecordCache | undefined => {
  if (bytes < 1) return undefined;
  const records = new LRUCache<number, Identified>({ maxSize: Math.floor(bytes) });
  const log = createChangeLog();
  let validated: number | undefined;
  let hits = 0;
  let misses = 0;
  return {
    validate(connection, version) {
      if (version === validated) return;
      validated = undefined;
      const changed = log.next(connection);
      if (changed === undefined) records.clear();
      else for (const key of changed) records.delete(key);
      validated = version;
    },
    get<T extends Identified>(kind: CachedKind, id: number) {
      const record = records.get(toKey(kind, id));
      // What is no whole number could lead to the key of another record.
      if (record?.id !== id) {
        misses += 1;
        return undefined;
      }
      hits += 1;
      // Cast: `set` got a record of that kind.
      return record as T;
    },
    set(kind, record, length) {
      deepFreeze(record);
      const key = toKey(kind, record.id);
      if (Number.isSafeInteger(key)) records.set(key, record, { size: ENTRY + PER_CHARACTER * length });
    },
    use: () => ({ hits, misses, bytes: records.calculatedSize }),
  };
};
