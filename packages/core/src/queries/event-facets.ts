import type { CalendarEvent } from "../model/event.ts";
import type { Term } from "../model/term.ts";
import type { Venue } from "../model/venue.ts";
import { type EventQuery, evaluateEventQuery } from "./event-query.ts";
import { compareTexts } from "./page.ts";
import { withDescendants } from "./term-query.ts";

/** Names of all facets of event lists, in the order of the documentation. Source: rules/facets.md#facets. */
export const FACETS = ["status", "categories", "tags", "venue", "organizer", "author", "month"] as const;

/** Property of events by whose values a list can be counted. */
export type FacetName = (typeof FACETS)[number];

/**
 * Value of a facet. A number is the id of a term, venue, organizer or user. A text is a status, or a month
 * such as `2031-05`.
 */
export type FacetValue = string | number;

/** Number of events in a list that have a value. */
export interface FacetCount {
  readonly value: FacetValue;
  /** Number of events, at least 1. */
  readonly count: number;
}

/** Values with their numbers of events, for some facets. */
export type FacetCounts = { readonly [Name in FacetName]?: readonly FacetCount[] };

/** Length of `YYYY-MM`. */
const MONTH = 7;

/** Returns the month of a wall clock. */
export const monthOf = (time: string): string => time.slice(0, MONTH);

const compareValues = (one: FacetValue, other: FacetValue): number =>
  typeof one === "number" && typeof other === "number"
    ? one - other
    : compareTexts(String(one), String(other));

/**
 * Returns the values of a facet, most frequent first. Values with the same count are in ascending order.
 * Source: rules/facets.md#facet-values.
 */
export const byFrequency = (counts: ReadonlyMap<FacetValue, number>): readonly FacetCount[] =>
  [...counts]
    .map(([value, count]) => ({ value, count }))
    .sort((one, other) => other.count - one.count || compareValues(one.value, other.value));

/**
 * Returns, for each category, the categories that include it: itself and all its ancestors. Ids without a
 * category in `terms` are not in the result.
 */
export const includingCategories = (
  terms: readonly Pick<Term, "taxonomy" | "id" | "parentId">[],
): ReadonlyMap<number, readonly number[]> => {
  const including = new Map<number, number[]>();
  const parents = new Map(
    terms.flatMap(({ taxonomy, id, parentId }) => (taxonomy === "category" ? [[id, parentId]] : [])),
  );
  for (const id of parents.keys()) {
    const found = new Set<number>();
    // Parents may form a circle.
    for (let next: number | undefined = id; next !== undefined && !found.has(next); next = parents.get(next))
      if (parents.has(next)) found.add(next);
    including.set(id, [...found]);
  }
  return including;
};

const valuesOf = (event: CalendarEvent, name: FacetName): readonly FacetValue[] => {
  switch (name) {
    case "status":
      return [event.status];
    case "categories":
      return event.categoryIds;
    case "tags":
      return event.tagIds;
    case "venue":
      return event.venueId === undefined ? [] : [event.venueId];
    case "organizer":
      return event.organizerIds;
    case "author":
      return [event.author];
    case "month":
      return [monthOf(event.schedule.start)];
  }
};

/**
 * Computes the counts of a query from all events, venues and terms. It is the reference implementation, with
 * which results of stores are compared.
 */
export const evaluateEventFacets = (
  query: EventQuery,
  names: readonly FacetName[],
  events: readonly CalendarEvent[],
  venues: readonly Venue[],
  terms: readonly Term[],
): FacetCounts => {
  const categories = terms.filter(({ taxonomy }) => taxonomy === "category");
  const countsOf = (name: FacetName): readonly FacetCount[] => {
    const values: ReadonlySet<FacetValue> =
      name === "categories"
        ? new Set(categories.map(({ id }) => id))
        : new Set(events.flatMap((event) => valuesOf(event, name)));
    const counts = new Map<FacetValue, number>();
    for (const value of values) {
      const wanted: ReadonlySet<FacetValue> =
        name === "categories"
          ? new Set(withDescendants(categories, [Number(value)]).map(({ id }) => id))
          : new Set([value]);
      const having = events.filter((event) => valuesOf(event, name).some((one) => wanted.has(one)));
      const { total } = evaluateEventQuery({ ...query, page: 1, perPage: 1 }, having, venues);
      if (total > 0) counts.set(value, total);
    }
    return byFrequency(counts);
  };
  return Object.fromEntries(names.map((name) => [name, countsOf(name)]));
};
