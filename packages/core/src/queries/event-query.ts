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
 * Where the venue of an event lies. The location of a venue that is not `visible`, as of one that is missing, is not known: a
 * list must not give it away.
 */
export interface VenueLocationFilter extends LocationFilter {
  readonly visible: Visibility;
}

/**
 * The amounts of an event (`amountsOf`, model/cost), from the lowest to the highest, meet the range: `{ from: 20, until: 30 }` finds
 * a cost of 15 to 25. Inclusive; events without amounts are in no range, those that are free have the amount 0.
 */
export interface CostFilter {
  /** How numbers in costs are read. */
  readonly decimalMark: DecimalMark;
  readonly from?: number;
  readonly until?: number;
}

/** By a field of a plugin: numbers, then texts; events where it is neither come last, in either direction. Then as `start`. */
export interface FieldOrder extends FieldName {
  readonly by: "field";
  readonly descending?: boolean;
}

/**
 * By the lowest amount, ascending, or by the highest, descending; events without amounts come last, in either direction. Then as
 * `start`.
 */
export interface CostOrder {
  readonly by: "cost";
  /** How numbers in costs are read. */
  readonly decimalMark: DecimalMark;
  readonly descending?: boolean;
}

/** An order by what only some events have. */
export type ValueOrder = FieldOrder | CostOrder;

/**
 * The vocabulary of event lists that every store understands. All members narrow (AND); values of one widen (OR). Single events and
 * occurrences are listed; a series is where `ids` has its own.
 */
export interface EventQuery extends Paging {
  /** Events hidden from listings are never listed, for any caller (rules/events.md#hidden-events). */
  readonly visible: Visibility;
  /** Which clock `start`, `end` and the order by start look at: the event's own wall clock, or UTC. */
  readonly clock: "local" | "utc";
  readonly start?: WallClockRange;
  readonly end?: WallClockRange;
  /** Looks into `eventSearchText` (model/text/text-search): words may come from different fields. */
  readonly search?: TextSearch;
  /** Descendants are already included. An empty list matches nothing, here and in all id lists. */
  readonly categoryIds?: readonly number[];
  readonly tagIds?: readonly number[];
  readonly venueIds?: readonly number[];
  readonly organizerIds?: readonly number[];
  readonly ids?: readonly number[];
  readonly featured?: boolean;
  readonly parentId?: number;
  /** The occurrences of these series. */
  readonly seriesIds?: readonly number[];
  /** Of each series the earliest occurrence that matches all else, by start; the total counts series. */
  readonly firstOfSeries?: boolean;
  readonly location?: VenueLocationFilter;
  readonly extensions?: readonly ExtensionFilter[];
  readonly cost?: CostFilter;
  /**
   * `start`: start, publication date, id; `published`: publication date, id; `distance` (only with `location.within`): from
   * its centre, then as `start`. These are ascending, dates as stored texts; `newest` is `published` from its end. A `ValueOrder`
   * is by what events or plugins say.
   */
  readonly order: "start" | "published" | "newest" | "distance" | ValueOrder;
}

/** Whether one of these ids is in the list, if there is one. */
const isOneOf = (wanted: readonly number[] | undefined, ...ids: readonly (number | undefined)[]): boolean =>
  isMet(wanted, (list) => list.some((id) => ids.includes(id)));

/** Whether the query finds the event, which takes place at `place`. */
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

/** What such an order compares of an event. */
const comparedOf = (event: CalendarEvent, order: ValueOrder): Comparable | undefined =>
  order.by === "field"
    ? fieldValue(event, order)
    : costRange(event.cost, order.decimalMark)?.[order.descending === true ? "highest" : "lowest"];

export const startOf = ({ schedule }: CalendarEvent, clock: EventQuery["clock"]): WallClock =>
  clock === "utc" ? schedule.utcStart : schedule.start;

const endOf = ({ schedule }: CalendarEvent, clock: EventQuery["clock"]): WallClock =>
  clock === "utc" ? schedule.utcEnd : schedule.end;

/** Of several occurrences of one series only the first. */
const firstOfSeries = (events: readonly CalendarEvent[]): readonly CalendarEvent[] => {
  const seen = new Set<number>();
  return events.filter(({ id, occurrence }) => {
    const key = occurrence?.seriesId ?? id;
    const isFirst = !seen.has(key);
    seen.add(key);
    return isFirst;
  });
};

/** What `EventQuery` means: the answer to a list of events, computed from all events, series and occurrences among them, and venues. */
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
