import type { Page } from "@kalends/core";
import type { Collection, Filter, FindOptions } from "mongodb";
import {
  type CollectionName,
  collectionOf,
  type Documents,
  type StoredDocument,
} from "../database/collections.ts";
import { WITHOUT_DERIVED } from "../database/documents.ts";
import { BATCH } from "../transactions/coalesced-reads.ts";
import type { Session } from "../transactions/session.ts";

/** Reads the records of one collection. `hint`: see `Session.read`. */
export interface Reader<T> {
  find(id: number): Promise<T | undefined>;
  findMany(ids: readonly number[]): Promise<readonly T[]>;
  many(filter: Filter<StoredDocument>, options?: FindOptions, hint?: string): Promise<readonly T[]>;
  one(filter: Filter<StoredDocument>, options?: FindOptions): Promise<T | undefined>;
  readAfter(afterId: number, limit: number): Promise<readonly T[]>;
  /** A page as `options` have it, and the number of all matches. */
  list(filter: Filter<StoredDocument>, options: FindOptions, hint?: string): Promise<Page<T>>;
}

export const createReader = <Name extends CollectionName, T>(
  session: Session,
  name: Name,
  fromDocument: (document: Documents[Name]) => T,
): Reader<T> => {
  // What is found in a collection is of its type.
  const toRecord = (document: StoredDocument): T => fromDocument(document as unknown as Documents[Name]);
  const read = <A>(
    work: (collection: Collection<StoredDocument>, reading: FindOptions) => Promise<A>,
    hint?: string,
  ): Promise<A> => session.read((access) => work(collectionOf(access, name), access.reading), hint);
  const many: Reader<T>["many"] = (filter, options, hint) =>
    read(async (collection, reading) => {
      const all = { ...reading, ...options, projection: WITHOUT_DERIVED, batchSize: BATCH };
      return (await collection.find(filter, all).toArray()).map(toRecord);
    }, hint);
  const findMany = async (ids: readonly number[]): Promise<readonly T[]> =>
    ids.length === 0 ? [] : (await session.findByIds(name, ids)).map(toRecord);
  return {
    find: async (id) => (await findMany([id]))[0],
    findMany,
    many,
    one: async (filter, options) => (await many(filter, { ...options, limit: 1 }))[0],
    readAfter: (afterId, limit) => many({ _id: { $gt: afterId } }, { sort: { _id: 1 }, limit }),
    async list(filter, options, hint) {
      const [items, total] = await Promise.all([
        many(filter, options, hint),
        read((collection, reading) => collection.countDocuments(filter, reading), hint),
      ]);
      return { items, total };
    },
  };
};
