import type { CalendarEvent } from "@kalends/core";
import type { Comparable, EventQuery, Page, ValueOrder } from "@kalends/core/storage";
import type { Document } from "mongodb";
import { VALUES_INDEX } from "../database/indexes.ts";
import { createEventReader } from "../series/event-reader.ts";
import { BATCH } from "../transactions/coalesced-reads.ts";
import type { Session } from "../transactions/session.ts";
import { type Filter, toLimits } from "./clauses.ts";
import type { EventSearch } from "./event-query.ts";
import { pathOfOrder } from "./sortable-values.ts";

/** Number of events above which reading all values in order is faster than sorting the matching events. */
const WIDE = 5000;

/** Lists events by a value that only some of them have. Events without the value come last. */
export const listByValue = async (
  session: Session,
  query: EventQuery,
  order: ValueOrder,
  search: EventSearch,
): Promise<Page<CalendarEvent>> => {
  const { filter, sort, hint, isAlongDates } = search;
  const path = pathOfOrder(order);
  const sorting = { [path]: order.descending === true ? -1 : 1, ...sort } as const;
  if (isAlongDates) {
    const total = await count(session, filter, hint);
    if (total >= WIDE) return { items: await listAlongValues(session, query, path, sorting, search), total };
  }
  const { list } = createEventReader(session);
  // The server sorts a missing value before numbers, and numbers before texts. This member sorts missing
  // values last.
  const isLast: Document = { $set: { "derived.last": { $eq: [{ $type: `$${path}` }, "missing"] } } };
  const stages = [isLast, { $sort: { "derived.last": 1, ...sorting } }];
  return list({ matches: [{ $match: filter }], order: stages, ...toLimits(query) }, hint);
};

const count = (session: Session, filter: Filter, hint?: string): Promise<number> =>
  session.read(({ events, reading }) => events.countDocuments(filter, reading), hint);

/**
 * Reads a page of a long list. The index contains the values in order and determines the values on the page.
 * Then the events with these values are read and sorted, because several may have the same value.
 */
const listAlongValues = async (
  session: Session,
  query: EventQuery,
  path: string,
  sorting: Readonly<Record<string, 1 | -1>>,
  { filter, sort, hint }: EventSearch,
): Promise<readonly CalendarEvent[]> => {
  const { many } = createEventReader(session);
  const { skip, limit } = toLimits(query);
  const withValue: Filter = { $and: [filter, { [path]: { $exists: true } }] };
  const direction = sorting[path] ?? 1;
  const shown = await session.read(
    ({ events, reading }) =>
      events
        .aggregate<{ readonly value: Comparable }>(
          [
            { $match: withValue },
            { $sort: { [path]: direction } },
            ...(skip > 0 ? [{ $skip: skip }] : []),
            { $limit: limit },
            { $project: { _id: 0, value: `$${path}` } },
          ],
          { ...reading, batchSize: BATCH },
        )
        .toArray(),
    VALUES_INDEX,
  );
  const [first, last] = [shown[0]?.value, shown.at(-1)?.value];
  const items: CalendarEvent[] = [];
  let valued = skip + shown.length;
  if (first !== undefined && last !== undefined) {
    const earlier: Filter = { $and: [filter, direction === 1 ? isBelow(path, first) : isAbove(path, first)] };
    const before = skip === 0 ? 0 : await count(session, earlier, VALUES_INDEX);
    const [low, high] = direction === 1 ? [first, last] : [last, first];
    const page = { sort: sorting, skip: skip - before, limit: shown.length };
    items.push(...(await many({ $and: [filter, isBetween(path, low, high)] }, page, VALUES_INDEX)));
  } else valued = await count(session, withValue, VALUES_INDEX);
  if (shown.length === limit) return items;
  const others: Filter = { $and: [filter, { [path]: { $exists: false } }] };
  const page = { sort, skip: Math.max(0, skip - valued), limit: limit - shown.length };
  return [...items, ...(await many(others, page, hint))];
};

/**
 * Lower bounds of all numbers and of all texts. Bounds match only values of their own type, and numbers come
 * before texts.
 */
const NUMBERS = Number.NEGATIVE_INFINITY;
const TEXTS = "";

const isBelow = (path: string, value: Comparable): Filter =>
  typeof value === "number"
    ? { [path]: { $lt: value } }
    : { $or: [{ [path]: { $lt: value } }, { [path]: { $gte: NUMBERS } }] };

const isAbove = (path: string, value: Comparable): Filter =>
  typeof value === "string"
    ? { [path]: { $gt: value } }
    : { $or: [{ [path]: { $gt: value } }, { [path]: { $gte: TEXTS } }] };

const isBetween = (path: string, low: Comparable, high: Comparable): Filter =>
  typeof low === typeof high
    ? { [path]: { $gte: low, $lte: high } }
    : { $or: [{ [path]: { $gte: low } }, { [path]: { $lte: high } }] };
