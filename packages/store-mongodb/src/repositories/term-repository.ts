import {
  foldText,
  type Page,
  type Term,
  type TermQuery,
  type TermRepository,
  type TermUsage,
  type UsedTerm,
} from "@kalends/core";
import type { Filter } from "mongodb";
import type { Access } from "../database/collections.ts";
import { type TermDocument, toMembers, toRecord, WITHOUT_DERIVED } from "../database/documents.ts";
import { oneOf, toLimits } from "../queries/clauses.ts";
import { unlinkTerm } from "../queries/event-links.ts";
import { isUsed, type TermContext, toTermFilter, toTermOrder } from "../queries/term-query.ts";
import { BATCH } from "../transactions/coalesced-reads.ts";
import { lockPredicate } from "../transactions/locks.ts";
import type { Session } from "../transactions/session.ts";
import { reserveKeys, type UniqueKey } from "../transactions/unique-keys.ts";
import { createReader } from "./records.ts";

const toKey = ({ taxonomy, slug }: Pick<Term, "taxonomy" | "slug">): UniqueKey => ({
  kind: taxonomy,
  name: slug,
});

export const createTermRepository = (session: Session): TermRepository => {
  const { findMany, many, one, readAfter } = createReader(session, "terms", toRecord<UsedTerm>);

  const nodes = (filter: Filter<TermDocument>): Promise<readonly TreeNode[]> =>
    session.read(({ terms, reading }) =>
      terms.find(filter, { ...reading, projection: { parentId: 1 }, batchSize: BATCH }).toArray(),
    );

  /** The ids of all above these terms, level by level, also where they are each other's parents. */
  const idsAbove = async (below: readonly TreeNode[]): Promise<ReadonlySet<number>> => {
    const above = new Set<number>();
    for (let level = below; level.length > 0; ) {
      const next = new Set(level.map(({ parentId }) => parentId).filter((id) => id !== 0 && !above.has(id)));
      for (const id of next) above.add(id);
      level = next.size === 0 ? [] : await nodes(oneOf("_id", [...next]));
    }
    return above;
  };

  const contextOf = async (query: TermQuery): Promise<TermContext> => {
    const [ofEvent, used] = await Promise.all([
      query.eventId === undefined ? undefined : termsOfEvent(session, query.eventId),
      query.hideEmpty && query.taxonomy === "category" && query.countedStatuses.length > 0
        ? nodes({ taxonomy: "category", $or: [...isUsed(query.countedStatuses)] })
        : [],
    ]);
    return { ...(ofEvent !== undefined && { ofEvent }), aboveUsed: [...(await idsAbove(used))] };
  };

  const list = async (query: TermQuery): Promise<Page<UsedTerm>> => {
    const filter = toTermFilter(query, await contextOf(query));
    const { skip, limit } = toLimits(query);
    const [items, total] = await Promise.all([
      session.read(({ terms, reading }) =>
        terms
          .aggregate<TermDocument>(
            [
              { $match: filter },
              ...toTermOrder(query),
              { $skip: skip },
              { $limit: limit },
              { $project: WITHOUT_DERIVED },
            ],
            { ...reading, batchSize: BATCH },
          )
          .toArray(),
      ),
      session.read(({ terms, reading }) => terms.countDocuments(filter, reading)),
    ]);
    return { items: items.map(toRecord<UsedTerm>), total };
  };

  return {
    find: async (taxonomy, id) => (await findMany([id])).find((term) => term.taxonomy === taxonomy),
    findMany,
    findBySlug: (taxonomy, slug) => one({ taxonomy, slug }),
    async findByName(taxonomy, name) {
      const lowerName = name.toLowerCase();
      // A transaction that finds none may go on to store one.
      if (session.inTransaction) await session.write((access) => lockPredicate(access, taxonomy, lowerName));
      return many({ taxonomy, "derived.lowerName": lowerName }, { sort: { _id: 1 } });
    },
    async withDescendants(ids) {
      const found = new Set<number>();
      for (let level = ids; level.length > 0; ) {
        const terms = await nodes({
          taxonomy: "category",
          $or: [oneOf("_id", level), oneOf("parentId", level)],
        });
        // Only of the first level it is not known yet which exist.
        level = terms.map(({ _id }) => _id).filter((id) => !found.has(id) && !level.includes(id));
        for (const { _id } of terms) found.add(_id);
      }
      return [...found];
    },
    async ancestors(ids) {
      if (ids.length === 0) return [];
      const above = await idsAbove(await nodes({ ...oneOf("_id", ids), taxonomy: "category" }));
      const found = above.size === 0 ? [] : await many(oneOf("_id", [...above]));
      return found.map(({ usage: _usage, ...term }) => term);
    },
    list: (query) => session.coalesce(`terms ${JSON.stringify(query)}`, () => list(query)),
    save: (term) => session.write((access) => save(access, term)),
    remove: (id) => session.write((access) => remove(access, id)),
    readAfter,
  };
};

/** Where a term is in the tree. */
type TreeNode = Pick<TermDocument, "_id" | "parentId">;

const termsOfEvent = (session: Session, eventId: number): Promise<readonly number[]> =>
  session.read(async ({ events, reading }) => {
    const projection = { categoryIds: 1, tagIds: 1 } as const;
    const found = await events.findOne({ _id: eventId }, { ...reading, projection });
    return found === null ? [] : [...found.categoryIds, ...found.tagIds];
  });

/** Conflict: hanging a category below another one, and moving or removing categories. */
const TREE = "category-tree";

const save = async (access: Access, term: Term): Promise<boolean> => {
  const { terms, reading, writing } = access;
  const old = await terms.findOne({ _id: term.id }, { ...reading, projection: WITHOUT_DERIVED });
  const held = old === null ? undefined : toKey(old);
  if (!(await reserveKeys(access, term.id, { wanted: toKey(term), held }))) return false;
  if (term.parentId !== (old?.parentId ?? 0)) await lockPredicate(access, TREE);
  const { _id, ...members } = toMembers(term);
  await terms.replaceOne(
    { _id },
    {
      ...members,
      usage: old?.usage ?? (await usageOf(access, term.id)),
      derived: { lowerName: term.name.toLowerCase(), foldedName: foldText(term.name) },
    },
    { ...writing, upsert: true },
  );
  return true;
};

/** Events may have had the id before there was such a term. */
const usageOf = async ({ events, reading }: Access, id: number): Promise<TermUsage> => {
  const filter = { $or: [{ categoryIds: id }, { tagIds: id }], "derived.listed": { $exists: true } };
  const counts = await events
    .aggregate<{ readonly _id: string; readonly count: number }>(
      [{ $match: filter }, { $group: { _id: "$status", count: { $sum: 1 } } }],
      reading,
    )
    .toArray();
  return Object.fromEntries(counts.map(({ _id: status, count }) => [status, count]));
};

const remove = async (access: Access, id: number): Promise<boolean> => {
  const { terms, writing } = access;
  const old = await terms.findOneAndDelete({ _id: id }, writing);
  if (old === null) return false;
  await reserveKeys(access, id, { held: toKey(old) });
  await lockPredicate(access, TREE);
  await unlinkTerm(access, id);
  await terms.updateMany({ parentId: id }, { $set: { parentId: old.parentId } }, writing);
  return true;
};
