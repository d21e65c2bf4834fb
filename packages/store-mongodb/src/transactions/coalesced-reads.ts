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

/** Number of documents in one response of the server. */
export const BATCH = 1000;
/**
 * Number of milliseconds for which callers wait for a running read of the same list. Reading a slow list
 * several times at once would not be faster.
 */
const LIST_PATIENCE = 5000;
/** Number of milliseconds for which callers wait for a running look-up. */
const LOOK_UP_PATIENCE = 500;
/** Options for look-ups, which are combined only outside of transactions. */
const READING: Access["reading"] = { maxTimeMS: MAX_READ };
/** Number of ids after which a command accepts no more look-ups. */
const MAX_IDS_PER_COMMAND = 1000;

/** Number of ids that one look-up of a first document counts as, for `MAX_IDS_PER_COMMAND`. */
const FIRST_COSTS_IDS = 20;

/**
 * Resolves when the work has finished, but at the latest after this many milliseconds, because its connection
 * may be lost. Never rejects.
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

/** Runs one read of a key for all callers that request it at the same time. */
type Coalescer = <T>(key: string, read: () => Promise<T>) => Promise<T>;

/**
 * Creates the function that combines reads.
 * Callers that arrive during a read of the same key wait for it and then share the next read. Each result is
 * thus read after it was requested, and contains all earlier writes. Nothing is cached.
 */
export const createCoalescer = (patience: number = LIST_PATIENCE): Coalescer => {
  const current = new Map<string, Promise<unknown>>();
  const next = new Map<string, Promise<unknown>>();
  const begin = <T>(key: string, read: () => Promise<T>): Promise<T> => {
    const result = read().finally(() => {
      // Another read of the same key may have begun in the meantime.
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
    // The type is safe, because the same key is always read by the same function.
    return result as Promise<T>;
  };
};

/** Selects the first document that passes a filter, in a given order. */
export interface First {
  readonly filter: Document;
  readonly sort: Readonly<Record<string, 1 | -1>>;
}

/** Look-up of documents by ids, or of a first document. Derived data is left out. */
interface Lookup {
  readonly collection: Collection<StoredDocument>;
  readonly ids: readonly number[];
  readonly first?: First;
  /**
   * Collection of pending usage changes. If set, the look-up also returns the changes of the terms in `ids`,
   * from the same state.
   */
  readonly changes?: Changes | undefined;
}

interface Changes extends Pick<Access, "snapshot"> {
  readonly collection: Collection<UsageDocument>;
}

/** Finds documents, in no particular order. */
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
 * Creates the function for look-ups.
 * Look-ups that arrive while others run wait for them, and are then sent in one command, even for different
 * collections. Sending is the main cost of a look-up, and many are requested at the same time.
 * Each is sent after it was requested, so it returns all earlier writes.
 */
export const createLookUp = (patience: number = LOOK_UP_PATIENCE): LookUp => {
  const waiting: Waiting[] = [];
  let isSending = false;
  const send = async (): Promise<void> => {
    isSending = true;
    // The look-ups of one list are requested in the same turn of the event loop.
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

/**
 * Divides look-ups into several commands, because very large commands are slow or exceed limits of the
 * server.
 */
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

/** Runs look-ups and resolves or rejects the promise of each. It never rejects itself. */
const resolveAll = async (all: readonly Waiting[]): Promise<void> => {
  try {
    const results = await findEach(all, READING);
    for (const [index, { resolve }] of all.entries()) resolve(results[index] ?? []);
  } catch (error) {
    for (const { reject } of all) reject(error);
  }
};

/**
 * Runs look-ups of any collections in one command; inside a transaction if `reading` has one. Returns the
 * result of each look-up.
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

/** Sends the look-ups in one command and returns the results in their order. */
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

/**
 * Returns the pipelines of a look-up. They wrap each document together with the index of the look-up. The
 * bytes of the document itself stay unchanged.
 */
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

/**
 * Returns the document in a wrapper. The wrapper has two elements, each with type, name, a zero byte and the
 * value.
 */
const fromPiece = (piece: RawDocument): { readonly from: number; readonly document: RawDocument } => {
  const view = new DataView(piece.buffer, piece.byteOffset, piece.byteLength);
  const from = LENGTH + 1 + "from\0".length;
  const document = from + INT + 1 + "document\0".length;
  return {
    from: view.getInt32(from, true),
    document: piece.subarray(document, document + view.getInt32(document, true)),
  };
};

/** Number of bytes of the length at the start of a document, and of an integer. */
const [LENGTH, INT] = [4, 4];
