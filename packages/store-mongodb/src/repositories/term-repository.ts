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
  const {
    findMany,
    many,
    one,
    readAfter,
    list: listPage,
  } = createReader(session, "terms", toRecord<UsedTerm>);

  const nodes = (filter: Filter<TermDocument>): Promise<readonly TreeNode[]> =>
    session.read(({ terms, reading }) =>
      terms.find(filter, { ...reading, projection: { parentId: 1 }, batchSize: BATCH }).toArray(),
    );

  const idsAbove = (below: readonly TreeNode[]): Promise<readonly number[]> =>
    reach(parentsOf(below), async (ids) => parentsOf(await nodes(oneOf("_id", ids))));

  const contextOf = async (query: TermQuery): Promise<TermContext> => {
    const [ofEvent, used] = await Promise.all([
      query.eventId === undefined ? undefined : termsOfEvent(session, query.eventId),
      query.hideEmpty && query.taxonomy === "category" && query.countedStatuses.length > 0
        ? nodes({ taxonomy: "category", $or: [...isUsed(query.countedStatuses)] })
        : [],
    ]);
    return { ...(ofEvent !== undefined && { ofEvent }), aboveUsed: await idsAbove(used) };
  };

  const list = async (query: TermQuery): Promise<Page<UsedTerm>> => {
    const matches = [{ $match: toTermFilter(query, await contextOf(query)) }];
    return listPage({ matches, order: toTermOrder(query), ...toLimits(query) });
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
      if (ids.length === 0) return [];
      const idsOf = async (filter: Filter<TermDocument>): Promise<readonly number[]> =>
        (await nodes({ ...filter, taxonomy: "category" })).map(({ _id }) => _id);
      const found = await idsOf({ $or: [oneOf("_id", ids), oneOf("parentId", ids)] });
      const below = found.filter((id) => !ids.includes(id));
      return [...new Set([...found, ...(await reach(below, (level) => idsOf(oneOf("parentId", level))))])];
    },
    async ancestors(ids) {
      if (ids.length === 0) return [];
      const above = await idsAbove(await nodes({ ...oneOf("_id", ids), taxonomy: "category" }));
      const found = above.length === 0 ? [] : await many(oneOf("_id", above));
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

const parentsOf = (nodes: readonly TreeNode[]): readonly number[] => [
  ...new Set(nodes.map(({ parentId }) => parentId).filter((id) => id !== 0)),
];

/** These ids and all that they lead to, level by level, each once, also where they lead in a circle. */
const reach = async (
  start: readonly number[],
  next: (level: readonly number[]) => Promise<readonly number[]>,
): Promise<readonly number[]> => {
  const found = new Set(start);
  for (let level = start; level.length > 0; ) {
    level = (await next(level)).filter((id) => !found.has(id));
    for (const id of level) found.add(id);
  }
  return [...found];
};

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
