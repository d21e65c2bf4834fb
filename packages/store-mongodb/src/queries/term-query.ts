import type { TermQuery } from "@kalends/core/storage";
import type { Document } from "mongodb";
import { every, type Filter, oneOf, when } from "./clauses.ts";
import { escaped } from "./text-index.ts";

/** Results of other queries that a query of terms needs. */
export interface TermContext {
  /** Ids of the terms of the event in the query. */
  readonly ofEvent?: readonly number[];
  /** Ids of the terms with the external id in the query. */
  readonly named?: readonly number[];
  /** Ids of the terms that stay in the list with `hideEmpty`. */
  readonly used?: readonly number[];
}

export const toTermFilter = (query: TermQuery, { ofEvent, named, used }: TermContext): Filter =>
  every([
    { taxonomy: query.taxonomy },
    ...when(query.search, (text) => ({
      $or: [{ "derived.foldedName": { $regex: escaped(text) } }, { slug: { $regex: escaped(text) } }],
    })),
    ...when(query.ids, (ids) => oneOf("_id", ids)),
    ...when(query.excludeIds, (ids) => ({ _id: { $nin: [...new Set(ids)] } })),
    ...when(query.slug, (slug) => ({ slug })),
    ...when(query.parentId, (id) => ({ parentId: id })),
    ...when(ofEvent, (ids) => oneOf("_id", ids)),
    ...when(named, (ids) => oneOf("_id", ids)),
    ...when(used, (ids) => oneOf("_id", ids)),
  ]);

/**
 * Returns the stages that sort terms. The order by count is not included, because counts are computed in this
 * process. Terms with equal keys are sorted by ascending id, in both directions.
 */
export const toTermOrder = (query: TermQuery): readonly Document[] => {
  const { by, descending } = query.order;
  const key = toKey(query);
  const direction = descending ? -1 : 1;
  if (by === "id") return [{ $sort: { _id: direction } }];
  if (typeof key === "string") return [{ $sort: { [key]: direction, _id: 1 } }];
  return [{ $set: { key } }, { $sort: { key: direction, _id: 1 } }, { $unset: "key" }];
};

/** Returns the sort key: the name of a member, or an expression that computes it. */
const toKey = ({ order, ids = [] }: TermQuery): string | Document => {
  switch (order.by) {
    case "id":
    case "count":
      return "_id";
    case "slug":
    case "description":
      return order.by;
    case "name":
      return "derived.foldedName";
    case "parent":
      return "parentId";
    case "ids":
      return { $indexOfArray: [[...ids], "$_id"] };
  }
};
