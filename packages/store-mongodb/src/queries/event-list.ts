import type { CalendarEvent } from "@kalends/core";
import { type EventQuery, isValueOrder, isVisible, type Page, toNamedOrder } from "@kalends/core/storage";
import {
  dependsOnMerges,
  expandLocated,
  expandQuery,
  listPending,
  type PendingMerge,
} from "../merging/pending-merges.ts";
import { createEventReader } from "../series/event-reader.ts";
import { findFirsts, findSeriesByText } from "../series/series-queries.ts";
import { BATCH } from "../transactions/coalesced-reads.ts";
import type { Session } from "../transactions/session.ts";
import { toLimits } from "./clauses.ts";
import { type EventContext, type EventSearch, toEventSearch, toSortedMember } from "./event-query.ts";
import { withIdsOf } from "./external-ids.ts";
import { listByMember } from "./member-list.ts";
import { listByRelevance } from "./ranked-list.ts";
import { listByValue } from "./value-list.ts";
import { findLocatedVenues, type LocatedVenues } from "./venue-locations.ts";

/**
 * Maximum number of times that a page is read. It is read again if a series has changed after its occurrences
 * were read.
 */
const MAX_ATTEMPTS = 3;

export const listEvents = async (session: Session, asked: EventQuery): Promise<Page<CalendarEvent>> => {
  const query = await withIdsOf(session, { ...asked, order: toNamedOrder(asked.order) });
  if (!dependsOnMerges(query)) return listShown(session, query, []);
  // Usually no merges are pending, so the list does not wait for this read.
  const [page, pending] = await Promise.all([listShown(session, query, []), listPending(session)]);
  return pending.length === 0 ? page : listShown(session, expandQuery(query, pending), pending);
};

const listShown = async (
  session: Session,
  query: EventQuery,
  pending: readonly PendingMerge[],
): Promise<Page<CalendarEvent>> => {
  const isWanted = (isHidden: boolean): boolean =>
    query.hidden === undefined ? !isHidden : query.hidden === "include" || isHidden;
  const isShown = (event: CalendarEvent): boolean =>
    event.occurrence === undefined || (isVisible(event, query.visible) && isWanted(event.hideFromListings));
  for (let attempt = 1; ; attempt += 1) {
    const page = await listOnce(session, query, pending);
    if (page.items.every(isShown)) return page;
    if (attempt >= MAX_ATTEMPTS) return { ...page, items: page.items.filter(isShown) };
  }
};

const listOnce = async (
  session: Session,
  query: EventQuery,
  pending: readonly PendingMerge[],
): Promise<Page<CalendarEvent>> => {
  const [locatedVenues, seriesByText] = await Promise.all([
    query.location && findLocatedVenues(session, query.location),
    query.search && findSeriesByText(session, query.search),
  ]);
  const located = expandLocated(locatedVenues, pending);
  const found = { located, seriesByText };
  const { filter: all, hint: along } = toEventSearch(query, found);
  const findsText = (query.search?.all.length ?? 0) > 0;
  const wanted = { filter: all, hint: along, seriesByText: findsText ? seriesByText : undefined };
  const firsts = query.firstOfSeries === true ? await findFirsts(session, query.clock, wanted) : undefined;
  const context = { ...found, firsts };
  const { order } = query;
  const by = typeof order === "string" ? order : order.by;
  if (by === "distance" && located !== undefined) return listByDistance(session, query, located, context);
  const search = toEventSearch(query, context);
  if (isValueOrder(order)) return listByValue(session, query, order, search);
  if (by === "relevance") return listByRelevance(session, query, isDescending(order), search);
  const member = toSortedMember(order);
  if (member !== undefined) return listByMember(session, query, member, search);
  const { filter, sort, hint } = search;
  const { list } = createEventReader(session);
  return list({ matches: [{ $match: filter }], order: [{ $sort: sort }], ...toLimits(query) }, hint);
};

const isDescending = (order: EventQuery["order"]): boolean =>
  typeof order === "object" && order.descending === true;

/**
 * Lists events by distance, nearest first or last. The number of events at each venue shows which venues are on the
 * page, so only events of these venues are read. Events at the same distance are in the order of the search.
 */
const listByDistance = async (
  session: Session,
  query: EventQuery,
  located: LocatedVenues,
  context: EventContext,
): Promise<Page<CalendarEvent>> => {
  const { many } = createEventReader(session);
  const searchAt = (venueIds: readonly number[]): EventSearch =>
    toEventSearch(query, { ...context, located: { ...located, venueIds } });
  const counts = await countByVenue(session, searchAt(located.venueIds));
  const direction = isDescending(query.order) ? -1 : 1;
  const rings = toRings(counts, located);
  const { skip, limit } = toLimits(query);
  const whole: number[] = [];
  const parts: { readonly venueIds: readonly number[]; readonly skip: number; readonly limit: number }[] = [];
  let before = 0;
  for (const { venueIds, count } of direction === 1 ? rings : rings.toReversed()) {
    const first = Math.max(0, skip - before);
    const last = Math.min(count, skip + limit - before);
    if (first === 0 && last === count) whole.push(...venueIds);
    else if (first < last) parts.push({ venueIds, skip: first, limit: last - first });
    before += count;
  }
  if (whole.length > 0) parts.push({ venueIds: whole, skip: 0, limit });
  const found = await Promise.all(
    parts.map(({ venueIds, ...part }) => {
      const { filter, sort, hint } = searchAt(venueIds);
      return many(filter, { sort, ...part }, hint);
    }),
  );
  const distanceOf = ({ venueId }: CalendarEvent): number => located.distanceOf(venueId);
  const items = found.flat().sort((one, other) => direction * (distanceOf(one) - distanceOf(other)));
  return { items, total: before };
};

interface VenueCount {
  readonly _id: number;
  readonly count: number;
}

const countByVenue = (session: Session, { filter, hint }: EventSearch): Promise<readonly VenueCount[]> => {
  const stages = [{ $match: filter }, { $group: { _id: "$venueId", count: { $sum: 1 } } }];
  return session.read(
    ({ events, reading }) => events.aggregate<VenueCount>(stages, { ...reading, batchSize: BATCH }).toArray(),
    hint,
  );
};

/** Groups venues with the same distance, nearest first, with the number of their events. */
const toRings = (
  counts: readonly VenueCount[],
  located: LocatedVenues,
): readonly { readonly venueIds: readonly number[]; readonly count: number }[] => {
  const rings = new Map<number, { readonly venueIds: number[]; count: number }>();
  for (const { _id, count } of counts) {
    const distance = located.distanceOf(_id);
    const ring = rings.get(distance) ?? { venueIds: [], count: 0 };
    ring.venueIds.push(_id);
    ring.count += count;
    rings.set(distance, ring);
  }
  return [...rings].sort(([one], [other]) => one - other).map(([, ring]) => ring);
};
