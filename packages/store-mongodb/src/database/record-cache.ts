import { type CacheUse, deepFreeze } from "@kalends/core";
import { LRUCache } from "lru-cache";
import { BSON, type Document } from "mongodb";
import type { CollectionName } from "./collections.ts";

/** A document as the server has sent it: BSON. It may be a view of a bigger answer. */
export type RawDocument = Uint8Array;

/** All documents of a cursor that reads with `raw`. */
export const toRaw = async (cursor: {
  toArray(): Promise<readonly object[]>;
}): Promise<readonly RawDocument[]> => (await cursor.toArray()) as readonly RawDocument[];

/**
 * Records by the bytes of their documents: equal bytes of a document are answered with the same deep-frozen object, without
 * parsing them again. Nothing can be stale, since every read compares what the server has sent.
 */
export interface RecordCache {
  /** The record of a document of this collection; `fromDocument` is always the same one for a collection. */
  toRecord<T extends object>(
    name: CollectionName,
    bytes: RawDocument,
    fromDocument: (document: Document) => T,
  ): T;
  /** What is made of a record: the same object for the same key, of which the last one is kept with the record. */
  derive<T extends object>(record: object, key: string | object, make: () => T): T;
  /** The series whose occurrences a list showed when it was last read: it is likely to need them again. */
  seriesOf(list: string): readonly number[];
  noteSeries(list: string, ids: readonly number[]): void;
  /** Absent where nothing is kept. */
  readonly use?: () => CacheUse;
}

/** The collections whose records are kept, with what sets the keys of their ids apart. */
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

/** Bytes that an entry takes beside its document: both objects, the key, and what a buffer of its own costs. */
const ENTRY = 700;
/** Bytes for each byte of a document: its copy, and the record that was made of it. */
const PER_BYTE = 3.5;

/** So many lists are known by the series that they showed, each by a text of at most so many characters. */
const [LISTS, LONGEST_LIST] = [500, 2000];

/** Of at most so many bytes; 0: every document is parsed, and nothing is frozen. */
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
        // What `fromDocument` made of the same bytes.
        return kept.record as T;
      }
      misses += 1;
      const record = fromDocument(parse(bytes));
      deepFreeze(record);
      // A slice of the pool would keep all of its neighbours.
      const copy = Buffer.allocUnsafeSlow(bytes.length);
      copy.set(bytes);
      entries.set(key, { bytes: copy, record });
      return record;
    },
    derive<T extends object>(record: object, key: string | object, make: () => T) {
      const kept = derived.get(record);
      // What `make` made of the same record.
      if (kept?.key === key) return kept.made as T;
      const made = make();
      deepFreeze(made);
      derived.set(record, { key, made });
      return made;
    },
    seriesOf: (list) => series.get(list) ?? [],
    noteSeries(list, ids) {
      if (ids.length > 0 && list.length <= LONGEST_LIST) series.set(list, ids);
      else series.delete(list);
    },
    use: () => ({ hits, misses, bytes: entries.calculatedSize }),
  };
};

const parse = (bytes: RawDocument): Document => BSON.deserialize(bytes);

/** Where the first element of a document has its type, its name, and its value. */
const [TYPE, NAME, VALUE] = [4, 5, 9];
/** `_id` and a zero. */
const ID = 0x0064695f;
const DOUBLE = 1;
const INT = 16;
const LONG = 18;

/** The id of a document, which is its first member; not a number where that is something else. */
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
