import type { DocumentQuery, IndexedValue, ValueRange } from "@kalends/core/storage";
import type { Filter } from "mongodb";
import type { PluginDocument, ValueDocument } from "../database/documents.ts";

/** Returns the filter for a list of plugin records that is sorted by key. */
export const toKeyFilter = ({ collection, descending, beyond }: DocumentQuery): Filter<PluginDocument> => ({
  collection,
  ...(beyond && { key: descending ? { $lt: beyond.key } : { $gt: beyond.key } }),
});

/** Returns the filter for a list of plugin records that is sorted by a member. */
export const toValueFilter = (
  { collection, range = {} }: DocumentQuery,
  member: string,
): Filter<ValueDocument> => ({ $and: [{ collection, member }, ...toBounds(range)] });

const OPERATORS = { equals: "$eq", from: "$gte", after: "$gt", until: "$lte", before: "$lt" } as const;

/**
 * Returns the conditions for the bounds of a range. A comparison matches only values of the same type as its
 * bound.
 */
const toBounds = (range: ValueRange): Filter<ValueDocument>[] =>
  (["equals", "from", "after", "until", "before"] as const).flatMap((name) => {
    const bound = range[name];
    return bound === undefined ? [] : [{ value: { [OPERATORS[name]]: bound } }];
  });

/**
 * Returns the filter for all entries after a position. They have the same value and a later key, a later
 * value of the same type, or a value of the type that follows.
 */
export const toLaterFilter = ({
  descending = false,
  beyond,
  range,
}: DocumentQuery): Filter<ValueDocument> => {
  if (beyond === undefined) return {};
  const { value = 0, key } = beyond;
  const than = descending ? "$lt" : "$gt";
  // With `$or`, the server would scan all keys of the value.
  if (range?.equals === value) return { key: { [than]: key } };
  return {
    $or: [
      { value: { $eq: value }, key: { [than]: key } },
      { value: { [than]: value } },
      ...toOtherType(value, descending),
    ],
  };
};

/** Returns the filter for values of the type that follows. Numbers sort before texts. */
const toOtherType = (value: IndexedValue, isDescending: boolean): Filter<ValueDocument>[] => {
  if (typeof value === "number") return isDescending ? [] : [{ value: { $gte: "" } }];
  return isDescending ? [{ value: { $lt: Number.POSITIVE_INFINITY } }] : [];
};
