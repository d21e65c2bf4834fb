import type { Taxonomy, Term, UsedTerm } from "@kalends/core";
import { foldText, type Page, type TermQuery, type TermRepository } from "@kalends/core/storage";
import type { Filter } from "mongodb";
import type { Access } from "../database/collections.ts";
import { type TermDocument, toMembers, WITHOUT_DERIVED } from "../database/documents.ts";
import { readPending, withTargets } from "../merging/pending-merges.ts";
import { oneOf, toLimits } from "../queries/clauses.ts";
import { REVISED, unlinkTerm } from "../queries/event-links.ts";
import {
  type ExternalIdScope,
  findExternalId,
  idsWithExternalId,
  toExternalKeys,
} from "../queries/external-ids.ts";
import { toTermFilter, toTermOrder } from "../queries/term-query.ts";
import { countUsage } from "../queries/term-usage.ts";
import { BATCH } from "../transactions/coalesced-reads.ts";
import { lockPredicate } from "../transactions/locks.ts";
import type { Session } from "../transactions/session.ts";
import { reserveKeys, toExternalKeyIds, type UniqueKey } from "../transactions/unique-keys.ts";
import { createTermReader, type UsedNode } from "./term-reader.ts";

const toKey = ({ taxonomy, slug }: Pick<Term, "taxonomy" | "slug">): UniqueKey => ({
  kind: taxonomy,
  name: slug,
});

export const createTermRepository = (session: Session): TermRepository => {
  const reader = createTermReader(session);
  const { findMany, many } = reader;

  const nodes = (filter: Filter<TermDocument>): Promise<readonly TreeNode[]> =>
    session.read(({ terms, reading }) =>
      terms.find(filter, { ...reading, projection: { parentId: 1 }, batchSize: BATCH }).toArray(),
    );

  const idsAbove = (below: readonly TreeNode[]): Promise<readonly number[]> =>
    reach(parentsOf(below), async (ids) => parentsOf(await nodes(oneOf("_id", ids))));

  const scopeOf = (taxonomy: Taxonomy): ExternalIdScope => ({ collection: "terms", taxonomy });

  const list = async (query: TermQuery): Promise<Page<UsedTerm>> => {
    const isByCount = query.order.by === "count";
    const [ofEvent, named, all] = await Promise.all([
      query.eventId === undefined ? undefined : termsOfEvent(session, query.eventId),
      query.externalId && idsWithExternalId(session, scopeOf(query.taxonomy), query.externalId),
      query.hideEmpty || isByCount ? reader.usedNodes(query.taxonomy) : [],
    ]);
    const counts = countsOf(all, query.countedStatuses);
    const context = {
      ...(ofEvent !== undefined && { ofEvent }),
      ...(named !== undefined && { named }),
      ...(query.hideEmpty && { used: usedAndAbove(all, counts) }),
    };
    const matches = [{ $match: toTermFilter(query, context) }];
    const { skip, limit } = toLimits(query);
    if (!isByCount) return reader.list({ matches, order: toTermOrder(query), skip, limit });
    const found = await session.read(({ terms, reading }) =>
      terms
        .aggregate<Pick<TermDocument, "_id">>([...matches, { $project: { _id: 1 } }], {
          ...reading,
          batchSize: BATCH,
        })
        .toArray(),
    );
    const direction = query.order.descending ? -1 : 1;
    const ids = found
      .map(({ _id }) => _id)
      .sort((one, other) => direction * (countOf(counts, one) - countOf(counts, other)) || one - other)
      .slice(skip, skip + limit);
    const byId = new Map((await findMany(ids)).map((term) => [term.id, term]));
    return {
      items: ids.map((id) => byId.get(id)).filter((term) => term !== undefined),
      total: found.length,
    };
  };

  return {
    find: async (taxonomy, id) => (await findMany([id])).find((term) => term.taxonomy === taxonomy),
    findMany,
    findBySlug: (taxonomy, slug) => reader.one({ taxonomy, slug }),
    async findByName(taxonomy, name) {
      const lowerName = name.toLowerCase();
      const found = await many({ taxonomy, "derived.lowerName": lowerName });
      // A transaction that finds no term may store one, so it must conflict with others that store the same
      // name.
      if (found.length === 0 && session.inTransaction)
        await session.write((access) => lockPredicate(access, taxonomy, lowerName));
      return found;
    },
    async findByExternalId(taxonomy, externalId) {
      const id = await findExternalId(session, scopeOf(taxonomy), externalId);
      return id === undefined ? undefined : reader.find(id);
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
    readAfter: reader.readAfter,
  };
};

/** Id and parent of a category. */
type TreeNode = Pick<TermDocument, "_id" | "parentId">;

/** Returns the number of events in these statuses, for each term. */
const countsOf = (nodes: readonly UsedNode[], statuses: readonly string[]): ReadonlyMap<number, number> => {
  const counted = [...new Set(statuses)];
  return new Map(
    nodes.map(({ _id, usage }) => [_id, counted.reduce((sum, status) => sum + (usage[status] ?? 0), 0)]),
  );
};

const countOf = (counts: ReadonlyMap<number, number>, id: number): number => counts.get(id) ?? 0;

/**
 * Returns the terms that have events, and the ancestors of these terms. `nodes` are all terms of a taxonomy.
 */
const usedAndAbove = (nodes: readonly UsedNode[], counts: ReadonlyMap<number, number>): readonly number[] => {
  const parents = new Map(nodes.map(({ _id, parentId }) => [_id, parentId]));
  const found = new Set<number>();
  for (const { _id } of nodes.filter((node) => countOf(counts, node._id) > 0))
    for (let id = _id; id !== 0 && !found.has(id); id = parents.get(id) ?? 0) found.add(id);
  return [...found];
};

const parentsOf = (nodes: readonly TreeNode[]): readonly number[] => [
  ...new Set(nodes.map(({ parentId }) => parentId).filter((id) => id !== 0)),
];

/**
 * Returns these ids and all ids that can be reached from them, without duplicates. It reads level by level,
 * and also ends if there is a cycle.
 */
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
  session.read(async (access) => {
    const { events, reading } = access;
    const projection = { categoryIds: 1, tagIds: 1 } as const;
    const found = await events.findOne({ _id: eventId }, { ...reading, projection });
    if (found === null) return [];
    const pending = await readPending(access);
    return withTargets(pending, ["category", "tag"], [...found.categoryIds, ...found.tagIds]);
  });

/** Name of the lock for setting the parent of a category, and for moving or removing categories. */
const TREE = "category-tree";

export const toTermDerived = (term: Pick<Term, "name" | "externalIds">): TermDocument["derived"] => ({
  lowerName: term.name.toLowerCase(),
  foldedName: foldText(term.name),
  ...toExternalKeys(term),
});

const save = async (access: Access, term: Term): Promise<boolean> => {
  const { terms, reading, writing } = access;
  const old = await terms.findOne({ _id: term.id }, { ...reading, projection: WITHOUT_DERIVED });
  const isReserved = await reserveKeys(access, term.id, {
    ...{ wanted: toKey(term), wantedExternal: toExternalKeyIds(term.taxonomy, term) },
    ...(old !== null && { held: toKey(old), heldExternal: toExternalKeyIds(old.taxonomy, old) }),
  });
  if (!isReserved) return false;
  if (term.parentId !== (old?.parentId ?? 0)) await lockPredicate(access, TREE);
  const { _id, ...members } = toMembers(term);
  await terms.replaceOne(
    { _id },
    {
      ...members,
      usage: old?.usage ?? (await countUsage(access, term.id)),
      derived: toTermDerived(term),
    },
    { ...writing, upsert: true },
  );
  return true;
};

/** Removes merged terms, and moves the child categories of each below the target. */
export const removeMergedTerms = async (
  access: Access,
  targetId: number,
  ids: readonly number[],
): Promise<void> => {
  const { terms, writing } = access;
  await lockPredicate(access, TREE);
  for (const id of ids) {
    const old = await terms.findOneAndDelete({ _id: id }, writing);
    if (old === null) continue;
    await reserveKeys(access, id, { held: toKey(old), heldExternal: toExternalKeyIds(old.taxonomy, old) });
  }
  const isBelow = { parentId: { $in: [...ids] } };
  await terms.updateMany(isBelow, { ...REVISED, $set: { parentId: targetId } }, writing);
};

const remove = async (access: Access, id: number): Promise<boolean> => {
  const { terms, writing } = access;
  const old = await terms.findOneAndDelete({ _id: id }, writing);
  if (old === null) return false;
  await reserveKeys(access, id, { held: toKey(old), heldExternal: toExternalKeyIds(old.taxonomy, old) });
  await lockPredicate(access, TREE);
  await unlinkTerm(access, id);
  await terms.updateMany({ parentId: id }, { ...REVISED, $set: { parentId: old.parentId } }, writing);
  return true;
};
