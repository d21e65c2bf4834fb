import type { CalendarEvent } from "../model/event.ts";
import type { Organizer } from "../model/organizer.ts";
import type { Post } from "../model/post.ts";
import { foldName, organizerSearchFields, venueSearchFields } from "../model/text/text-search.ts";
import type { WallClock } from "../model/time/wall-clock.ts";
import type { Coordinates, Venue } from "../model/venue.ts";
import {
  byDistance,
  type ExtensionFilter,
  hasExtensions,
  holds,
  isLocated,
  isVisible,
  type Visibility,
} from "./conditions.ts";
import { startOf } from "./event-query.ts";
import type { LocationFilter } from "./geography.ts";
import { byId, byText, type Comparison, inOrder, reversed, toPage } from "./order.ts";
import type { Page, Paging } from "./page.ts";

/** Lists of venues and organizers: newest publication date first, ties by the higher id. */
export interface LinkedQuery extends Paging {
  readonly visible: Visibility;
  /** Folded fragments, all of which occur in one of `venueSearchFields` / `organizerSearchFields`. */
  readonly search?: readonly string[];
  /** Linked to this event, whatever its status. */
  readonly eventId?: number;
  /** `any`: linked to at least one such event, hidden ones included; `none`: to no such event. */
  readonly events?: { readonly linked: "any" | "none"; readonly visible: Visibility };
  /** Linked to at least one event that is not hidden, is visible and starts at `from` or later by the clock. */
  readonly upcoming?: {
    readonly from: WallClock;
    readonly clock: "local" | "utc";
    readonly visible: Visibility;
  };
  readonly extensions?: readonly ExtensionFilter[];
}

/** The vocabulary of venue lists that every store understands. */
export interface VenueQuery extends LinkedQuery {
  readonly location?: LocationFilter;
  /** `distance` (only with `location.within`): nearest first, then as lists without it. */
  readonly order?: "distance";
}

/** What venues and organizers differ in. */
interface Kind<T> {
  /** What a search looks into. */
  readonly fields: (record: T) => readonly string[];
  /** All events that have the record, whatever their status. */
  readonly eventsOf: (record: T) => readonly CalendarEvent[];
}

const matches = <T extends Post>(
  record: T,
  { visible, search, eventId, events, upcoming, extensions }: LinkedQuery,
  { fields, eventsOf }: Kind<T>,
): boolean =>
  isVisible(record, visible) &&
  holds(extensions, (filters) => hasExtensions(record, filters)) &&
  holds(search, (texts) => fields(record).some((field) => texts.every((text) => field.includes(text)))) &&
  holds(eventId, (wanted) => eventsOf(record).some(({ id }) => id === wanted)) &&
  holds(
    events,
    ({ linked, visible: shown }) =>
      eventsOf(record).some((event) => isVisible(event, shown)) === (linked === "any"),
  ) &&
  holds(upcoming, ({ from, clock, visible: shown }) =>
    eventsOf(record).some(
      (event) => !event.hideFromListings && isVisible(event, shown) && startOf(event, clock) >= from,
    ),
  );

const newestFirst: Comparison<Post> = reversed(
  inOrder<Post>(
    byText(({ date }) => date),
    byId,
  ),
);

/** What `VenueQuery` means: the answer to a list of venues where all venues and events are at hand. */
export const evaluateVenueQuery = (
  query: VenueQuery,
  venues: readonly Venue[],
  events: readonly CalendarEvent[],
): Page<Venue> => {
  const { location = {}, order } = query;
  const placeOf = ({ coordinates }: Venue): Coordinates | undefined => coordinates;
  const kind: Kind<Venue> = {
    fields: venueSearchFields,
    eventsOf: ({ id }) => events.filter(({ venueId }) => venueId === id),
  };
  const found = venues.filter((venue) => matches(venue, query, kind) && isLocated(placeOf(venue), location));
  return toPage(
    found,
    order === "distance" ? inOrder(byDistance(location, placeOf), newestFirst) : newestFirst,
    query,
  );
};

/** What `LinkedQuery` means: the answer to a list of organizers where all organizers and events are at hand. */
export const evaluateOrganizerQuery = (
  query: LinkedQuery,
  organizers: readonly Organizer[],
  events: readonly CalendarEvent[],
): Page<Organizer> => {
  const kind: Kind<Organizer> = {
    fields: organizerSearchFields,
    eventsOf: ({ id }) => events.filter(({ organizerIds }) => organizerIds.includes(id)),
  };
  return toPage(
    organizers.filter((organizer) => matches(organizer, query, kind)),
    newestFirst,
    query,
  );
};

const isSame = (one: string, other: string): boolean => foldName(one) === foldName(other);

/** Whether this is what `findDuplicate` of venues and organizers looks for. */
export const isDuplicate = (
  record: Venue | Organizer,
  name: string,
  description?: string,
  visible?: Visibility,
): boolean =>
  record.status !== "trash" &&
  isSame(record.name, name) &&
  holds(description, (text) => isSame(record.description, text)) &&
  holds(visible, (shown) => isVisible(record, shown));
