import type { Collection, Document } from "mongodb";
import { oneOf } from "./clauses.ts";
import { type Access, LONGEST_READ } from "./collections.ts";
import { WITHOUT_DERIVED } from "./documents.ts";
import { settledInTime } from "./settled-in-time.ts";

/** Finds documents by their ids, without what is derived, in no particular order. */
export type LookUp = <D extends Document>(
  collection: Collection<D>,
  ids: readonly number[],
) => Promise<readonly D[]>;

/** One look-up alone, as part of a unit of work if `reading` names one. */
export const findByIds = <D extends Document>(
  collection: Collection<D>,
  ids: readonly number[],
  reading: Access["reading"],
): Promise<D[]> => {
  const found = (collection as unknown as Collection<Document>).find(oneOf("_id", ids), {
    ...reading,
    projection: WITHOUT_DERIVED,
    batchSize: BATCH,
  });
  // What was found in a collection is of its type.
  return found.toArray() as unknown as Promise<D[]>;
};

/** As many documents come in one answer. */
export const BATCH = 1000;
/** Milliseconds for which others wait for a look-up. */
const PATIENCE = 500;
/** They are sent outside of units of work. */
const READING: Access["reading"] = { maxTimeMS: LONGEST_READ };
/** A command takes no more look-ups once they ask for as many ids. */
const ENOUGH = 1000;

/** Look-ups in one collection. */
interface Wanted {
  readonly collection: Collection<Document>;
  readonly ids: readonly number[];
}

interface Asked extends Wanted {
  answer(documents: readonly Document[]): void;
  refuse(error: unknown): void;
}

/**
 * Look-ups that are asked for while others are under way wait for these and are then sent together, of whatever collections:
 * most of what a look-up costs is to send it, and much of what is asked for at the same time is the same. Each is sent after
 * it was asked for, so that it sees all that was written before.
 */
export const createLookUp = (patience: number = PATIENCE): LookUp => {
  const waiting: Asked[] = [];
  let isSending = false;
  const send = async (): Promise<void> => {
    isSending = true;
    // Those of one list are asked for one after another, but at once.
    await Promise.resolve();
    while (waiting.length > 0) {
      await settledInTime(Promise.all(toBatches(waiting.splice(0)).map(answerAll)), patience);
    }
    isSending = false;
  };
  return <D extends Document>(collection: Collection<D>, ids: readonly number[]) =>
    new Promise<readonly D[]>((resolve, reject) => {
      waiting.push({
        collection: collection as unknown as Collection<Document>,
        ids,
        // What was found in a collection is of its type.
        answer: (documents) => resolve(documents as readonly D[]),
        refuse: reject,
      });
      if (!isSending) void send();
    });
};

const toBatches = (all: readonly Asked[]): readonly (readonly Asked[])[] => {
  const batches: Asked[][] = [];
  let ids = ENOUGH;
  for (const asked of all) {
    if (ids >= ENOUGH) {
      batches.push([]);
      ids = 0;
    }
    batches.at(-1)?.push(asked);
    ids += asked.ids.length;
  }
  return batches;
};

/** Settles all of them; never rejects. */
const answerAll = async (all: readonly Asked[]): Promise<void> => {
  try {
    const found = await findAll(gather(all));
    for (const { collection, ids, answer } of all) {
      const documents = found.get(collection.collectionName);
      answer([...new Set(ids)].map((id) => documents?.get(id)).filter((document) => document !== undefined));
    }
  } catch (error) {
    for (const { refuse } of all) refuse(error);
  }
};

/** One for each collection. */
const gather = (all: readonly Wanted[]): readonly Wanted[] => {
  const gathered = new Map<string, Wanted & { readonly ids: number[] }>();
  for (const { collection, ids } of all) {
    const wanted = gathered.get(collection.collectionName) ?? { collection, ids: [] };
    wanted.ids.push(...ids);
    gathered.set(collection.collectionName, wanted);
  }
  return [...gathered.values()];
};

/** By collection and id. */
const findAll = async (
  all: readonly Wanted[],
): Promise<ReadonlyMap<string, ReadonlyMap<number, Document>>> => {
  const found = all.map(() => new Map<number, Document>());
  for (const { from = 0, ...document } of await ask(all)) found[from]?.set(document._id, document);
  return new Map(all.map(({ collection }, index) => [collection.collectionName, found[index] ?? new Map()]));
};

/** Where there are several collections, each document tells by its `from` which one it comes from. */
const ask = async (all: readonly Wanted[]): Promise<readonly Document[]> => {
  const [first, ...others] = all;
  if (first === undefined) return [];
  if (others.length === 0) return findByIds(first.collection, first.ids, READING);
  const pipelineOf = ({ ids }: Wanted, from: number) => [{ $match: oneOf("_id", ids) }, { $set: { from } }];
  const stages = [
    ...pipelineOf(first, 0),
    ...others.map((other, index) => ({
      $unionWith: { coll: other.collection.collectionName, pipeline: pipelineOf(other, index + 1) },
    })),
    { $project: WITHOUT_DERIVED },
  ];
  return first.collection.aggregate(stages, { ...READING, batchSize: BATCH }).toArray();
};
