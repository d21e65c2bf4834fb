import { costRange, type DecimalMark } from "../model/cost.ts";
import type { CalendarEvent } from "../model/event.ts";
import { isSeries } from "../model/recurrence/recurrence.ts";
import { eventSearchText, type TextSearch } from "../model/text/text-search.ts";
import type { WallClock } from "../model/time/wall-clock.ts";
import type { Coordinates, Venue } from "../model/venue.ts";
import {
  byDistance,
  type ExtensionFilter,
  hasExtensions,
  isLocated,
  isMet,
  isVisible,
  isWithin,
  type Visibility,
  type WallClockRange,
} from "./conditions.ts";
import type { LocationFilter } from "./geography.ts";
import { byId, byText, inOrder, type Page, type Paging, reversed, toPage } from "./page.ts";
import { byValue, type Comparable, type FieldName, fieldValue } from "./values.ts";

/**
 * Condition on the location of an event's venue. The location of a venue that is missing or not `visible` is
 * unknown, so that a list does not reveal it.
 */
export interface VenueLocationFilter extends LocationFilter {
  readonly visible: Visibility;
}

/**
 * Condition on the amounts of an event (`amountsOf`, model/cost): their range overlaps this one. `{ from: 20,
 * until: 30 }` finds a cost of 15 to 25. Bounds are inclusive. Free events have the amount 0. Events without
 * amounts never match.
 */
export interface CostFilter {
  /** Decimal mark of numbers in costs. */
  readonly decimalMark: DecimalMark;
  readonly from?: number;
  readonly until?: number;
}

/** Order by a field of a plugin: numbers, then texts. Events without either come last in both directions. Equal events follow the order by start. */
export interface FieldOrder extends FieldName {
  readonly by: "field";
  readonly descending?: boolean;
}

/**
 * Order by cost: by the lowest amount, or descending by the highest. Events without amounts come last in both directions. Equal events follow the
 * order by start.
 */
export interface CostOrder {
  readonly by: "cost";
  /** Decimal mark of numbers in costs. */
  readonly decimalMark: DecimalMark;
  readonly descending?: boolean;
}

/** Order by a value that only some events have. */
export type ValueOrder = FieldOrder | CostOrder;

/**
 * Query of an event list, which every store supports. All conditions must hold; within a condition, one of
 * its values must match. Lists contain single events and occurrences. A series is listed only if `ids`
 * contains its id.
 */
export interface EventQuery extends Paging {
  /**
   * Visible records. Events hidden from listings are never listed, for any caller
   * (rules/events.md#hidden-events).
   */
  readonly visible: Visibility;
  /** Clock that `start`, `end` and the order by start compare: the event's own wall clock, or UTC. */
  readonly clock: "local" | "utc";
  readonly start?: WallClockRange;
  readonly end?: WallClockRange;
  /** Search in `eventSearchText` (model/text/text-search). The words may occur in different fields. */
  readonly search?: TextSearch;
  /** Category ids with their descendants. An empty list matches nothing, here and in all id lists. */
  readonly categoryIds?: readonly number[];
  readonly tagIds?: readonly number[];
  readonly venueIds?: readonly number[];
  readonly organizerIds?: readonly number[];
  readonly ids?: readonly number[];
  readonly featured?: boolean;
  readonly parentId?: number;
  /** Only occurrences of these series. */
  readonly seriesIds?: readonly number[];
  /** Only the earliest matching occurrence of each series, by start. The total counts series. */
  readonly firstOfSeries?: boolean;
  readonly location?: VenueLocationFilter;
  readonly extensions?: readonly ExtensionFilter[];
  readonly cost?: CostFilter;
  /**
   * Order of the list. `start`: start, publication date, id. `published`: publication date, id. `distance`
   * (only with `location.within`): distance from its centre, then as `start`. These are ascending; dates
   * compare as text. `newest` is `published` reversed. A `ValueOrder` compares a plugin field or the cost.
   */
  readonly order: "start" | "published" | "newest" | "distance" | ValueOrder;
}

/** True if one of these ids is in the list, or if there is no list. */
const isOneOf = (wanted: readonly number[] | undefined, ...ids: readonly (number | undefined)[]): boolean =>
  isMet(wanted, (list) => list.some((id) => ids.includes(id)));

/** True if the query finds the event, whose venue lies at `place`. */
const matches = (event: CalendarEvent, place: Coordinates | undefined, query: EventQuery): boolean =>
  !event.hideFromListings &&
  (query.ids !== undefined || !isSeries(event)) &&
  isOneOf(query.seriesIds, event.occurrence?.seriesId) &&
  isVisible(event, query.visible) &&
  isMet(query.start, (range) => isWithin(startOf(event, query.clock), range)) &&
  isMet(query.end, (range) => isWithin(endOf(event, query.clock), range)) &&
  isOneOf(query.ids, event.id) &&
  isOneOf(query.venueIds, event.venueId) &&
  isOneOf(query.organizerIds, ...event.organizerIds) &&
  isOneOf(query.categoryIds, ...event.categoryIds) &&
  isOneOf(query.tagIds, ...event.tagIds) &&
  isMet(query.featured, (featured) => event.featured === featured) &&
  isMet(query.parentId, (id) => event.parentId === id) &&
  isMet(query.location, (location) => isLocated(place, location)) &&
  isMet(query.extensions, (filters) => hasExtensions(event, filters)) &&
  isMet(query.cost, (filter) => isOfCost(event, filter)) &&
  isMet(query.search, ({ all, none }) => {
    const text = eventSearchText(event);
    return all.every((word) => text.includes(word)) && !none.some((word) => text.includes(word));
  });

const isOfCost = ({ cost }: CalendarEvent, { decimalMark, from, until }: CostFilter): boolean => {
  const range = costRange(cost, decimalMark);
  return (
    range !== undefined &&
    isMet(from, (least) => range.highest >= least) &&
    isMet(until, (most) => range.lowest <= most)
  );
};

/** Returns the value of an event that this order compares. */
const comparedOf = (event: CalendarEvent, order: ValueOrder): Comparable | undefined =>
  order.by === "field"
    ? fieldValue(event, order)
    : costRange(event.cost, order.decimalMark)?.[order.descending === true ? "highest" : "lowest"];

export const startOf = ({ schedule }: CalendarEvent, clock: EventQuery["clock"]): WallClock =>
  clock === "utc" ? schedule.utcStart : schedule.start;

const endOf = ({ schedule }: CalendarEvent, clock: EventQuery["clock"]): WallClock =>
  clock === "utc" ? schedule.utcEnd : schedule.end;

/** Returns only the first of several occurrences of each series. */
const firstOfSeries = (events: readonly CalendarEvent[]): readonly CalendarEvent[] => {
  const seen = new Set<number>();
  return events.filter(({ id, occurrence }) => {
    const key = occurrence?.seriesId ?? id;
    const isFirst = !seen.has(key);
    seen.add(key);
    return isFirst;
  });
};

/**
 * Returns the result of a query, computed from all events (including series and occurrences) and all venues.
 * Reference implementation for stores.
 */
export const evaluateEventQuery = (
  query: EventQuery,
  events: readonly CalendarEvent[],
  venues: readonly Venue[],
): Page<CalendarEvent> => {
  const shown = venues.filter((venue) => isVisible(venue, query.location?.visible ?? query.visible));
  const places = new Map(shown.map(({ id, coordinates }) => [id, coordinates]));
  const placeOf = ({ venueId }: CalendarEvent): Coordinates | undefined =>
    venueId === undefined ? undefined : places.get(venueId);
  const published = inOrder<CalendarEvent>(
    byText(({ date }) => date),
    byId,
  );
  const start = inOrder<CalendarEvent>(
    byText((event) => startOf(event, query.clock)),
    published,
  );
  const distance = inOrder(byDistance(query.location ?? {}, placeOf), start);
  const { order } = query;
  const matching = events.filter((event) => matches(event, placeOf(event), query));
  const found = query.firstOfSeries === true ? firstOfSeries(matching.toSorted(start)) : matching;
  if (typeof order === "string")
    return toPage(found, { published, newest: reversed(published), start, distance }[order], query);
  const values = new Map(found.map((event) => [event, comparedOf(event, order)]));
  const compare = byValue<CalendarEvent>((event) => values.get(event), order.descending);
  return toPage(found, inOrder(compare, start), query);
};
