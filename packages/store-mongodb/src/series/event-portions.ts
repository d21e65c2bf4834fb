import type { CalendarEvent } from "@kalends/core";
import { type EventQuery, type EventRepository, isRange } from "@kalends/core/storage";
import { listIndexName } from "../database/indexes.ts";
import { dependsOnMerges, expandLocated, expandQuery, listPending } from "../merging/pending-merges.ts";
import { every, type Filter, oneOf } from "../queries/clauses.ts";
import { type EventContext, toEventSearch } from "../queries/event-query.ts";
import { withIdsOf } from "../queries/external-ids.ts";
import { findLocatedVenues } from "../queries/venue-locations.ts";
import { BATCH } from "../transactions/coalesced-reads.ts";
import type { Session } from "../transactions/session.ts";
import { createEventReader } from "./event-reader.ts";
import { findSeriesByText } from "./series-queries.ts";

/**
 * Reads all events that match a query in portions, ordered by id. If few events match, each portion collects
 * all of them. If many match, the records are scanned in the order of ids, once for all portions together.
 */

/** Number of matching events from which they no longer count as few. */
const FEW = 1000;
/** Maximum number of records, and of series among them, that one command scans. */
const [RECORDS, SERIES] = [5000, 50];

type ListAfter = EventRepository["listAfter"];

export const listAfter = async (
  session: Session,
  ...[conditions, afterId, limit]: Parameters<ListAfter>
): Promise<readonly CalendarEvent[]> => {
  const pending = dependsOnMerges(conditions) ? await listPending(session) : [];
  const expanded = expandQuery(conditions, pending);
  const query = await withIdsOf(session, { ...expanded, order: "start", page: 1, perPage: limit });
  const [located, seriesByText] = await Promise.all([
    query.location && findLocatedVenues(session, query.location),
    query.search && findSeriesByText(session, query.search),
  ]);
  const context = { located: expandLocated(located, pending), seriesByText };
  const ids = (await hasFew(session, query, context))
    ? await findFew(session, query, context)
    : await scan(session, query, context, afterId, limit);
  const named = ids.filter((id) => id > afterId).toSorted((one, other) => one - other);
  const found = await createEventReader(session).findMany(named.slice(0, limit));
  return found.toSorted((one, other) => one.id - other.id);
};

/** True if the filter that determines the index matches few events. See `leadOf`. */
const hasFew = async (session: Session, query: EventQuery, { located }: EventContext): Promise<boolean> => {
  const { ids, seriesIds, parentId, organizerIds, venueIds } = query;
  if ([ids, seriesIds, parentId].some((lead) => lead !== undefined)) return true;
  const isByPlace = located?.isAmong && [organizerIds, venueIds].every((lead) => lead === undefined);
  const { filter, hint } = isByPlace
    ? toEventSearch(toLead(query, {}), { located })
    : toEventSearch(toLead(query, leadOf(query)), {});
  const found = await session.read(
    ({ events, reading }) =>
      events.find(filter, { ...reading, limit: FEW, batchSize: FEW, projection: { _id: 1 } }).toArray(),
    hint,
  );
  return found.length < FEW;
};

type Lead = Pick<
  EventQuery,
  "organizerIds" | "venueIds" | "tagIds" | "categoryIds" | "extensions" | "origin" | "authors"
>;

/** Returns the filter that begins the index, chosen in the same order as in `toEventSearch`. */
const leadOf = (query: EventQuery): Lead => {
  const { organizerIds, venueIds, tagIds, categoryIds, authors } = query;
  const { extensions = [], origin = "none" } = query;
  if (organizerIds !== undefined) return { organizerIds };
  if (venueIds !== undefined) return { venueIds };
  if (tagIds !== undefined) return { tagIds };
  if (categoryIds !== undefined) return { categoryIds };
  if (origin !== "none") return { origin };
  const choices = extensions.filter((filter) => !isRange(filter)).slice(0, 1);
  return choices.length === 0 && authors !== undefined ? { authors } : { extensions: choices };
};

/** Returns the query with only those filters that the index contains. */
const toLead = (query: EventQuery, lead: Lead): EventQuery => {
  const { visible, hidden, clock, start, order, page, perPage } = query;
  const statuses = [...new Set([...visible.statuses, ...(visible.own?.statuses ?? [])])];
  const dates = { clock, ...(start && { start }), ...(hidden && { hidden }) };
  return { visible: { statuses }, order, page, perPage, ...dates, ...lead };
};

const findFew = (session: Session, query: EventQuery, context: EventContext): Promise<readonly number[]> => {
  const { filter, hint } = toEventSearch(query, context);
  return session.read(async ({ events, reading }) => {
    const projection = { "occurrence.seriesId": 1 };
    const found = await events.find(filter, { ...reading, batchSize: BATCH, projection }).toArray();
    return [...new Set(found.map(({ _id, occurrence }) => occurrence?.seriesId ?? _id))];
  }, hint);
};

const scan = async (
  session: Session,
  query: EventQuery,
  context: EventContext,
  afterId: number,
  limit: number,
): Promise<readonly number[]> => {
  const { filter } = toEventSearch(query, context);
  const found: number[] = [];
  let from: number | undefined = afterId;
  while (from !== undefined && found.length < limit) {
    const stretch: Stretch = await findStretch(session, from);
    const within = { $gt: from, ...(stretch.until !== undefined && { $lte: stretch.until }) };
    const singles = await findSingles(session, every([{ _id: within }, filter]), limit - found.length);
    const last = singles.length < limit - found.length ? stretch.until : singles.at(-1);
    const series = stretch.series.filter((id) => last === undefined || id <= last);
    found.push(...new Set([...singles, ...(await findSeries(session, query, filter, series))]));
    from = stretch.until;
  }
  return found;
};

interface Stretch {
  /** Last id that was scanned; undefined if no more records follow. */
  readonly until: number | undefined;
  readonly series: readonly number[];
}

const findStretch = async (session: Session, afterId: number): Promise<Stretch> => {
  const after = { _id: { $gt: afterId } };
  const [records, series] = await Promise.all([
    session.read(
      ({ events, reading }) =>
        events
          .find(after, { ...reading, sort: { _id: 1 }, skip: RECORDS - 1, limit: 1, projection: { _id: 1 } })
          .toArray(),
      BY_ID,
    ),
    session.read(({ series: all, reading }) =>
      all.find(after, { ...reading, sort: { _id: 1 }, limit: SERIES, projection: { _id: 1 } }).toArray(),
    ),
  ]);
  const ends = [...records, ...series.slice(SERIES - 1)].map(({ _id }) => _id);
  const until = ends.length === 0 ? undefined : Math.min(...ends);
  return {
    until,
    series: series.map(({ _id }) => _id).filter((id) => until === undefined || id <= until),
  };
};

const BY_ID = "_id_";

const findSingles = (session: Session, filter: Filter, limit: number): Promise<readonly number[]> =>
  session.read(async ({ events, reading }) => {
    const options = { sort: { _id: 1 }, limit, batchSize: BATCH, projection: { _id: 1 } } as const;
    const isSingle = { occurrence: { $exists: false } };
    const found = await events.find(every([isSingle, filter]), { ...reading, ...options }).toArray();
    return found.map(({ _id }) => _id);
  }, BY_ID);

/** Returns the ids of the given series that have a matching occurrence. */
const findSeries = (
  session: Session,
  { clock }: EventQuery,
  filter: Filter,
  ids: readonly number[],
): Promise<readonly number[]> =>
  ids.length === 0
    ? Promise.resolve([])
    : session.read(
        async ({ events, reading }) => {
          const stages = [
            { $match: every([oneOf("occurrence.seriesId", ids), filter]) },
            { $group: { _id: "$occurrence.seriesId" } },
          ];
          const found = await events
            .aggregate<{ readonly _id: number }>(stages, { ...reading, batchSize: BATCH })
            .toArray();
          return found.map(({ _id }) => _id);
        },
        listIndexName("series", clock),
      );
