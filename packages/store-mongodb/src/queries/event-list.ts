import type { CalendarEvent, EventQuery, Page } from "@kalends/core";
import { toRecord } from "../database/documents.ts";
import { createReader } from "../repositories/records.ts";
import { BATCH } from "../transactions/coalesced-reads.ts";
import type { Session } from "../transactions/session.ts";
import { toLimits } from "./clauses.ts";
import { type EventSearch, toEventSearch } from "./event-query.ts";
import { listByValue } from "./value-list.ts";
import { findLocatedVenues, type LocatedVenues } from "./venue-locations.ts";

export const listEvents = async (session: Session, query: EventQuery): Promise<Page<CalendarEvent>> => {
  const located = query.location && (await findLocatedVenues(session, query.location));
  if (query.order === "distance" && located !== undefined) return listByDistance(session, query, located);
  const search = toEventSearch(query, located);
  if (typeof query.order === "object") return listByValue(session, query, query.order, search);
  const { filter, sort, hint } = search;
  const { list } = createReader(session, "events", toRecord<CalendarEvent>);
  return list({ matches: [{ $match: filter }], order: [{ $sort: sort }], ...toLimits(query) }, hint);
};

/**
 * Nearest first: how many events each venue has says which venues the page shows, and only their events are read. Those of
 * venues that are equally far come in the order of the search.
 */
const listByDistance = async (
  session: Session,
  query: EventQuery,
  located: LocatedVenues,
): Promise<Page<CalendarEvent>> => {
  const { many } = createReader(session, "events", toRecord<CalendarEvent>);
  const searchAt = (venueIds: readonly number[]): EventSearch =>
    toEventSearch(query, { ...located, venueIds });
  const counts = await countByVenue(session, searchAt(located.venueIds));
  const { skip, limit } = toLimits(query);
  const whole: number[] = [];
  const parts: { readonly venueIds: readonly number[]; readonly skip: number; readonly limit: number }[] = [];
  let before = 0;
  for (const { venueIds, count } of toRings(counts, located)) {
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
  return { items: found.flat().sort((one, other) => distanceOf(one) - distanceOf(other)), total: before };
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

/** The venues that are equally far, with the number of their events, nearest first. */
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
