import type { Paging, Visibility, WallClockRange } from "@kalends/core";
import type { Document } from "mongodb";

/** A part of a filter; all parts of a list hold. Values are compared, never read as operators: they are texts and numbers. */
export type Filter = Document;

/** A clause for a filter that was asked for; nothing for one that was not. */
export const when = <T>(value: T | undefined, toFilters: (value: T) => Filter): readonly Filter[] =>
  value === undefined ? [] : [toFilters(value)];

export const every = (filters: readonly Filter[]): Filter => (filters.length === 0 ? {} : { $and: filters });

/** Equality for one value: what comes after the member in an index can then be compared or sorted. */
export const oneOf = (member: string, values: readonly (string | number)[]): Filter => {
  const distinct = [...new Set(values)];
  return { [member]: distinct.length === 1 ? distinct[0] : { $in: distinct } };
};

/** The statuses first, as an index has them; whose records they are is looked up in what that leads to. */
export const isVisible = (member: string, { statuses, own }: Visibility): readonly Filter[] => {
  const ofOwn = own?.statuses.filter((status) => !statuses.includes(status)) ?? [];
  if (own === undefined || ofOwn.length === 0) return [oneOf(member, statuses)];
  return [oneOf(member, [...statuses, ...ofOwn]), { $or: [{ author: own.author }, oneOf(member, statuses)] }];
};

const BOUNDS = { from: "$gte", after: "$gt", until: "$lte", before: "$lt" } as const;

export const isWithin = (member: string, range: WallClockRange): readonly Filter[] => {
  const bounds = Object.entries(BOUNDS).flatMap(([name, operator]) => {
    const value = range[name as keyof WallClockRange]; // the keys of BOUNDS
    return value === undefined ? [] : [[operator, value] as const];
  });
  return bounds.length === 0 ? [] : [{ [member]: Object.fromEntries(bounds) }];
};

/** The largest that a server takes. */
export const LARGEST: number = 2 ** 31 - 1;

export const toLimits = ({ page, perPage }: Paging): { readonly skip: number; readonly limit: number } => ({
  skip: Math.min((page - 1) * perPage, Number.MAX_SAFE_INTEGER),
  limit: Math.min(perPage, LARGEST),
});
