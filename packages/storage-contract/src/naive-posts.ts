import type {
  CalendarEvent,
  Coordinates,
  EventQuery,
  ExtensionFilter,
  LinkedQuery,
  LocationFilter,
  Organizer,
  Page,
  Post,
  Venue,
  VenueQuery,
  Visibility,
} from "@kalends/core";
import { distanceBetween, eventSearchText, organizerSearchFields, venueSearchFields } from "@kalends/core";

/** A comparison of two records: negative when the first one comes first. */
export type Comparison<T> = (a: T, b: T) => number;

/** By the code points of the text, as UTF-8 sorts. */
export const byText =
  <T>(text: (record: T) => string): Comparison<T> =>
  (a, b) =>
    Buffer.compare(Buffer.from(text(a)), Buffer.from(text(b)));

export const byNumber =
  <T>(number: (record: T) => number): Comparison<T> =>
  (a, b) =>
    number(a) - number(b);

/** The first comparison that tells two records apart. */
export const inOrder =
  <T>(...comparisons: readonly Comparison<T>[]): Comparison<T> =>
  (a, b) =>
    comparisons.map((compare) => compare(a, b)).find((result) => result !== 0) ?? 0;

export const reversed =
  <T>(compare: Comparison<T>): Comparison<T> =>
  (a, b) =>
    compare(b, a);

export const toPage = <T>(
  matches: readonly T[],
  compare: Comparison<T>,
  { page, perPage }: { readonly page: number; readonly perPage: number },
): Page<T> => ({
  items: matches.toSorted(compare).slice((page - 1) * perPage, page * perPage),
  total: matches.length,
});

export const isVisible = ({ status, author }: Post, { statuses, own }: Visibility): boolean =>
  statuses.includes(status) || (own !== undefined && own.author === author && own.statuses.includes(status));

const isWithin = (text: string, { from, after, until, before }: EventQuery["start"] & object): boolean =>
  (from === undefined || text >= from) &&
  (after === undefined || text > after) &&
  (until === undefined || text <= until) &&
  (before === undefined || text < before);

const hasOneOf = (list: readonly number[] | undefined, ids: readonly number[]): boolean =>
  list === undefined || ids.some((id) => list.includes(id));

const hasExtensions = ({ extensions }: Post, filters: readonly ExtensionFilter[] = []): boolean =>
  filters.every(({ plugin, field, anyOf }) => {
    const value = extensions[plugin]?.[field];
    const values: readonly unknown[] = Array.isArray(value) ? value : [value];
    return anyOf.some((wanted) => values.includes(wanted));
  });

const isBetween = (west: number, lng: number, east: number): boolean =>
  west <= east ? west <= lng && lng <= east : west <= lng || lng <= east;

const isLocated = (
  coordinates: Coordinates | undefined,
  { known, within, inside }: LocationFilter = {},
): boolean => {
  if (known !== undefined && known !== (coordinates !== undefined)) return false;
  if (within === undefined && inside === undefined) return true;
  if (coordinates === undefined) return false;
  const { lat, lng } = coordinates;
  // The antimeridian has two names.
  const longitudes = Math.abs(lng) === 180 ? [180, -180] : [lng];
  return (
    (within === undefined || distanceBetween(within.center, coordinates) <= within.kilometres) &&
    (inside === undefined ||
      (inside.south <= lat &&
        lat <= inside.north &&
        longitudes.some((longitude) => isBetween(inside.west, longitude, inside.east))))
  );
};

const byDistance = <T>(
  { within }: LocationFilter = {},
  coordinatesOf: (record: T) => Coordinates | undefined,
): Comparison<T> =>
  byNumber((record) => {
    const coordinates = coordinatesOf(record);
    return within === undefined || coordinates === undefined
      ? 0
      : distanceBetween(within.center, coordinates);
  });

/** What an event list is, word for word as `EventQuery` says it. */
export const listEvents = (
  events: readonly CalendarEvent[],
  venues: readonly Venue[],
  query: EventQuery,
): Page<CalendarEvent> => {
  const shown = venues.filter((venue) => isVisible(venue, query.location?.visible ?? query.visible));
  const placeOf = ({ venueId }: CalendarEvent): Coordinates | undefined =>
    shown.find(({ id }) => id === venueId)?.coordinates;
  const startOf = ({ schedule }: CalendarEvent): string =>
    query.clock === "utc" ? schedule.utcStart : schedule.start;
  const endOf = ({ schedule }: CalendarEvent): string =>
    query.clock === "utc" ? schedule.utcEnd : schedule.end;
  const matches = events.filter((event) => {
    const text = eventSearchText(event);
    return (
      !event.hideFromListings &&
      isVisible(event, query.visible) &&
      isWithin(startOf(event), query.start ?? {}) &&
      isWithin(endOf(event), query.end ?? {}) &&
      (query.search?.all ?? []).every((word) => text.includes(word)) &&
      !(query.search?.none ?? []).some((word) => text.includes(word)) &&
      hasOneOf(query.categoryIds, event.categoryIds) &&
      hasOneOf(query.tagIds, event.tagIds) &&
      hasOneOf(query.venueIds, event.venueId === undefined ? [] : [event.venueId]) &&
      hasOneOf(query.organizerIds, event.organizerIds) &&
      hasOneOf(query.ids, [event.id]) &&
      (query.featured === undefined || event.featured === query.featured) &&
      (query.parentId === undefined || event.parentId === query.parentId) &&
      isLocated(placeOf(event), query.location) &&
      hasExtensions(event, query.extensions)
    );
  });
  const byPublication = inOrder<CalendarEvent>(
    byText(({ date }) => date),
    byNumber(({ id }) => id),
  );
  const byStart = inOrder(byText(startOf), byPublication);
  const orders = {
    start: byStart,
    published: byPublication,
    distance: inOrder(byDistance(query.location, placeOf), byStart),
  };
  return toPage(matches, orders[query.order], query);
};

interface LinkedRecords<T> {
  readonly records: readonly T[];
  readonly events: readonly CalendarEvent[];
  readonly fields: (record: T) => readonly string[];
  readonly isLinked: (event: CalendarEvent, record: T) => boolean;
}

const matchLinked = <T extends Post>(
  { records, events, fields, isLinked }: LinkedRecords<T>,
  { visible, search, eventId, events: having, upcoming, extensions }: LinkedQuery,
): readonly T[] =>
  records.filter((record) => {
    const linked = events.filter((event) => isLinked(event, record));
    const hasVisible = having !== undefined && linked.some((event) => isVisible(event, having.visible));
    const isUpcoming = ({ schedule, ...event }: CalendarEvent): boolean =>
      upcoming !== undefined &&
      !event.hideFromListings &&
      isVisible(event, upcoming.visible) &&
      (upcoming.clock === "utc" ? schedule.utcStart : schedule.start) >= upcoming.from;
    return (
      isVisible(record, visible) &&
      (search === undefined ||
        fields(record).some((field) => search.every((text) => field.includes(text)))) &&
      (eventId === undefined || linked.some(({ id }) => id === eventId)) &&
      (having === undefined || hasVisible === (having.linked === "any")) &&
      (upcoming === undefined || linked.some(isUpcoming)) &&
      hasExtensions(record, extensions)
    );
  });

const newestFirst: Comparison<Post> = reversed(
  inOrder(
    byText(({ date }) => date),
    byNumber(({ id }) => id),
  ),
);

/** What a list of venues is, word for word as `VenueQuery` says it. */
export const listVenues = (
  venues: readonly Venue[],
  events: readonly CalendarEvent[],
  query: VenueQuery,
): Page<Venue> => {
  const placeOf = ({ coordinates }: Venue): Coordinates | undefined => coordinates;
  const matches = matchLinked(
    { records: venues, events, fields: venueSearchFields, isLinked: (event, { id }) => event.venueId === id },
    query,
  ).filter((venue) => isLocated(placeOf(venue), query.location));
  return toPage(
    matches,
    query.order === undefined ? newestFirst : inOrder(byDistance(query.location, placeOf), newestFirst),
    query,
  );
};

/** What a list of organizers is, word for word as `LinkedQuery` says it. */
export const listOrganizers = (
  organizers: readonly Organizer[],
  events: readonly CalendarEvent[],
  query: LinkedQuery,
): Page<Organizer> =>
  toPage(
    matchLinked(
      {
        records: organizers,
        events,
        fields: organizerSearchFields,
        isLinked: (event, { id }) => event.organizerIds.includes(id),
      },
      query,
    ),
    newestFirst,
    query,
  );
