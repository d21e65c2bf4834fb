import type { Collection, Document } from "mongodb";
import {
  type Access,
  type CollectionName,
  collectionOf,
  MAX_READ,
  type StoredDocument,
} from "../database/collections.ts";
import { type UsageDocument, WITHOUT_DERIVED } from "../database/documents.ts";
import { idOf, type RawDocument, toRaw } from "../database/record-cache.ts";
import { oneOf } from "../queries/clauses.ts";

/** Number of documents in one response. */
export const BATCH = 1000;
/**
 * Milliseconds for which callers wait for a running read of the same list; reading a slow list several times
 * at once does not help.
 */
const LIST_PATIENCE = 5000;
/** Milliseconds for which callers wait for a lookup. */
const LOOK_UP_PATIENCE = 500;
/** Lookups are combined only outside transactions. */
const READING: Access["reading"] = { maxTimeMS: MAX_READ };
/** Number of requested ids from which a command accepts no more lookups. */
const MAX_IDS_PER_COMMAND = 1000;

/** Number of ids that a lookup of a first document counts as. */
const FIRST_COSTS_IDS = 20;

/**
 * Resolves when the work has finished, or after this many milliseconds, because its connection may be lost.
 * Never rejects.
 */
const finishedWithin = (work: Promise<unknown>, milliseconds: number): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    const done = (): void => {
      clearTimeout(timer);
      resolve();
    };
    work.then(done, done);
  });

/** Reads the value of a key once for all concurrent callers. */
type Coalescer = <T>(key: string, read: () => Promise<T>) => Promise<T>;

/**
 * Callers that arrive during a read of the same key wait for it, and then share one more read. So each result
 * was read after its request and contains all earlier writes. Nothing is cached.
 */
export const createCoalescer = (patience: number = LIST_PATIENCE): Coalescer => {
  const current = new Map<string, Promise<unknown>>();
  const next = new Map<string, Promise<unknown>>();
  const begin = <T>(key: string, read: () => Promise<T>): Promise<T> => {
    const result = read().finally(() => {
      // Another read of the key may have begun meanwhile.
      if (current.get(key) === result) current.delete(key);
    });
    current.set(key, result);
    return result;
  };
  return <T>(key: string, read: () => Promise<T>) => {
    const underWay = current.get(key);
    if (underWay === undefined) return begin(key, read);
    const result =
      next.get(key) ??
      finishedWithin(underWay, patience).then(() => {
        next.delete(key);
        return begin(key, read);
      });
    next.set(key, result);
    // Cast: one key is always read by the same function.
    return result as Promise<T>;
  };
};

/** The first document that passes a filter, in an order. */
export interface First {
  readonly filter: Document;
  readonly sort: Readonly<Record<string, 1 | -1>>;
}

/** A lookup: documents by their ids, or a first document, without derived data. */
interface Lookup {
  readonly collection: Collection<StoredDocument>;
  readonly ids: readonly number[];
  readonly first?: First;
  /** Also returns the usage changes of the documents named in `terms`, from the same state. */
  readonly changes?: Changes | undefined;
}

interface Changes extends Pick<Access, "snapshot"> {
  readonly collection: Collection<UsageDocument>;
}

/** Finds documents in no particular order. */
type LookUp = (lookups: Lookup) => Promise<readonly RawDocument[]>;

export const toLookup = (access: Access, name: CollectionName, ids: readonly number[]): Lookup => ({
  collection: collectionOf(access, name),
  ids,
  ...(name === "terms" && { changes: { collection: access.usage, snapshot: access.snapshot } }),
});

export const toFirst = (access: Access, name: CollectionName, first: First): Lookup => ({
  collection: collectionOf(access, name),
  ids: [],
  first,
});

const findOnly = (
  { collection, ids, first, changes }: Lookup,
  reading: Access["reading"],
): Promise<readonly RawDocument[]> => {
  const options = { ...reading, batchSize: BATCH, raw: true };
  if (first !== undefined) {
    const { filter, sort } = first;
    return toRaw(collection.find(filter, { ...options, sort, limit: 1, projection: WITHOUT_DERIVED }));
  }
  if (changes === undefined)
    return toRaw(collection.find(oneOf("_id", ids), { ...options, projection: WITHOUT_DERIVED }));
  const stages = [
    { $match: oneOf("_id", ids) },
    { $project: WITHOUT_DERIVED },
    { $unionWith: { coll: changes.collection.collectionName, pipeline: [{ $match: oneOf("terms", ids) }] } },
  ];
  return toRaw(collection.aggregate(stages, { ...options, ...changes.snapshot }));
};

interface Waiting extends Lookup {
  resolve(documents: readonly RawDocument[]): void;
  reject(error: unknown): void;
}

/**
 * Creates the lookup function. Lookups that arrive while others run wait for them and are then sent in one
 * command, for any collections. Sending is the main cost of a lookup, and concurrent lookups often overlap.
 * Each is sent after its request, so that it sees all earlier writes.
 */
export const createLookUp = (patience: number = LOOK_UP_PATIENCE): LookUp => {
  const waiting: Waiting[] = [];
  let isSending = false;
  const send = async (): Promise<void> => {
    isSending = true;
    // The lookups of one list follow each other without a pause.
    await Promise.resolve();
    while (waiting.length > 0)
      await finishedWithin(Promise.all(toBatches(waiting.splice(0)).map(resolveAll)), patience);
    isSending = false;
  };
  return (lookups) =>
    new Promise((resolve, reject) => {
      waiting.push({ ...lookups, resolve, reject });
      if (!isSending) void send();
    });
};

/** Splits lookups into several commands, because very large ones are slow or exceed the limits. */
export const toBatches = <W extends Lookup>(all: readonly W[]): readonly (readonly W[])[] => {
  const batches: W[][] = [];
  let ids = MAX_IDS_PER_COMMAND;
  for (const one of all) {
    if (ids >= MAX_IDS_PER_COMMAND) {
      batches.push([]);
      ids = 0;
    }
    batches.at(-1)?.push(one);
    ids += one.first === undefined ? one.ids.length : FIRST_COSTS_IDS;
  }
  return batches;
};

/** Resolves or rejects all lookups; never rejects itself. */
const resolveAll = async (all: readonly Waiting[]): Promise<void> => {
  try {
    const results = await findEach(all, READING);
    for (const [index, { resolve }] of all.entries()) resolve(results[index] ?? []);
  } catch (error) {
    for (const { reject } of all) reject(error);
  }
};

/**
 * Runs lookups of any collections in one command, inside a transaction if `reading` has one. Returns the
 * result of each.
 */
export const findEach = async (
  all: readonly Lookup[],
  reading: Access["reading"],
): Promise<readonly (readonly RawDocument[])[]> => {
  const [firsts, byIds] = [all.filter(({ first }) => first), all.filter(({ first }) => !first)];
  const collections = new Map(byIds.map((one) => [one.collection.collectionName, one]));
  const lookups = [...collections].map(([name, { collection, changes }]) => ({
    collection,
    changes,
    ids: byIds.filter((one) => one.collection.collectionName === name).flatMap(({ ids }) => ids),
  }));
  const results = await findAll([...lookups, ...firsts], reading);
  const found = new Map(
    lookups.map(({ collection }, index) => {
      const documents = results[index] ?? [];
      return [
        collection.collectionName,
        {
          byId: new Map(documents.map((document) => [idOf(document), document])),
          changes: documents.filter((document) => Number.isNaN(idOf(document))),
        },
      ];
    }),
  );
  return all.map((one) => {
    const { collection, ids, first } = one;
    if (first !== undefined) return results[lookups.length + firsts.indexOf(one)] ?? [];
    const { byId, changes = [] } = found.get(collection.collectionName) ?? {};
    const documents = [...new Set(ids)].map((id) => byId?.get(id)).filter((one) => one !== undefined);
    return [...documents, ...changes];
  });
};

/** Runs the lookups in one command and returns the result of each, in order. */
const findAll = async (
  all: readonly Lookup[],
  reading: Access["reading"],
): Promise<readonly (readonly RawDocument[])[]> => {
  const [first, ...others] = all;
  if (first === undefined) return [];
  if (others.length === 0) return [await findOnly(first, reading)];
  const [begin, ...more] = all.flatMap(toPieces);
  const stages = [
    ...(begin?.pipeline ?? []),
    ...more.map(({ coll, pipeline }) => ({ $unionWith: { coll, pipeline } })),
  ];
  const snapshot = all.find(({ changes }) => changes !== undefined)?.changes?.snapshot;
  const results: RawDocument[][] = all.map(() => []);
  for (const piece of await toRaw(
    first.collection.aggregate(stages, { ...reading, ...snapshot, batchSize: BATCH, raw: true }),
  )) {
    const { from, document } = fromPiece(piece);
    results[from]?.push(document);
  }
  return results;
};

interface Pieces {
  readonly coll: string;
  readonly pipeline: readonly Document[];
}

/** Wraps each document with the index of its lookup, so that its own bytes stay unchanged. */
const toPieces = ({ collection, ids, first, changes }: Lookup, from: number): readonly Pieces[] => {
  const wrap = { $replaceWith: { from: { $literal: from }, document: "$$ROOT" } };
  const found =
    first === undefined
      ? [{ $match: oneOf("_id", ids) }]
      : [{ $match: first.filter }, { $sort: first.sort }, { $limit: 1 }];
  return [
    { coll: collection.collectionName, pipeline: [...found, { $project: WITHOUT_DERIVED }, wrap] },
    ...(changes === undefined
      ? []
      : [{ coll: changes.collection.collectionName, pipeline: [{ $match: oneOf("terms", ids) }, wrap] }]),
  ];
};

/** Unwraps a document: two elements, each with type, name, zero byte and value. */
const fromPiece = (piece: RawDocument): { readonly from: number; readonly document: RawDocument } => {
  const view = new DataView(piece.buffer, piece.byteOffset, piece.byteLength);
  const from = LENGTH + 1 + "from\0".length;
  const document = from + INT + 1 + "document\0".length;
  return {
    from: view.getInt32(from, true),
    document: piece.subarray(document, document + view.getInt32(document, true)),
  };
};

/** Bytes of the length at the start of a document, and of a small integer. */
const [LENGTH, INT] = [4, 4];
