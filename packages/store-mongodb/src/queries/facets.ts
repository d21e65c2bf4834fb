import {
  byFrequency,
  type EventQuery,
  type FacetCounts,
  type FacetName,
  type FacetValue,
  includingCategories,
  type MergedKind,
} from "@kalends/core/storage";
import type { Document } from "mongodb";
import { listIndexName } from "../database/indexes.ts";
import {
  expandLocated,
  expandQuery,
  listPending,
  type PendingMerge,
  withTargets,
} from "../merging/pending-merges.ts";
import { findSeriesByText } from "../series/series-queries.ts";
import { BATCH } from "../transactions/coalesced-reads.ts";
import type { Session } from "../transactions/session.ts";
import { type EventSearch, toEventSearch } from "./event-query.ts";
import { withIdsOf } from "./external-ids.ts";
import { findLocatedVenues } from "./venue-locations.ts";

/** Member of an event that contains the values of a facet, and the kind of the records in it. */
interface Source {
  readonly value: Document | string;
  readonly kind?: MergedKind;
}

const SOURCES: Readonly<Record<FacetName, Source>> = {
  status: { value: "$status" },
  categories: { value: "$categoryIds", kind: "category" },
  tags: { value: "$tagIds", kind: "tag" },
  venue: { value: "$venueId", kind: "venue" },
  organizer: { value: "$organizerIds", kind: "organizer" },
  author: { value: "$author" },
  month: { value: { $substrBytes: ["$schedule.start", 0, 7] } },
};

/** Events with the same values of a facet. */
interface Group {
  /** A value, or the list of all values of the events; absent if the events have none. */
  readonly value?: FacetValue | readonly number[] | null;
  /** Id of the series, or of the event, if each series counts once. */
  readonly key?: number;
  readonly count: number;
}

/** Counts the matches of a query by the values of facets, with one aggregation for each facet. */
export const countFacets = async (
  session: Session,
  asked: EventQuery,
  names: readonly FacetName[],
): Promise<FacetCounts> => {
  const [exact, pending] = await Promise.all([withIdsOf(session, asked), listPending(session)]);
  const query = expandQuery(exact, pending);
  const [locatedVenues, seriesByText] = await Promise.all([
    query.location && findLocatedVenues(session, query.location),
    query.search && findSeriesByText(session, query.search),
  ]);
  const located = expandLocated(locatedVenues, pending);
  const search = toEventSearch({ ...query, order: "start" }, { located, seriesByText });
  const counts = await Promise.all(
    names.map(async (name) => {
      const [groups, including] = await Promise.all([
        readGroups(session, query, search, name),
        name === "categories" ? readIncluding(session) : undefined,
      ]);
      return [name, byFrequency(countGroups(groups, toValues(name, pending, including)))] as const;
    }),
  );
  return Object.fromEntries(counts);
};

/** Returns the values of a facet for which an event in a group counts, without duplicates. */
type ToValues = (value: Group["value"]) => readonly FacetValue[];

const toValues =
  (
    name: FacetName,
    pending: readonly PendingMerge[],
    including: ReadonlyMap<number, readonly number[]> | undefined,
  ): ToValues =>
  (value) => {
    if (value === undefined || value === null) return [];
    const { kind } = SOURCES[name];
    if (kind === undefined) return [value as FacetValue]; // safe: only members of links are lists
    const ids = typeof value === "number" ? [value] : (value as readonly number[]);
    const targets = withTargets(pending, [kind], ids);
    if (including === undefined) return targets;
    return [...new Set(targets.flatMap((id) => including.get(id) ?? []))];
  };

const countGroups = (groups: readonly Group[], valuesOf: ToValues): ReadonlyMap<FacetValue, number> => {
  const counts = new Map<FacetValue, number>();
  /** Series that are already counted, by value. */
  const counted = new Map<FacetValue, Set<number>>();
  for (const { value, key, count } of groups)
    for (const one of valuesOf(value)) {
      if (key === undefined) counts.set(one, (counts.get(one) ?? 0) + count);
      else {
        const keys = counted.get(one) ?? new Set();
        counted.set(one, keys.add(key));
        counts.set(one, keys.size);
      }
    }
  return counts;
};

/**
 * Returns the search with an index that contains the values of the facet, so that no events are read. This is
 * possible if the date range determines the index. The index by dates itself contains statuses and months.
 */
const inIndex = (query: EventQuery, search: EventSearch, name: FacetName): EventSearch =>
  (name === "venue" || name === "author") && search.hint === listIndexName("all", query.clock)
    ? { ...search, hint: listIndexName(name, query.clock) }
    : search;

const readGroups = (
  session: Session,
  query: EventQuery,
  search: EventSearch,
  name: FacetName,
): Promise<readonly Group[]> => {
  const { filter, hint } = inIndex(query, search, name);
  // Unlike the status, this member is in the index. Series and hidden events do not have it.
  const isInIndex = name === "status" && query.ids === undefined && query.hidden === undefined;
  const value = isInIndex ? "$derived.listed" : SOURCES[name].value;
  const stages =
    query.firstOfSeries === true
      ? [
          { $group: { _id: { value, key: { $ifNull: ["$occurrence.seriesId", "$_id"] } } } },
          { $project: { _id: 0, value: "$_id.value", key: "$_id.key", count: { $literal: 1 } } },
        ]
      : [{ $group: { _id: value, count: { $sum: 1 } } }, { $project: { _id: 0, value: "$_id", count: 1 } }];
  return session.read(
    ({ events, reading }) =>
      events.aggregate<Group>([{ $match: filter }, ...stages], { ...reading, batchSize: BATCH }).toArray(),
    hint,
  );
};

/** Reads the categories that include each category. */
const readIncluding = (session: Session): Promise<ReadonlyMap<number, readonly number[]>> =>
  session.read(async ({ terms, reading: { hint: _, ...reading } }) => {
    const found = await terms
      .find({ taxonomy: "category" }, { ...reading, projection: { parentId: 1 }, batchSize: BATCH })
      .toArray();
    return includingCategories(
      found.map(({ _id, parentId }) => ({ id: _id, taxonomy: "category", parentId })),
    );
  });
