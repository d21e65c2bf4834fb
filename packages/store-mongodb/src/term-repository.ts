import type { Term, TermQuery, TermRepository, TermUsage, UsedTerm } from "@kalends/core";
import { foldText } from "@kalends/core";
import type { Document, Filter, FindOptions } from "mongodb";
import { type Claim, claim, guard } from "./claims.ts";
import { oneOf, toLimits } from "./clauses.ts";
import type { Access } from "./collections.ts";
import { type TermDocument, toMembers, toRecord, WITHOUT_DERIVED } from "./documents.ts";
import { unlinkTerm } from "./event-links.ts";
import { BATCH } from "./posts.ts";
import type { Session } from "./session.ts";
import { isUsed, type TermContext, toTermFilter, toTermOrder } from "./term-query.ts";

const toClaim = ({ taxonomy, slug }: Pick<Term, "taxonomy" | "slug">): Claim => ({
  kind: taxonomy,
  name: slug,
});

export const createTermRepository = (session: Session): TermRepository => {
  const many = (filter: Filter<TermDocument>, sorting: FindOptions = {}): Promise<readonly UsedTerm[]> =>
    session.read(async ({ terms, options }) => {
      const found = terms.find(filter, {
        ...options,
        ...sorting,
        projection: WITHOUT_DERIVED,
        batchSize: BATCH,
      });
      return (await found.toArray()).map(toRecord<UsedTerm>);
    });
  const one = async (filter: Filter<TermDocument>): Promise<UsedTerm | undefined> => (await many(filter))[0];

  /** These terms, each with all that are reached from it by following one member to another. */
  const walk = <D extends Document>(
    filter: Filter<TermDocument>,
    from: "_id" | "parentId",
  ): Promise<readonly D[]> =>
    session.read(({ terms, options }) =>
      terms
        .aggregate<D>(
          [
            { $match: filter },
            {
              $graphLookup: {
                from: terms.collectionName,
                startWith: `$${from}`,
                connectFromField: from,
                connectToField: from === "_id" ? "parentId" : "_id",
                as: "reached",
              },
            },
            { $project: { "reached.derived": 0 } },
          ],
          { ...options, batchSize: BATCH },
        )
        .toArray(),
    );

  const contextOf = async (query: TermQuery): Promise<TermContext> => {
    const [ofEvent, above] = await Promise.all([
      query.eventId === undefined ? undefined : termsOfEvent(session, query.eventId),
      query.hideEmpty && query.taxonomy === "category" && query.countedStatuses.length > 0
        ? walk<Reached>({ taxonomy: "category", $or: [...isUsed(query.countedStatuses)] }, "parentId")
        : [],
    ]);
    return {
      ...(ofEvent !== undefined && { ofEvent }),
      aboveUsed: above.flatMap(({ reached }) => reached.map(({ _id }) => _id)),
    };
  };

  return {
    find: (taxonomy, id) => one({ _id: id, taxonomy }),
    findMany: async (ids) => (ids.length === 0 ? [] : many(oneOf("_id", ids))),
    findBySlug: (taxonomy, slug) => one({ taxonomy, slug }),
    async findByName(taxonomy, name) {
      const lowerName = name.toLowerCase();
      // That there is none is what units rely on who then store one.
      if (session.isUnit) await session.write((access) => guard(access, taxonomy, lowerName));
      return many({ taxonomy, "derived.lowerName": lowerName }, { sort: { _id: 1 } });
    },
    async withDescendants(ids) {
      if (ids.length === 0) return [];
      const found = await walk<Reached>({ ...oneOf("_id", ids), taxonomy: "category" }, "_id");
      return [...new Set(found.flatMap(({ _id, reached }) => [_id, ...reached.map((term) => term._id)]))];
    },
    async ancestors(ids) {
      if (ids.length === 0) return [];
      const found = await walk<Reached>({ ...oneOf("_id", ids), taxonomy: "category" }, "parentId");
      const byId = new Map(found.flatMap(({ reached }) => reached.map((term) => [term._id, term] as const)));
      return [...byId.values()].map(({ usage: _usage, ...term }) => toRecord<Term>(term));
    },
    async list(query) {
      const filter = toTermFilter(query, await contextOf(query));
      const { skip, limit } = toLimits(query);
      const [items, total] = await Promise.all([
        session.read(({ terms, options }) =>
          terms
            .aggregate<TermDocument>(
              [
                { $match: filter },
                ...toTermOrder(query),
                { $skip: skip },
                { $limit: limit },
                { $project: WITHOUT_DERIVED },
              ],
              { ...options, batchSize: BATCH },
            )
            .toArray(),
        ),
        session.read(({ terms, options }) => terms.countDocuments(filter, options)),
      ]);
      return { items: items.map(toRecord<UsedTerm>), total };
    },
    save: (term) => session.write((access) => save(access, term)),
    remove: (id) => session.write((access) => remove(access, id)),
    readAfter: (afterId, limit) => many({ _id: { $gt: afterId } }, { sort: { _id: 1 }, limit }),
  };
};

interface Reached extends Document {
  readonly _id: number;
  readonly reached: readonly Omit<TermDocument, "derived">[];
}

const termsOfEvent = (session: Session, eventId: number): Promise<readonly number[]> =>
  session.read(async ({ events, options }) => {
    const projection = { categoryIds: 1, tagIds: 1 } as const;
    const found = await events.findOne({ _id: eventId }, { ...options, projection });
    return found === null ? [] : [...found.categoryIds, ...found.tagIds];
  });

/** Whoever hangs a category below another one collides with those who move or remove categories. */
const TREE = "category-tree";

const save = async (access: Access, term: Term): Promise<boolean> => {
  const { terms, options } = access;
  const old = await terms.findOne({ _id: term.id }, { ...options, projection: WITHOUT_DERIVED });
  const held = old === null ? undefined : toClaim(old);
  if (!(await claim(access, term.id, { wanted: toClaim(term), held }))) return false;
  if (term.parentId !== (old?.parentId ?? 0)) await guard(access, TREE);
  const { _id, ...members } = toMembers(term);
  await terms.replaceOne(
    { _id },
    {
      ...members,
      usage: old?.usage ?? (await usageOf(access, term.id)),
      derived: { lowerName: term.name.toLowerCase(), foldedName: foldText(term.name) },
    },
    { ...options, upsert: true },
  );
  return true;
};

/** Events may have had the id before there was such a term. */
const usageOf = async ({ events, options }: Access, id: number): Promise<TermUsage> => {
  const filter = { $or: [{ categoryIds: id }, { tagIds: id }], "derived.listed": { $exists: true } };
  const counts = await events
    .aggregate<{ readonly _id: string; readonly count: number }>(
      [{ $match: filter }, { $group: { _id: "$status", count: { $sum: 1 } } }],
      options,
    )
    .toArray();
  return Object.fromEntries(counts.map(({ _id: status, count }) => [status, count]));
};

const remove = async (access: Access, id: number): Promise<boolean> => {
  const { terms, options } = access;
  const old = await terms.findOneAndDelete({ _id: id }, options);
  if (old === null) return false;
  await claim(access, id, { held: toClaim(old) });
  await guard(access, TREE);
  await unlinkTerm(access, id);
  await terms.updateMany({ parentId: id }, { $set: { parentId: old.parentId } }, options);
  return true;
};
