import type { Taxonomy, UsedTerm } from "@kalends/core";
import type { Page } from "@kalends/core/storage";
import { BSON, type Document, type Filter } from "mongodb";
import { type TermDocument, toRecord, type UsageDocument, WITHOUT_DERIVED } from "../database/documents.ts";
import { idOf, type RawDocument, toRaw } from "../database/record-cache.ts";
import { sumUsage, withChanges } from "../queries/term-usage.ts";
import { BATCH } from "../transactions/coalesced-reads.ts";
import type { Session } from "../transactions/session.ts";
import { type ListStages, type Reader, TOTAL } from "./records.ts";

/** Id and parent of a term, with its usage counts. */
export type UsedNode = Pick<TermDocument, "_id" | "parentId" | "usage">;

interface TermReader extends Omit<Reader<UsedTerm>, "many" | "first"> {
  many(filter: Filter<TermDocument>, options?: { readonly limit?: number }): Promise<readonly UsedTerm[]>;
  /** Returns id, parent and usage counts of all terms of a taxonomy. */
  usedNodes(taxonomy: Taxonomy): Promise<readonly UsedNode[]>;
}

/**
 * Creates the reader of terms. It adds the pending usage changes to the counts of the terms. One read returns
 * both, from the same state.
 */
export const createTermReader = (session: Session): TermReader => {
  const read = (stages: readonly Document[]): Promise<readonly RawDocument[]> =>
    session.read(({ terms, usage, reading, snapshot }) =>
      toRaw(
        terms.aggregate(
          [...stages, { $unionWith: { coll: usage.collectionName, pipeline: [EVERY_CHANGE] } }],
          {
            ...reading,
            ...snapshot,
            batchSize: BATCH,
            raw: true,
          },
        ),
      ),
    );
  const toTerms = (found: readonly RawDocument[]): readonly UsedTerm[] => {
    const { own, changes } = split(found);
    const sums = sumUsage(changes);
    return own.map((bytes) => {
      const term = session.records.toRecord("terms", bytes, (document) =>
        toRecord<UsedTerm>(document as TermDocument),
      );
      const change = sums.get(term.id);
      if (change === undefined) return term;
      return session.records.derive(term, JSON.stringify(change), () => withChanges(term, change));
    });
  };
  const findMany = async (ids: readonly number[]): Promise<readonly UsedTerm[]> =>
    ids.length === 0 ? [] : toTerms(await session.findByIds("terms", ids));
  const many: TermReader["many"] = async (filter, { limit } = {}) =>
    toTerms(
      await read([
        { $match: filter },
        { $sort: { _id: 1 } },
        ...(limit === undefined ? [] : [{ $limit: limit }]),
        { $project: WITHOUT_DERIVED },
      ]),
    );
  return {
    find: async (id) => (await findMany([id]))[0],
    findMany,
    many,
    one: async (filter) => (await many(filter, { limit: 1 }))[0],
    readAfter: (afterId, limit) => many({ _id: { $gt: afterId } }, { limit }),
    async list({ matches, order = [], skip, limit }: ListStages): Promise<Page<UsedTerm>> {
      const found = await read([
        ...matches,
        ...order,
        ...(skip > 0 ? [{ $skip: skip }] : []),
        { $limit: limit },
        { $project: WITHOUT_DERIVED },
        { $unionWith: { coll: session.nameOf("terms"), pipeline: [...matches, { $count: TOTAL }] } },
      ]);
      return { items: toTerms(found), total: split(found).total };
    },
    async usedNodes(taxonomy) {
      const stages = [{ $match: { taxonomy } }, { $project: { parentId: 1, usage: 1 } }];
      const { own, changes } = split(await read(stages));
      const sums = sumUsage(changes);
      return own.map((bytes) => {
        // The type is safe, because the projection has these members.
        const node = BSON.deserialize(bytes) as UsedNode;
        return withChanges(node, sums.get(node._id) ?? {});
      });
    },
  };
};

/** Condition that matches every change. Without a condition, the server would use no index. */
const EVERY_CHANGE = { $match: { terms: { $gt: 0 } } };

/**
 * Divides the result into terms, changes and total. The id of a term is a number, that of a change has
 * another type, and the total has no id.
 */
const split = (
  found: readonly RawDocument[],
): {
  readonly own: readonly RawDocument[];
  readonly changes: readonly UsageDocument[];
  readonly total: number;
} => {
  const isOwn = (bytes: RawDocument): boolean => !Number.isNaN(idOf(bytes));
  const others = found.filter((bytes) => !isOwn(bytes)).map((bytes) => BSON.deserialize(bytes));
  return {
    own: found.filter(isOwn),
    changes: others.filter((document) => document._id !== undefined) as UsageDocument[],
    total: others.find((document) => document._id === undefined)?.[TOTAL] ?? 0,
  };
};
