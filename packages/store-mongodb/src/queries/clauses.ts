import type { Paging, Visibility, WallClockRange } from "@kalends/core/storage";
import type { Document } from "mongodb";

/**
 * Part of a filter. Several parts in a list are combined with AND. Values are texts and numbers; they are
 * only compared, never interpreted as operators.
 */
export type Filter = Document;

/** Returns the conditions of a filter; none if the filter is undefined. */
export const when = <T>(value: T | undefined, toFilters: (value: T) => Filter): readonly Filter[] =>
  value === undefined ? [] : [toFilters(value)];

export const every = (filters: readonly Filter[]): Filter => (filters.length === 0 ? {} : { $and: filters });

/**
 * Condition that a member has one of these values. For a single value it uses equality, so that an index can
 * compare or sort by the members that follow.
 */
export const oneOf = (member: string, values: readonly (string | number)[]): Filter => {
  const distinct = [...new Set(values)];
  return { [member]: distinct.length === 1 ? distinct[0] : { $in: distinct } };
};

/**
 * Returns the conditions for visible records. Statuses come first, as in indexes; the author is then checked
 * in the documents that were found.
 */
export const isVisible = (member: string, { statuses, own }: Visibility): readonly Filter[] => {
  const ofOwn = own?.statuses.filter((status) => !statuses.includes(status)) ?? [];
  if (own === undefined || ofOwn.length === 0) return [oneOf(member, statuses)];
  return [oneOf(member, [...statuses, ...ofOwn]), { $or: [{ author: own.author }, oneOf(member, statuses)] }];
};

const BOUNDS = { from: "$gte", after: "$gt", until: "$lte", before: "$lt" } as const;

export const isWithin = (member: string, range: WallClockRange): readonly Filter[] => {
  const bounds = Object.entries(BOUNDS).flatMap(([name, operator]) => {
    const value = range[name as keyof WallClockRange]; // `name` is a key of BOUNDS
    return value === undefined ? [] : [[operator, value] as const];
  });
  return bounds.length === 0 ? [] : [{ [member]: Object.fromEntries(bounds) }];
};

/** Largest number that the server accepts as a limit. */
export const LARGEST: number = 2 ** 31 - 1;

export const toLimits = ({ page, perPage }: Paging): { readonly skip: number; readonly limit: number } => ({
  skip: Math.min((page - 1) * perPage, Number.MAX_SAFE_INTEGER),
  limit: Math.min(perPage, LARGEST),
});
