import type { TermQuery } from "@kalends/core";
import type { Document } from "mongodb";
import { every, type Filter, oneOf, when } from "./clauses.ts";
import { escaped } from "./text-index.ts";

/** What a query asks for that is not in the terms. */
export interface TermContext {
  /** The terms of the event that was asked for. */
  readonly ofEvent?: readonly number[];
  /** Categories above one that is used. */
  readonly aboveUsed?: readonly number[];
}

export const toTermFilter = (query: TermQuery, { ofEvent, aboveUsed = [] }: TermContext): Filter =>
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
    ...(query.hideEmpty ? [{ $or: [...isUsed(query.countedStatuses), oneOf("_id", aboveUsed)] }] : []),
  ]);

/** Has events in one of these statuses. */
export const isUsed = (statuses: readonly string[]): readonly Filter[] =>
  statuses.map((status) => ({ [`usage.${status}`]: { $gt: 0 } }));

/** Stages that put terms in order. Ties go by id ascending, whatever the direction. */
export const toTermOrder = (query: TermQuery): readonly Document[] => {
  const { by, descending } = query.order;
  const key = toKey(query);
  const direction = descending ? -1 : 1;
  if (by === "id") return [{ $sort: { _id: direction } }];
  if (typeof key === "string") return [{ $sort: { [key]: direction, _id: 1 } }];
  return [{ $set: { key } }, { $sort: { key: direction, _id: 1 } }, { $unset: "key" }];
};

/** The member that the order goes by, or how to compute it. */
const toKey = ({ order, ids = [], countedStatuses }: TermQuery): string | Document => {
  switch (order.by) {
    case "id":
      return "_id";
    case "slug":
    case "description":
      return order.by;
    case "name":
      return "derived.foldedName";
    case "parent":
      return "parentId";
    case "count":
      return {
        $add: [0, ...[...new Set(countedStatuses)].map((status) => ({ $ifNull: [`$usage.${status}`, 0] }))],
      };
    case "ids":
      return { $indexOfArray: [[...ids], "$_id"] };
  }
};
