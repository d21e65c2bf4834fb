import type { CalendarEvent } from "@kalends/core";
import type { EventQuery, Paging, Visibility, WallClockRange } from "@kalends/core/storage";
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

/** Condition that a record has a status of visible records. Some of them may belong to other authors. */
export const isOfStatus = ({ statuses, own }: Visibility): Filter =>
  oneOf("status", [...statuses, ...(own?.statuses ?? [])]);

/** Prefix of `derived.listed` for events hidden from lists. */
const HIDDEN = "-";

/** Returns `derived.listed` of an event that is no series: its status, with a prefix if lists hide the event. */
export const toListed = ({
  status,
  hideFromListings,
}: Pick<CalendarEvent, "status" | "hideFromListings">): string =>
  hideFromListings ? HIDDEN + status : status;

/** Returns the conditions for visible events that are no series. By default, lists hide hidden events. */
export const isListed = ({ statuses, own }: Visibility, hidden?: EventQuery["hidden"]): readonly Filter[] => {
  const prefixes = { none: [""], include: ["", HIDDEN], only: [HIDDEN] }[hidden ?? "none"];
  const marked = (all: readonly string[]): readonly string[] =>
    prefixes.flatMap((prefix) => all.map((status) => prefix + status));
  return isVisible("derived.listed", {
    statuses: marked(statuses),
    ...(own && { own: { ...own, statuses: marked(own.statuses) } }),
  });
};

const BOUNDS = { from: "$gte", after: "$gt", until: "$lte", before: "$lt" } as const;

export const isWithin = (member: string, range: WallClockRange): readonly Filter[] => {
  const bounds = Object.entries(BOUNDS).flatMap(([name, operator]) => {
    const value = range[name as keyof WallClockRange]; // `name` is a key of BOUNDS
    return value === undefined ? [] : [[operator, value] as const];
  });
  return bounds.length === 0 ? [] : [{ [member]: Object.fromEntries(bounds) }];
};

/** Order of publication, newest first. */
export const NEWEST = { date: -1, _id: -1 } as const;

/** Largest number that the server accepts as a limit. */
export const LARGEST: number = 2 ** 31 - 1;

export const toLimits = ({ page, perPage }: Paging): { readonly skip: number; readonly limit: number } => ({
  skip: Math.min((page - 1) * perPage, Number.MAX_SAFE_INTEGER),
  limit: Math.min(perPage, LARGEST),
});
