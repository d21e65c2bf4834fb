import type { CalendarEvent, EventQuery, Page } from "@kalends/core";
import { toLimits } from "./clauses.ts";
import { toRecord, WITHOUT_DERIVED } from "./documents.ts";
import { type EventSearch, toEventSearch } from "./event-query.ts";
import { BATCH } from "./look-ups.ts";
import type { Places } from "./places.ts";
import type { Session } from "./session.ts";

interface Part {
  readonly skip: number;
  readonly limit: number;
}

/** A part of the matches, in the order of the search. */
export const findEvents = async (
  session: Session,
  { filter, sort, hint }: EventSearch,
  part: Part,
): Promise<readonly CalendarEvent[]> => {
  const found = await session.read(
    ({ events, reading }) =>
      events
        .find(filter, { ...reading, ...part, sort, projection: WITHOUT_DERIVED, batchSize: BATCH })
        .toArray(),
    hint,
  );
  return found.map(toRecord<CalendarEvent>);
};

/**
 * Nearest first: how many events each venue has tells which venues the page shows, and only their events are read. Those of
 * venues that are equally far come in the order of the search.
 */
export const listByDistance = async (
  session: Session,
  query: EventQuery,
  places: Places,
): Promise<Page<CalendarEvent>> => {
  const searchAt = (venueIds: readonly number[]): EventSearch =>
    toEventSearch(query, { ...places, venueIds });
  const counts = await countByVenue(session, searchAt(places.venueIds));
  const { skip, limit } = toLimits(query);
  const whole: number[] = [];
  const parts: { readonly venueIds: readonly number[]; readonly part: Part }[] = [];
  let before = 0;
  for (const { venueIds, count } of toRings(counts, places)) {
    const first = Math.max(0, skip - before);
    const last = Math.min(count, skip + limit - before);
    if (first === 0 && last === count) whole.push(...venueIds);
    else if (first < last) parts.push({ venueIds, part: { skip: first, limit: last - first } });
    before += count;
  }
  if (whole.length > 0) parts.push({ venueIds: whole, part: { skip: 0, limit } });
  const found = await Promise.all(
    parts.map(({ venueIds, part }) => findEvents(session, searchAt(venueIds), part)),
  );
  const distanceOf = ({ venueId }: CalendarEvent): number => places.distanceOf(venueId);
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
  places: Places,
): readonly { readonly venueIds: readonly number[]; readonly count: number }[] => {
  const rings = new Map<number, { readonly venueIds: number[]; count: number }>();
  for (const { _id, count } of counts) {
    const distance = places.distanceOf(_id);
    const ring = rings.get(distance) ?? { venueIds: [], count: 0 };
    ring.venueIds.push(_id);
    ring.count += count;
    rings.set(distance, ring);
  }
  return [...rings].sort(([one], [other]) => one - other).map(([, ring]) => ring);
};
