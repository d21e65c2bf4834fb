import { costRange, type DecimalMark } from "../model/cost.ts";
import type { CalendarEvent } from "../model/event.ts";
import { type ExternalId, hasExternalId } from "../model/external-id.ts";
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
  isOfOrigin,
  isVisible,
  isWithin,
  type OriginFilter,
  type Visibility,
  type WallClockRange,
} from "./conditions.ts";
import type { LocationFilter } from "./geography.ts";
import { byMember, hasPostConditions, type MemberOrder, type PostConditions } from "./member-order.ts";
import { byId, byText, inOrder, type Page, type Paging, reversed, toPage } from "./page.ts";
import { byValue, type Comparable, type FieldName, fieldValue } from "./values.ts";

/**
 * Condition on the location of an event's venue.
 * If the venue is missing or not `visible` to the caller, its location counts as unknown. Otherwise the list
 * would reveal where a hidden venue is.
 */
export interface VenueLocationFilter extends LocationFilter {
  readonly visible: Visibility;
}

/**
 * Condition on the cost of an event: the range of its amounts (`amountsOf`, model/cost) must overlap this
 * range.
 * For example, `{ from: 20, until: 30 }` matches a cost of 15 to 25. Both bounds are inclusive. Free events
 * have the amount 0. Events without amounts never match.
 */
export interface CostFilter {
  /** Decimal mark with which numbers in costs are read. */
  readonly decimalMark: DecimalMark;
  readonly from?: number;
  readonly until?: number;
}

/**
 * Order by the value of a plugin field: numbers first, then texts. In both directions, events without a
 * number or text come last. Events with equal values are ordered by start.
 */
export interface FieldOrder extends FieldName {
  readonly by: "field";
  readonly descending?: boolean;
}

/**
 * Order by cost: ascending by the lowest amount, or descending by the highest amount. In both directions,
 * events without amounts come last. Events with equal amounts are ordered by start.
 */
export interface CostOrder {
  readonly by: "cost";
  /** Decimal mark with which numbers in costs are read. */
  readonly decimalMark: DecimalMark;
  readonly descending?: boolean;
}

/** Order by a value that not all events have. */
export type ValueOrder = FieldOrder | CostOrder;

/** True if the order sorts by a value that not all events have. */
export const isValueOrder = (order: EventQuery["order"]): order is ValueOrder =>
  typeof order === "object" && (order.by === "field" || order.by === "cost");

/**
 * Returns the named order that an order by member equals, or the order unchanged. Stores read both in the same
 * way.
 */
export const toNamedOrder = (order: EventQuery["order"]): EventQuery["order"] => {
  if (typeof order === "string" || isValueOrder(order)) return order;
  const { by, descending = false } = order;
  if (by === "date") return descending ? "newest" : "published";
  return !descending && (by === "start" || by === "distance") ? by : order;
};

/**
 * Query of an event list. Every store must support all of it.
 * All conditions must hold. If a condition has several values, one of them must match.
 * Lists contain single events and occurrences. They contain a series only if `ids` includes its id, or if it
 * has the `externalId`.
 */
export interface EventQuery extends Paging, PostConditions {
  /** Records that the caller may see. */
  readonly visible: Visibility;
  /**
   * Events hidden from lists: `include` lists them too, `only` lists no other events. Absent: they are left
   * out (rules/events.md#hidden-events).
   */
  readonly hidden?: "include" | "only";
  /**
   * Clock on which `start`, `end` and the order by start compare times: `local` is the event's own wall
   * clock, `utc` is UTC.
   */
  readonly clock: "local" | "utc";
  readonly start?: WallClockRange;
  readonly end?: WallClockRange;
  /**
   * Text search in `eventSearchText` (model/text/text-search). Different words may occur in different fields
   * of the event.
   */
  readonly search?: TextSearch;
  /**
   * Ids of categories, together with their descendants. An empty list matches no event; this applies to all
   * lists of ids.
   */
  readonly categoryIds?: readonly number[];
  readonly tagIds?: readonly number[];
  readonly venueIds?: readonly number[];
  readonly organizerIds?: readonly number[];
  readonly ids?: readonly number[];
  /**
   * Only the event with this external id, as if `ids` contained its id. Several events can have the same id
   * of the source `ical`.
   */
  readonly externalId?: ExternalId;
  readonly featured?: boolean;
  readonly parentId?: number;
  /** Only occurrences of series with one of these ids. */
  readonly seriesIds?: readonly number[];
  /**
   * If true, the list has only the earliest matching occurrence of each series, by start. The total then
   * counts each series once.
   */
  readonly firstOfSeries?: boolean;
  readonly location?: VenueLocationFilter;
  readonly extensions?: readonly ExtensionFilter[];
  readonly origin?: OriginFilter;
  readonly cost?: CostFilter;
  /**
   * Order of the list:
   *
   * - `start`: start, publication date, id.
   * - `published`: publication date, id.
   * - `newest`: the reverse of `published`.
   * - `distance`: distance from the centre of `location.within`, then as `start`.
   * - A `ValueOrder`: value of a plugin field, or cost.
   * - A `MemberOrder`: a member that every event has, in either direction.
   *
   * The named orders are ascending, except `newest`. The order compares dates as text.
   */
  readonly order: "start" | "published" | "newest" | "distance" | ValueOrder | MemberOrder;
}

/** True if `wanted` contains at least one of `ids`, or if `wanted` is `undefined`. */
const isOneOf = (wanted: readonly number[] | undefined, ...ids: readonly (number | undefined)[]): boolean =>
  isMet(wanted, (list) => list.some((id) => ids.includes(id)));

/** True if lists with this value of `EventQuery.hidden` contain the event. */
export const isListed = (
  { hideFromListings }: Pick<CalendarEvent, "hideFromListings">,
  hidden: EventQuery["hidden"],
): boolean => (hidden === undefined ? !hideFromListings : hidden === "include" || hideFromListings);

/**
 * True if the event meets all conditions of the query. `place` is the location of its venue; `undefined` if
 * the location is unknown.
 */
const matches = (event: CalendarEvent, place: Coordinates | undefined, query: EventQuery): boolean =>
  isListed(event, query.hidden) &&
  hasPostConditions(event, query) &&
  (query.ids !== undefined || query.externalId !== undefined || !isSeries(event)) &&
  isOneOf(query.seriesIds, event.occurrence?.seriesId) &&
  isVisible(event, query.visible) &&
  isMet(query.start, (range) => isWithin(startOf(event, query.clock), range)) &&
  isMet(query.end, (range) => isWithin(endOf(event, query.clock), range)) &&
  isOneOf(query.ids, event.id) &&
  isMet(query.externalId, (wanted) => hasExternalId(event, wanted)) &&
  isOneOf(query.venueIds, event.venueId) &&
  isOneOf(query.organizerIds, ...event.organizerIds) &&
  isOneOf(query.categoryIds, ...event.categoryIds) &&
  isOneOf(query.tagIds, ...event.tagIds) &&
  isMet(query.featured, (featured) => event.featured === featured) &&
  isMet(query.parentId, (id) => event.parentId === id) &&
  isMet(query.location, (location) => isLocated(place, location)) &&
  isMet(query.extensions, (filters) => hasExtensions(event, filters)) &&
  isMet(query.origin, (origin) => isOfOrigin(event, origin)) &&
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

/** Returns the value of the event by which this order sorts. */
const comparedOf = (event: CalendarEvent, order: ValueOrder): Comparable | undefined =>
  order.by === "field"
    ? fieldValue(event, order)
    : costRange(event.cost, order.decimalMark)?.[order.descending === true ? "highest" : "lowest"];

export const startOf = ({ schedule }: CalendarEvent, clock: EventQuery["clock"]): WallClock =>
  clock === "utc" ? schedule.utcStart : schedule.start;

const endOf = ({ schedule }: CalendarEvent, clock: EventQuery["clock"]): WallClock =>
  clock === "utc" ? schedule.utcEnd : schedule.end;

/** Returns the list with only the first listed occurrence of each series. Single events stay in the list. */
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
 * Computes the result of a query from all events (including series and occurrences) and all venues.
 * It is the reference implementation, with which results of stores are compared.
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
  if (!isValueOrder(order)) {
    const words = query.search?.all ?? [];
    const title = (event: CalendarEvent): string => event.title;
    const values = { title, text: eventSearchText, words, start, distance };
    return toPage(found, byMember(order, found, values), query);
  }
  const values = new Map(found.map((event) => [event, comparedOf(event, order)]));
  const compare = byValue<CalendarEvent>((event) => values.get(event), order.descending);
  return toPage(found, inOrder(compare, start), query);
};
