import type { DocumentQuery, IndexedValue, ValueRange } from "@kalends/core";
import type { Filter } from "mongodb";
import type { PluginDocument, ValueDocument } from "../database/documents.ts";

/** Documents of a list by key. */
export const toKeyFilter = ({ collection, descending, beyond }: DocumentQuery): Filter<PluginDocument> => ({
  collection,
  ...(beyond && { key: descending ? { $lt: beyond.key } : { $gt: beyond.key } }),
});

/** Values of a list by a member. */
export const toValueFilter = (
  { collection, range = {} }: DocumentQuery,
  member: string,
): Filter<ValueDocument> => ({ $and: [{ collection, member }, ...toBounds(range)] });

const OPERATORS = { equals: "$eq", from: "$gte", after: "$gt", until: "$lte", before: "$lt" } as const;

/** A comparison finds values of the type of its bound alone. */
const toBounds = (range: ValueRange): Filter<ValueDocument>[] =>
  (["equals", "from", "after", "until", "before"] as const).flatMap((name) => {
    const bound = range[name];
    return bound === undefined ? [] : [{ value: { [OPERATORS[name]]: bound } }];
  });

/** What comes later than a place: further on at its own value, later ones of its type, and the other type where that follows. */
export const toLaterFilter = ({
  descending = false,
  beyond,
  range,
}: DocumentQuery): Filter<ValueDocument> => {
  if (beyond === undefined) return {};
  const { value = 0, key } = beyond;
  const than = descending ? "$lt" : "$gt";
  // An alternative would go through all keys of the value.
  if (range?.equals === value) return { key: { [than]: key } };
  return {
    $or: [
      { value: { $eq: value }, key: { [than]: key } },
      { value: { [than]: value } },
      ...toOtherType(value, descending),
    ],
  };
};

/** Numbers come before texts. */
const toOtherType = (value: IndexedValue, isDescending: boolean): Filter<ValueDocument>[] => {
  if (typeof value === "number") return isDescending ? [] : [{ value: { $gte: "" } }];
  return isDescending ? [{ value: { $lt: Number.POSITIVE_INFINITY } }] : [];
};
