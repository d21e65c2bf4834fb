import type { CacheUse } from "@kalends/core";
import { deepFreeze } from "@kalends/core/storage";
import { LRUCache } from "lru-cache";
import { type CachedKind, createChangeLog, toKey } from "./change-log.ts";
import type { Connection } from "./connection.ts";

/**
 * Cache of parsed, deep-frozen records. As long as a record is unchanged, the cache returns the same object.
 * It contains only committed records: units of work neither read it nor add to it.
 */
export interface RecordCache {
  /**
   * Removes the records that were changed up to this version of the database. Call it before any read at that
   * version.
   */
  validate(connection: Connection, version: number): void;
  /** Returns a cached record. The type that the caller states must be that of the kind. */
  get<T extends Identified>(kind: CachedKind, id: number): T | undefined;
  /** Freezes the record and caches it. `length` is the length of its JSON text. */
  set(kind: CachedKind, record: Identified, length: number): void;
  use(): CacheUse;
}

export interface Identified {
  readonly id: number;
}

/** Bytes of memory that an entry takes in addition to its record. */
const ENTRY = 200;
/**
 * Estimated bytes of memory per character of JSON. Measured values are 1.1 to 1.8 for Latin text and 1.9 for
 * most other text.
 */
const PER_CHARACTER = 2;

/** Creates a cache of at most this many bytes. Returns `undefined` for 0. */
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
      // If the id were not an integer, its key could be that of another record.
      if (record?.id !== id) {
        misses += 1;
        return undefined;
      }
      hits += 1;
      // The type is safe, because `set` has stored a record of this kind.
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
