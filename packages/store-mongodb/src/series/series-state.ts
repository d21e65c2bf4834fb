import type { CalendarEvent, WallClock } from "@kalends/core";
import { titleOf } from "@kalends/core/storage";
import type { UpdateFilter } from "mongodb";
import type { Access } from "../database/collections.ts";
import {
  type CountedTerm,
  type EventDocument,
  type SeriesDocument,
  toRecord,
  WITHOUT_DERIVED,
} from "../database/documents.ts";
import { LARGEST } from "../queries/clauses.ts";
import { noteCounts, noteUsage } from "../queries/term-usage.ts";
import { BATCH } from "../transactions/coalesced-reads.ts";
import { toText } from "./event-documents.ts";

/**
 * The collection `series` stores derived data of each series:
 *
 * - the text by which searches find occurrences without text of their own,
 * - the terms that count the series,
 * - the start up to which occurrences exist.
 *
 * The document stays when the event no longer recurs.
 */

/** Stores the texts of series for searches. */
export const saveTexts = async (
  { series, writing }: Access,
  events: readonly CalendarEvent[],
): Promise<void> => {
  if (events.length === 0) return;
  await series.bulkWrite(
    events.map((event) => ({
      updateOne: { filter: { _id: event.id }, update: { $set: { derived: toText(event) } }, upsert: true },
    })),
    writing,
  );
};

/**
 * Stores the title and the time of the last change of a series with its occurrences, by which lists sort them.
 * An occurrence can have its own title and a later change. `old` are the values that the series had before.
 */
export const saveFollowed = async (
  { events, writing }: Access,
  { id, title, modifiedUtc }: CalendarEvent,
  old: Pick<EventDocument["derived"], "title" | "modified">,
): Promise<void> => {
  const sorted = titleOf(title);
  if (sorted === old.title && modifiedUtc === old.modified) return;
  const isFollowed = { $eq: [{ $type: "$occurrence.changes.title" }, "missing"] };
  const followed = {
    "derived.title": { $cond: [isFollowed, { $literal: sorted }, "$derived.title"] },
    "derived.modified": { $max: ["$modifiedUtc", modifiedUtc] },
  };
  await events.updateMany({ "occurrence.seriesId": id }, [{ $set: followed }], writing);
};

/**
 * Marks an event that already has occurrences as a former series, for example after an import. Its terms are
 * then counted together with those of the occurrences, and its text is used to find them.
 */
export const joinOccurrences = async (access: Access, id: number): Promise<void> => {
  const { events, reading, writing } = access;
  const withoutFamily = { _id: id, "derived.family": { $exists: false } } as const;
  const found = await events.findOne(withoutFamily, { ...reading, projection: WITHOUT_DERIVED });
  if (found === null) return;
  const occurrence = await events.findOne(
    { "occurrence.seriesId": id },
    { ...reading, projection: { _id: 1 } },
  );
  if (occurrence === null) return;
  const event = toRecord<CalendarEvent>(found);
  await events.updateOne({ _id: id }, { $set: { "derived.family": id } }, writing);
  await saveTexts(access, [event]);
  await noteUsage(access, [{ record: { ...event, hideFromListings: true }, old: event }]);
};

/** Updates the terms that count a series. Writes nothing if they have not changed. */
export const reconcileUsage = async (access: Access, seriesId: number): Promise<void> => {
  const { series, reading, writing } = access;
  const found = await series.findOne({ _id: seriesId }, { ...reading, projection: { counted: 1 } });
  const [before, now] = [found?.counted ?? [], await countedTerms(access, seriesId)];
  const changes = [
    ...without(before, now).map((counted) => ({ ...counted, change: -1 })),
    ...without(now, before).map((counted) => ({ ...counted, change: 1 })),
  ];
  if (changes.length === 0) return;
  await noteCounts(access, changes);
  await series.updateOne({ _id: seriesId }, { $set: { counted: now } }, { ...writing, upsert: true });
};

const without = (some: readonly CountedTerm[], others: readonly CountedTerm[]): readonly CountedTerm[] =>
  some.filter(({ term, status }) => !others.some((other) => other.term === term && other.status === status));

/**
 * Returns the terms of all events of a series that lists show, once for each status. If the series no longer
 * recurs, its own event is one of them.
 */
export const countedTerms = async (
  { events, reading }: Access,
  seriesId: number,
): Promise<readonly CountedTerm[]> => {
  const filter = {
    $or: [{ _id: seriesId, "derived.family": seriesId }, { "occurrence.seriesId": seriesId }],
    "derived.listed": { $exists: true },
    hideFromListings: false,
  };
  const found = await events
    .aggregate<{ readonly _id: Pick<CalendarEvent, "status" | "categoryIds" | "tagIds"> }>(
      [
        { $match: filter },
        { $group: { _id: { status: "$status", categoryIds: "$categoryIds", tagIds: "$tagIds" } } },
      ],
      { ...reading, batchSize: BATCH },
    )
    .toArray();
  const terms = found.flatMap(({ _id: { status, categoryIds, tagIds } }) =>
    [...categoryIds, ...tagIds].map((term): [string, CountedTerm] => [`${term} ${status}`, { term, status }]),
  );
  return [...new Map(terms).values()];
};

/**
 * Stores the start up to which the series has occurrences. If `expandedUntil` is undefined, the series has
 * all its occurrences.
 */
export const saveExpandedUntil = async (
  { series, reading, writing }: Access,
  seriesId: number,
  expandedUntil: WallClock | undefined,
): Promise<void> => {
  const found = await series.findOne({ _id: seriesId }, { ...reading, projection: { expandedUntil: 1 } });
  if (found?.expandedUntil === expandedUntil) return;
  const change: UpdateFilter<SeriesDocument> =
    expandedUntil === undefined ? { $unset: { expandedUntil: "" } } : { $set: { expandedUntil } };
  await series.updateOne({ _id: seriesId }, change, { ...writing, upsert: true });
};

export const idsToExtend = async (
  { series, reading }: Access,
  until: WallClock,
  afterId: number,
  limit: number,
): Promise<readonly number[]> => {
  const filter = { expandedUntil: { $lt: until }, _id: { $gt: afterId } };
  const options = { ...reading, projection: { _id: 1 }, batchSize: BATCH, sort: { _id: 1 } } as const;
  const found = series.find(filter, options).limit(Math.min(limit, LARGEST));
  return (await found.toArray()).map(({ _id }) => _id);
};
