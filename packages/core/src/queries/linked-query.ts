import type { CalendarEvent } from "../model/event.ts";
import { type ExternalId, hasExternalId } from "../model/external-id.ts";
import type { Organizer } from "../model/organizer.ts";
import type { Post } from "../model/post.ts";
import { isSeries } from "../model/recurrence/recurrence.ts";
import { foldName, organizerSearchFields, venueSearchFields } from "../model/text/text-search.ts";
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
  type OriginFilter,
  type Visibility,
} from "./conditions.ts";
import { startOf } from "./event-query.ts";
import type { LocationFilter } from "./geography.ts";
import { byMember, hasPostConditions, type LinkedOrder, type PostConditions } from "./member-order.ts";
import { byId, byText, type Comparison, inOrder, type Page, type Paging, reversed, toPage } from "./page.ts";

/**
 * Query of a list of venues or organizers. Without `order`, lists are ordered by publication date and id,
 * newest first (rules/venues-organizers.md#linked-order).
 */
export interface LinkedQuery extends Paging, PostConditions {
  readonly visible: Visibility;
  /**
   * Folded fragments of the search text. All of them must occur in one and the same field of
   * `venueSearchFields` or `organizerSearchFields`.
   */
  readonly search?: readonly string[];
  /**
   * Only records that are linked to this event, which may have any status
   * (rules/venues-organizers.md#filter-by-event).
   */
  readonly eventId?: number;
  /**
   * Condition on the events that are linked to the record. `any`: at least one of them is `visible`. `none`:
   * none of them is `visible`. Events hidden from lists count too; a series counts only by its occurrences.
   */
  readonly events?: { readonly linked: "any" | "none"; readonly visible: Visibility };
  /**
   * Only records with a linked event that starts at `from` or later. The event must be `visible` and not
   * hidden from lists (rules/venues-organizers.md#filter-upcoming). `clock` is the clock of `from`.
   */
  readonly upcoming?: {
    readonly from: WallClock;
    readonly clock: "local" | "utc";
    readonly visible: Visibility;
  };
  readonly extensions?: readonly ExtensionFilter[];
  readonly externalId?: ExternalId;
  readonly origin?: OriginFilter;
  /**
   * Order of the list. `distance` is for venues and requires `location.within`: it sorts by distance from its
   * centre, and equal distances are in the default order. Absent: the default order.
   */
  readonly order?: "distance" | LinkedOrder;
}

/** Query of a venue list. Every store must support all of it. */
export interface VenueQuery extends LinkedQuery {
  readonly location?: LocationFilter;
}

/**
 * True if the record meets all conditions of the query. `linked` returns all events that are linked to the
 * record, of any status.
 */
const matches = (
  record: Post,
  query: LinkedQuery,
  searchFields: () => readonly string[],
  linked: () => readonly CalendarEvent[],
): boolean => {
  const { visible, search, eventId, events, upcoming, extensions, externalId, origin } = query;
  return (
    isVisible(record, visible) &&
    hasPostConditions(record, query) &&
    isMet(externalId, (wanted) => hasExternalId(record, wanted)) &&
    isMet(origin, (wanted) => isOfOrigin(record, wanted)) &&
    isMet(extensions, (filters) => hasExtensions(record, filters)) &&
    isMet(search, (texts) => searchFields().some((field) => texts.every((text) => field.includes(text)))) &&
    isMet(eventId, (wanted) => linked().some(({ id }) => id === wanted)) &&
    isMet(
      events,
      (wanted) =>
        linked().some((event) => !isSeries(event) && isVisible(event, wanted.visible)) ===
        (wanted.linked === "any"),
    ) &&
    isMet(upcoming, ({ from, clock, visible: shown }) =>
      linked().some(
        (event) =>
          !event.hideFromListings &&
          !isSeries(event) &&
          isVisible(event, shown) &&
          startOf(event, clock) >= from,
      ),
    )
  );
};

const newestFirst: Comparison<Post> = reversed(
  inOrder<Post>(
    byText(({ date }) => date),
    byId,
  ),
);

/** Returns the comparison for the order of the query; `distance` compares the distances of venues. */
const comparisonOf = <T extends Post & { readonly name: string }>(
  { order, search = [] }: LinkedQuery,
  found: readonly T[],
  searchFields: (record: T) => readonly string[],
  distance: Comparison<T> = newestFirst,
): Comparison<T> => {
  if (order === undefined) return newestFirst;
  return byMember<T>(order === "distance" ? { by: order } : order, found, {
    title: ({ name }) => name,
    text: (record) => searchFields(record).join("\n"),
    words: search,
    start: newestFirst,
    distance,
  });
};

/**
 * Computes the result of a query from all venues and events. It is the reference implementation, with which
 * results of stores are compared.
 */
export const evaluateVenueQuery = (
  query: VenueQuery,
  venues: readonly Venue[],
  events: readonly CalendarEvent[],
): Page<Venue> => {
  const { location = {} } = query;
  const placeOf = ({ coordinates }: Venue): Coordinates | undefined => coordinates;
  const found = venues.filter((venue) => {
    const linked = () => events.filter(({ venueId }) => venueId === venue.id);
    return (
      matches(venue, query, () => venueSearchFields(venue), linked) && isLocated(placeOf(venue), location)
    );
  });
  const nearestFirst = inOrder(byDistance(location, placeOf), newestFirst);
  return toPage(found, comparisonOf(query, found, venueSearchFields, nearestFirst), query);
};

/**
 * Computes the result of a query from all organizers and events. It is the reference implementation, with
 * which results of stores are compared.
 */
export const evaluateOrganizerQuery = (
  query: LinkedQuery,
  organizers: readonly Organizer[],
  events: readonly CalendarEvent[],
): Page<Organizer> => {
  const found = organizers.filter((organizer) => {
    const linked = () => events.filter(({ organizerIds }) => organizerIds.includes(organizer.id));
    return matches(organizer, query, () => organizerSearchFields(organizer), linked);
  });
  return toPage(found, comparisonOf(query, found, organizerSearchFields), query);
};

const isSame = (one: string, other: string): boolean => foldName(one) === foldName(other);

/** True if `LinkedRepository.findDuplicate` may return this record. */
export const isDuplicate = (
  record: Post & Pick<Venue | Organizer, "name">,
  name: string,
  description?: string,
  visible?: Visibility,
): boolean =>
  record.status !== "trash" &&
  isSame(record.name, name) &&
  isMet(description, (text) => isSame(record.description, text)) &&
  isMet(visible, (shown) => isVisible(record, shown));
