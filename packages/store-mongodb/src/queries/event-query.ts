import { type EventQuery, isRange, isValueOrder } from "@kalends/core/storage";
import { CLOCKS, type Lead, listIndexName, pathOfMember, type SortedMember } from "../database/indexes.ts";
import { isFirst, isFoundByText } from "../series/series-queries.ts";
import {
  every,
  type Filter,
  isListed,
  isOfStatus,
  isVisible,
  isWithin,
  NEWEST,
  oneOf,
  when,
} from "./clauses.ts";
import { hasExtension, hasOrigin } from "./extension-entries.ts";
import { isOfCost } from "./sortable-values.ts";
import { isAt, type LocatedVenues } from "./venue-locations.ts";

/** Filter and order for a list of events and for the number of all matches. */
export interface EventSearch {
  readonly filter: Filter;
  readonly sort: Readonly<Record<string, 1 | -1>>;
  /** Name of the index to use; undefined if the server should choose. */
  readonly hint?: string;
  /** True if no filter other than the date range determines the index. */
  readonly isAlongDates: boolean;
}

/** Results of other queries that a query of events needs. */
export interface EventContext {
  /** Venues that match the `location` of the query. */
  readonly located?: LocatedVenues | undefined;
  /** Series that match the search: see `findSeriesByText`. */
  readonly seriesByText?: readonly number[] | undefined;
  /** First event of each series: see `findFirsts`. */
  readonly firsts?: readonly number[] | undefined;
}

export const toEventSearch = (
  query: EventQuery,
  { located, seriesByText = [], firsts }: EventContext,
): EventSearch => {
  const { start, end } = CLOCKS[query.clock];
  const hint = toHint(query, located);
  return {
    filter: every([
      ...(query.ids === undefined
        ? isListed(query.visible, query.hidden)
        : // Series have no `derived.listed`.
          [...isVisible("status", query.visible), ...isHidden(query.hidden)]),
      ...when(query.ids, (ids) => oneOf("_id", ids)),
      ...when(query.categoryIds, (ids) => oneOf("categoryIds", ids)),
      ...when(query.tagIds, (ids) => oneOf("tagIds", ids)),
      ...when(query.venueIds, (ids) => oneOf("venueId", ids)),
      ...when(query.organizerIds, (ids) => oneOf("organizerIds", ids)),
      ...when(query.seriesIds, (ids) => oneOf("occurrence.seriesId", ids)),
      ...when(query.authors, (ids) => oneOf("author", ids)),
      // The index of the times begins with the status.
      ...when(query.modified, (range) => every([isOfStatus(query.visible), ...isWithin(CHANGED, range)])),
      ...when(query.hasImage, (has) => ({ "derived.image": { $exists: has } })),
      ...when(query.parentId, (id) => ({ parentId: id })),
      ...when(query.featured, (featured) => ({ featured })),
      ...isWithin(start, query.start ?? {}),
      ...isWithin(end, query.end ?? {}),
      ...when(located, (wanted) => isAt("venueId", wanted)),
      ...(query.extensions ?? []).map(hasExtension),
      ...when(query.origin, hasOrigin),
      ...(query.cost === undefined ? [] : isOfCost(query.cost)),
      ...toTextFilters(query.search, seriesByText, firsts),
    ]),
    sort: toSort(query.order, start),
    ...(hint !== undefined && { hint }),
    isAlongDates: hint === undefined || hint === listIndexName("all", query.clock),
  };
};

const CHANGED = pathOfMember("modified");

const isHidden = (hidden: EventQuery["hidden"]): readonly Filter[] =>
  hidden === "include" ? [] : [{ hideFromListings: hidden === "only" }];

const toTextFilters = (
  search: EventQuery["search"],
  seriesByText: readonly number[],
  firsts: readonly number[] | undefined,
): readonly Filter[] => {
  if (firsts === undefined) return search === undefined ? [] : isFoundByText(search, seriesByText);
  return [isFirst(firsts, search === undefined ? [] : isFoundByText(search, []))];
};

/**
 * Returns the order of a list. Orders by relevance and by values are only the order of equal records; a list by
 * distance has the order of events at the same distance.
 */
const toSort = (order: EventQuery["order"], start: string): EventSearch["sort"] => {
  if (order === "newest") return NEWEST;
  if (order === "published") return reversedSort(NEWEST);
  const ascending = { [start]: 1, date: 1, _id: 1 } as const;
  if (typeof order === "string" || isValueOrder(order)) return ascending;
  const member = toSortedMember(order);
  const sort = member === undefined ? ascending : ({ [pathOfMember(member)]: 1, _id: 1 } as const);
  return order.descending === true ? reversedSort(sort) : sort;
};

const reversedSort = (sort: EventSearch["sort"]): EventSearch["sort"] =>
  Object.fromEntries(Object.entries(sort).map(([path, direction]) => [path, direction === 1 ? -1 : 1]));

/** Returns the member by which the order sorts, if its index contains the members of all events. */
export const toSortedMember = (order: EventQuery["order"]): SortedMember | undefined => {
  if (order === "published" || order === "newest") return "date";
  if (typeof order === "string" || isValueOrder(order)) return undefined;
  const { by } = order;
  return by === "start" || by === "relevance" || by === "distance" ? undefined : by;
};

/**
 * Returns the index for a list, chosen by the filter that selects the fewest events: id, series or parent,
 * then links, plugin field, author, `featured`, then date.
 * The index is named explicitly. Otherwise the server would try several indexes, and use its choice again for
 * other values.
 * Returns `undefined` if only dates and a text search or a range of values or changes are left. The server then chooses,
 * because only the server can count their matches.
 */
const toHint = (query: EventQuery, located: LocatedVenues | undefined): string | undefined => {
  if (query.ids !== undefined) return "_id_";
  const lead = toLead(query, located);
  const hasRange = [query.cost, query.modified].some((range) => range !== undefined);
  const isRanged = hasRange || query.extensions?.some(isRange) === true;
  if (lead === "all" && (isRanged || (query.search?.all.length ?? 0) > 0)) return undefined;
  return listIndexName(lead, lead === "parent" ? "local" : query.clock);
};

/**
 * Number of venues above which reading all events in order is faster than collecting the events of each
 * venue.
 */
const WIDE = 5000;

const toLead = (query: EventQuery, located: LocatedVenues | undefined): Lead => {
  const { seriesIds, parentId, organizerIds, venueIds, tagIds, categoryIds, authors, featured } = query;
  const { extensions = [], origin = "none" } = query;
  if (seriesIds !== undefined) return "series";
  if (parentId !== undefined) return "parent";
  if (organizerIds !== undefined) return "organizer";
  if (venueIds !== undefined || (located?.isAmong && located.venueIds.length < WIDE)) return "venue";
  if (tagIds !== undefined) return "tag";
  if (categoryIds !== undefined) return "category";
  if (origin !== "none" || !extensions.every(isRange)) return "extension";
  if (authors !== undefined) return "author";
  return featured === true ? "featured" : "all";
};
