import type {
  CalendarEvent,
  EventQuery,
  LinkedQuery,
  Organizer,
  Page,
  Post,
  Venue,
  Visibility,
} from "@kalends/core";
import { eventSearchText, organizerSearchFields, venueSearchFields } from "@kalends/core";

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

/** What an event list is, word for word as `EventQuery` says it. */
export const listEvents = (events: readonly CalendarEvent[], query: EventQuery): Page<CalendarEvent> => {
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
      (query.parentId === undefined || event.parentId === query.parentId)
    );
  });
  const byPublication = inOrder<CalendarEvent>(
    byText(({ date }) => date),
    byNumber(({ id }) => id),
  );
  return toPage(
    matches,
    query.order === "start" ? inOrder(byText(startOf), byPublication) : byPublication,
    query,
  );
};

interface LinkedRecords<T> {
  readonly records: readonly T[];
  readonly events: readonly CalendarEvent[];
  readonly fields: (record: T) => readonly string[];
  readonly isLinked: (event: CalendarEvent, record: T) => boolean;
}

const listLinked = <T extends Post>(
  { records, events, fields, isLinked }: LinkedRecords<T>,
  { visible, search, eventId, events: having, upcoming, ...paging }: LinkedQuery,
): Page<T> => {
  const matches = records.filter((record) => {
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
      (upcoming === undefined || linked.some(isUpcoming))
    );
  });
  const newestFirst = inOrder<T>(
    byText(({ date }) => date),
    byNumber(({ id }) => id),
  );
  return toPage(matches, reversed(newestFirst), paging);
};

/** What a list of venues is, word for word as `LinkedQuery` says it. */
export const listVenues = (
  venues: readonly Venue[],
  events: readonly CalendarEvent[],
  query: LinkedQuery,
): Page<Venue> =>
  listLinked(
    { records: venues, events, fields: venueSearchFields, isLinked: (event, { id }) => event.venueId === id },
    query,
  );

/** What a list of organizers is, word for word as `LinkedQuery` says it. */
export const listOrganizers = (
  organizers: readonly Organizer[],
  events: readonly CalendarEvent[],
  query: LinkedQuery,
): Page<Organizer> =>
  listLinked(
    {
      records: organizers,
      events,
      fields: organizerSearchFields,
      isLinked: (event, { id }) => event.organizerIds.includes(id),
    },
    query,
  );
