import type { Page } from "@kalends/core/storage";
import { BSON, type Collection, type Document, type Filter, type FindOptions } from "mongodb";
import {
  type CollectionName,
  collectionOf,
  type Documents,
  type StoredDocument,
} from "../database/collections.ts";
import { WITHOUT_DERIVED } from "../database/documents.ts";
import { idOf, type RawDocument, toRaw } from "../database/record-cache.ts";
import { BATCH, type First } from "../transactions/coalesced-reads.ts";
import type { Session } from "../transactions/session.ts";

/** Stages of the aggregation that reads a list. */
export interface ListStages {
  /** Stages that select the matching documents. */
  readonly matches: readonly Document[];
  /** Stages that sort the matching documents; absent if they are sorted already. */
  readonly order?: readonly Document[];
  readonly skip: number;
  readonly limit: number;
  /** Filter for additional documents that are read and returned after the page. */
  readonly also?: Filter<StoredDocument> | undefined;
}

/** Reads the records of one collection. For `hint` see `Session.read`. */
export interface Reader<T> {
  find(id: number): Promise<T | undefined>;
  findMany(ids: readonly number[]): Promise<readonly T[]>;
  many(filter: Filter<StoredDocument>, options?: FindOptions, hint?: string): Promise<readonly T[]>;
  one(filter: Filter<StoredDocument>, options?: FindOptions): Promise<T | undefined>;
  /** Same as `one`, for frequent reads. One command sends the query together with other look-ups. */
  first(first: First): Promise<T | undefined>;
  readAfter(afterId: number, limit: number): Promise<readonly T[]>;
  /** Reads a page and the number of all matching records with one command. */
  list(stages: ListStages, hint?: string): Promise<Page<T>>;
}

export const createReader = <Name extends CollectionName, T extends object>(
  session: Session,
  name: Name,
  fromDocument: (document: Documents[Name]) => T,
): Reader<T> => {
  // The type is safe, because a collection contains only documents of its own type.
  const convert = (document: Document): T => fromDocument(document as Documents[Name]);
  const toRecord = (bytes: RawDocument): T => session.records.toRecord(name, bytes, convert);
  const read = <A>(
    work: (collection: Collection<StoredDocument>, reading: FindOptions) => Promise<A>,
    hint?: string,
  ): Promise<A> =>
    session.read(
      (access) => work(collectionOf(access, name), { ...access.reading, raw: true, batchSize: BATCH }),
      hint,
    );
  const many: Reader<T>["many"] = (filter, options, hint) =>
    read(async (collection, reading) => {
      const found = collection.find(filter, { ...reading, ...options, projection: WITHOUT_DERIVED });
      return (await toRaw(found)).map(toRecord);
    }, hint);
  const findMany = async (ids: readonly number[]): Promise<readonly T[]> =>
    ids.length === 0 ? [] : (await session.findByIds(name, ids)).map(toRecord);
  return {
    find: async (id) => (await findMany([id]))[0],
    findMany,
    many,
    one: async (filter, options) => (await many(filter, { ...options, limit: 1 }))[0],
    first: async (wanted) => (await session.findFirst(name, wanted)).map(toRecord)[0],
    readAfter: (afterId, limit) => many({ _id: { $gt: afterId } }, { sort: { _id: 1 }, limit }),
    list: ({ matches, order = [], skip, limit, also }, hint) =>
      read(async (collection, reading) => {
        const union = (pipeline: readonly Document[]): Document => ({
          $unionWith: { coll: collection.collectionName, pipeline },
        });
        const found = await toRaw(
          collection.aggregate(
            [
              ...matches,
              ...order,
              ...(skip > 0 ? [{ $skip: skip }] : []),
              { $limit: limit },
              { $project: WITHOUT_DERIVED },
              ...(also === undefined ? [] : [union([{ $match: also }, { $project: WITHOUT_DERIVED }])]),
              union([...matches, { $count: TOTAL }]),
            ],
            reading,
          ),
        );
        // `$count` returns no document if nothing matches.
        const counted = found.find((bytes) => Number.isNaN(idOf(bytes)));
        return {
          items: found.filter((bytes) => bytes !== counted).map(toRecord),
          total: counted === undefined ? 0 : Number(BSON.deserialize(counted)[TOTAL]),
        };
      }, hint),
  };
};

/** Name of the member in the result of `$count`. That result has no id. */
export const TOTAL = "total";
