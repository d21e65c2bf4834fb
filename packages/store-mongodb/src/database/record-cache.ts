import type { CacheUse } from "@kalends/core";
import { deepFreeze } from "@kalends/core/storage";
import { LRUCache } from "lru-cache";
import { BSON, type Document } from "mongodb";
import type { CollectionName } from "./collections.ts";

/** Document in the form in which the server sent it (BSON). It may be a part of a larger response. */
export type RawDocument = Uint8Array;

/** Returns all documents of a cursor that was opened with the option `raw`. */
export const toRaw = async (cursor: {
  toArray(): Promise<readonly object[]>;
}): Promise<readonly RawDocument[]> => (await cursor.toArray()) as readonly RawDocument[];

/**
 * Cache of records by collection and id. An entry is used only if the bytes of the document are the same.
 * Equal bytes give the same deep-frozen object without parsing. The cache is never outdated, because every
 * read compares the bytes that the server sent.
 */
export interface RecordCache {
  /** Returns the record of a document. For one collection, always pass the same function `fromDocument`. */
  toRecord<T extends object>(
    name: CollectionName,
    bytes: RawDocument,
    fromDocument: (document: Document) => T,
  ): T;
  /**
   * Returns a value that is derived from a record. For the same key it returns the same object. Only the
   * value for the last key of a record is cached.
   */
  derive<T extends object>(record: object, key: string | object, make: () => T): T;
  /**
   * Returns the series whose occurrences a list contained at its last read. A new read of the list probably
   * needs them again.
   */
  seriesOf(list: string): readonly number[];
  noteSeries(list: string, ids: readonly number[]): void;
  /** Statistics of the cache; absent if nothing is cached. */
  readonly use?: () => CacheUse;
}

/**
 * Collections whose documents are cached, each with a number. The number is part of the cache key, because
 * documents of different collections may have the same id.
 */
const KEPT: Readonly<Partial<Record<CollectionName, number>>> = {
  events: 0,
  venues: 1,
  organizers: 2,
  terms: 3,
  images: 4,
};
const KINDS = 5;

interface Entry {
  readonly bytes: Buffer;
  readonly record: object;
}

/**
 * Bytes of memory that an entry takes in addition to its document: two objects, the key, and the overhead of
 * a buffer.
 */
const ENTRY = 700;
/** Bytes of memory for each byte of a document, for its copy and its record. */
const PER_BYTE = 3.5;

/** Maximum number of lists whose series are stored, and maximum length of the text that identifies a list. */
const [LISTS, MAX_LIST_LENGTH] = [500, 2000];

/** Creates a cache of at most this many bytes. With 0, every document is parsed and nothing is frozen. */
export const createRecordCache = (maxBytes: number): RecordCache => {
  if (maxBytes < 1)
    return {
      toRecord: (_name, bytes, fromDocument) => fromDocument(parse(bytes)),
      derive: (_record, _key, make) => make(),
      seriesOf: () => [],
      noteSeries: () => undefined,
    };
  const derived = new WeakMap<object, { readonly key: string | object; readonly made: object }>();
  const series = new LRUCache<string, readonly number[]>({ max: LISTS });
  const entries = new LRUCache<number, Entry>({
    maxSize: Math.floor(maxBytes),
    sizeCalculation: ({ bytes }) => Math.ceil(ENTRY + PER_BYTE * bytes.length),
  });
  let hits = 0;
  let misses = 0;
  return {
    toRecord<T extends object>(
      name: CollectionName,
      bytes: RawDocument,
      fromDocument: (document: Document) => T,
    ) {
      const kind = KEPT[name];
      const key = kind === undefined ? Number.NaN : idOf(bytes) * KINDS + kind;
      if (!Number.isSafeInteger(key)) return fromDocument(parse(bytes));
      const kept = entries.get(key);
      if (kept?.bytes.equals(bytes)) {
        hits += 1;
        // The type is safe, because `fromDocument` has created the record from the same bytes.
        return kept.record as T;
      }
      misses += 1;
      const record = fromDocument(parse(bytes));
      deepFreeze(record);
      // A slice of the shared buffer pool would keep the complete pool in memory.
      const copy = Buffer.allocUnsafeSlow(bytes.length);
      copy.set(bytes);
      entries.set(key, { bytes: copy, record });
      return record;
    },
    derive<T extends object>(record: object, key: string | object, make: () => T) {
      const kept = derived.get(record);
      // The type is safe, because `make` has created the value from the same record.
      if (kept?.key === key) return kept.made as T;
      const made = make();
      deepFreeze(made);
      derived.set(record, { key, made });
      return made;
    },
    seriesOf: (list) => series.get(list) ?? [],
    noteSeries(list, ids) {
      if (ids.length > 0 && list.length <= MAX_LIST_LENGTH) series.set(list, ids);
      else series.delete(list);
    },
    use: () => ({ hits, misses, bytes: entries.calculatedSize }),
  };
};

const parse = (bytes: RawDocument): Document => BSON.deserialize(bytes);

/** Byte offsets of the type, the name and the value of a document's first element. */
const [TYPE, NAME, VALUE] = [4, 5, 9];
/** Bytes of the name `_id` with its terminating zero. */
const ID = 0x0064695f;
const DOUBLE = 1;
const INT = 16;
const LONG = 18;

/** Returns the id of a document, which is its first member. Returns NaN if the id is not a number. */
export const idOf = (bytes: RawDocument): number => {
  const { buffer, byteOffset, byteLength } = bytes;
  const view = new DataView(buffer, byteOffset, byteLength);
  if (byteLength < VALUE + 4 || view.getUint32(NAME, true) !== ID) return Number.NaN;
  switch (bytes[TYPE]) {
    case INT:
      return view.getInt32(VALUE, true);
    case DOUBLE:
      return view.getFloat64(VALUE, true);
    case LONG:
      return Number(view.getBigInt64(VALUE, true));
    default:
      return Number.NaN;
  }
};
