import type { Collection, Document } from "mongodb";
import { oneOf } from "./clauses.ts";
import type { Access } from "./collections.ts";
import { WITHOUT_DERIVED } from "./documents.ts";

/** Finds documents by their ids, without what is derived, in no particular order. */
export type LookUp = <D extends Document>(
  collection: Collection<D>,
  ids: readonly number[],
) => Promise<readonly D[]>;

/** One look-up alone, as part of a unit of work if `options` name one. */
export const findByIds = <D extends Document>(
  collection: Collection<D>,
  ids: readonly number[],
  options: Access["options"],
): Promise<D[]> => {
  const found = (collection as unknown as Collection<Document>).find(oneOf("_id", ids), {
    ...options,
    projection: WITHOUT_DERIVED,
    batchSize: BATCH,
  });
  // What was found in a collection is of its type.
  return found.toArray() as unknown as Promise<D[]>;
};

/** As many look-ups go into one command. */
const MOST = 8;
/** As many documents come in one answer. */
export const BATCH = 1000;

interface Wanted {
  readonly collection: Collection<Document>;
  readonly ids: readonly number[];
  answer(documents: readonly Document[]): void;
  refuse(error: unknown): void;
}

/**
 * Look-ups that are asked for at the same time, such as those of the venues, organizers and terms of a list, are sent as one
 * command: most of what a look-up costs is to send it.
 */
export const createLookUp = (): LookUp => {
  let waiting: Wanted[] = [];
  const send = (): void => {
    const all = waiting;
    waiting = [];
    for (let first = 0; first < all.length; first += MOST) void answerAll(all.slice(first, first + MOST));
  };
  return <D extends Document>(collection: Collection<D>, ids: readonly number[]) =>
    new Promise<readonly D[]>((resolve, reject) => {
      if (waiting.length === 0) queueMicrotask(send);
      waiting.push({
        collection: collection as unknown as Collection<Document>,
        ids,
        // What was found in a collection is of its type.
        answer: (documents) => resolve(documents as readonly D[]),
        refuse: reject,
      });
    });
};

/** Settles all of them; never rejects. */
const answerAll = async (all: readonly Wanted[]): Promise<void> => {
  try {
    const found = await findAll(all);
    for (const [index, { answer }] of all.entries()) answer(found[index] ?? []);
  } catch (error) {
    for (const { refuse } of all) refuse(error);
  }
};

const findAll = async (all: readonly Wanted[]): Promise<readonly (readonly Document[])[]> => {
  const [first, ...others] = all;
  if (first === undefined) return [];
  if (others.length === 0) return [await findByIds(first.collection, first.ids, {})];
  const pipelines = all.map(({ ids }, index) => [{ $match: oneOf("_id", ids) }, { $set: { lookUp: index } }]);
  const stages = [
    ...(pipelines[0] ?? []),
    ...others.map(({ collection }, index) => ({
      $unionWith: { coll: collection.collectionName, pipeline: pipelines[index + 1] },
    })),
    { $project: WITHOUT_DERIVED },
  ];
  const answers: Document[][] = all.map(() => []);
  const found = await first.collection.aggregate(stages, { batchSize: BATCH }).toArray();
  for (const { lookUp, ...document } of found) answers[lookUp]?.push(document);
  return answers;
};
