import type { TermQuery } from "@kalends/core/storage";
import type { Document } from "mongodb";
import { every, type Filter, oneOf, when } from "./clauses.ts";
import { escaped } from "./text-index.ts";

/** Data for a query that is not in the terms. */
export interface TermContext {
  /** Terms of the requested event. */
  readonly ofEvent?: readonly number[];
  /** Terms that `hideEmpty` keeps. */
  readonly used?: readonly number[];
}

export const toTermFilter = (query: TermQuery, { ofEvent, used }: TermContext): Filter =>
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
    ...when(used, (ids) => oneOf("_id", ids)),
  ]);

/**
 * Returns the stages that sort terms, except by count, which is computed here. Equal keys sort by id
 * ascending in both directions.
 */
export const toTermOrder = (query: TermQuery): readonly Document[] => {
  const { by, descending } = query.order;
  const key = toKey(query);
  const direction = descending ? -1 : 1;
  if (by === "id") return [{ $sort: { _id: direction } }];
  if (typeof key === "string") return [{ $sort: { [key]: direction, _id: 1 } }];
  return [{ $set: { key } }, { $sort: { key: direction, _id: 1 } }, { $unset: "key" }];
};

/** Returns the sort key: a member, or an expression that computes it. */
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
