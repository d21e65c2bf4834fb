import type { Collection, Document } from "mongodb";
import {
  type Access,
  type CollectionName,
  collectionOf,
  LONGEST_READ,
  type StoredDocument,
} from "../database/collections.ts";
import { type UsageDocument, WITHOUT_DERIVED } from "../database/documents.ts";
import { idOf, type RawDocument, toRaw } from "../database/record-cache.ts";
import { oneOf } from "../queries/clauses.ts";

/** As many documents come in one answer. */
export const BATCH = 1000;
/** Milliseconds for which others wait for a list: what takes long is not helped by reading it several times at once. */
const LIST_PATIENCE = 5000;
/** Milliseconds for which others wait for a look-up. */
const LOOK_UP_PATIENCE = 500;
/** Look-ups are only sent together outside of transactions. */
const READING: Access["reading"] = { maxTimeMS: LONGEST_READ };
/** A command takes no more look-ups once they ask for as many ids. */
const ENOUGH = 1000;

/** One that is the first takes as much of a command as so many ids. */
const AS_MUCH = 20;

/** Resolves when the work is settled, at the latest after as many milliseconds: its connection may be dead. Never rejects. */
const settledWithin = (work: Promise<unknown>, milliseconds: number): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    const done = (): void => {
      clearTimeout(timer);
      resolve();
    };
    work.then(done, done);
  });

/** Reads what a key stands for once for all callers that ask for it. */
type Coalescer = <T>(key: string, read: () => Promise<T>) => Promise<T>;

/**
 * Callers that ask for what is being read already wait until that is done, and are then answered together by reading it once
 * more: each answer was read after it was asked for, so that it has all that was written before. Nothing is kept.
 */
export const createCoalescer = (patience: number = LIST_PATIENCE): Coalescer => {
  const current = new Map<string, Promise<unknown>>();
  const next = new Map<string, Promise<unknown>>();
  const begin = <T>(key: string, read: () => Promise<T>): Promise<T> => {
    const answer = read().finally(() => {
      // Another read of the key may have begun meanwhile.
      if (current.get(key) === answer) current.delete(key);
    });
    current.set(key, answer);
    return answer;
  };
  return <T>(key: string, read: () => Promise<T>) => {
    const underWay = current.get(key);
    if (underWay === undefined) return begin(key, read);
    const answer =
      next.get(key) ??
      settledWithin(underWay, patience).then(() => {
        next.delete(key);
        return begin(key, read);
      });
    next.set(key, answer);
    // One key is always read in one way.
    return answer as Promise<T>;
  };
};

/** The first document that passes a filter, in an order. */
export interface First {
  readonly filter: Document;
  readonly sort: Readonly<Record<string, 1 | -1>>;
}

/** What is looked up: documents by their ids, or one that is the first, without what is derived. */
interface Wanted {
  readonly collection: Collection<StoredDocument>;
  readonly ids: readonly number[];
  readonly first?: First;
  /** What changes documents that it names as `terms` is answered, too, as it was at the same moment. */
  readonly changes?: Changes | undefined;
}

interface Changes extends Pick<Access, "snapshot"> {
  readonly collection: Collection<UsageDocument>;
}

/** Finds documents in no particular order. */
type LookUp = (wanted: Wanted) => Promise<readonly RawDocument[]>;

export const toWanted = (access: Access, name: CollectionName, ids: readonly number[]): Wanted => ({
  collection: collectionOf(access, name),
  ids,
  ...(name === "terms" && { changes: { collection: access.usage, snapshot: access.snapshot } }),
});

export const toFirst = (access: Access, name: CollectionName, first: First): Wanted => ({
  collection: collectionOf(access, name),
  ids: [],
  first,
});

const findOnly = (
  { collection, ids, first, changes }: Wanted,
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

interface Waiting extends Wanted {
  resolve(documents: readonly RawDocument[]): void;
  reject(error: unknown): void;
}

/**
 * Look-ups that are asked for while others are under way wait for these and are then sent together, of whatever collections:
 * most of what a look-up costs is to send it, and much of what is asked for at the same time is the same. Each is sent after
 * it was asked for, so that it sees all that was written before.
 */
export const createLookUp = (patience: number = LOOK_UP_PATIENCE): LookUp => {
  const waiting: Waiting[] = [];
  let isSending = false;
  const send = async (): Promise<void> => {
    isSending = true;
    // Those of one list are asked for one after another, but at once.
    await Promise.resolve();
    while (waiting.length > 0)
      await settledWithin(Promise.all(toBatches(waiting.splice(0)).map(answerAll)), patience);
    isSending = false;
  };
  return (wanted) =>
    new Promise((resolve, reject) => {
      waiting.push({ ...wanted, resolve, reject });
      if (!isSending) void send();
    });
};

/** A command gets slow, or too long, when it asks for very much. */
export const toBatches = <W extends Wanted>(all: readonly W[]): readonly (readonly W[])[] => {
  const batches: W[][] = [];
  let ids = ENOUGH;
  for (const one of all) {
    if (ids >= ENOUGH) {
      batches.push([]);
      ids = 0;
    }
    batches.at(-1)?.push(one);
    ids += one.first === undefined ? one.ids.length : AS_MUCH;
  }
  return batches;
};

/** Settles all of them; never rejects. */
const answerAll = async (all: readonly Waiting[]): Promise<void> => {
  try {
    const answers = await findEach(all, READING);
    for (const [index, { resolve }] of all.entries()) resolve(answers[index] ?? []);
  } catch (error) {
    for (const { reject } of all) reject(error);
  }
};

/** Look-ups of whatever collections in one command, as part of a transaction if `reading` names one: what each is answered. */
export const findEach = async (
  all: readonly Wanted[],
  reading: Access["reading"],
): Promise<readonly (readonly RawDocument[])[]> => {
  const [firsts, byIds] = [all.filter(({ first }) => first), all.filter(({ first }) => !first)];
  const collections = new Map(byIds.map((one) => [one.collection.collectionName, one]));
  const wanted = [...collections].map(([name, { collection, changes }]) => ({
    collection,
    changes,
    ids: byIds.filter((one) => one.collection.collectionName === name).flatMap(({ ids }) => ids),
  }));
  const answers = await findAll([...wanted, ...firsts], reading);
  const found = new Map(
    wanted.map(({ collection }, index) => {
      const documents = answers[index] ?? [];
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
    if (first !== undefined) return answers[wanted.length + firsts.indexOf(one)] ?? [];
    const { byId, changes = [] } = found.get(collection.collectionName) ?? {};
    const documents = [...new Set(ids)].map((id) => byId?.get(id)).filter((one) => one !== undefined);
    return [...documents, ...changes];
  });
};

/** What each is answered, in their order: in one command. */
const findAll = async (
  all: readonly Wanted[],
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
  const answers: RawDocument[][] = all.map(() => []);
  for (const piece of await toRaw(
    first.collection.aggregate(stages, { ...reading, ...snapshot, batchSize: BATCH, raw: true }),
  )) {
    const { from, document } = fromPiece(piece);
    answers[from]?.push(document);
  }
  return answers;
};

interface Pieces {
  readonly coll: string;
  readonly pipeline: readonly Document[];
}

/** Wraps each document with the place of what it answers, so that its own bytes are as they are elsewhere. */
const toPieces = ({ collection, ids, first, changes }: Wanted, from: number): readonly Pieces[] => {
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

/** Takes a wrapped document apart as it was put together: two elements, each a type, a name, a zero and a value. */
const fromPiece = (piece: RawDocument): { readonly from: number; readonly document: RawDocument } => {
  const view = new DataView(piece.buffer, piece.byteOffset, piece.byteLength);
  const from = LENGTH + 1 + "from\0".length;
  const document = from + INT + 1 + "document\0".length;
  return {
    from: view.getInt32(from, true),
    document: piece.subarray(document, document + view.getInt32(document, true)),
  };
};

/** Bytes of the length that a document begins with, and of a small whole number. */
const [LENGTH, INT] = [4, 4];
