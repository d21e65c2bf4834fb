import type { CalendarEvent } from "@kalends/core";
import type { EventQuery, Page } from "@kalends/core/storage";
import { orderIndexName, type SortedMember } from "../database/indexes.ts";
import { createEventReader } from "../series/event-reader.ts";
import type { Session } from "../transactions/session.ts";
import { every, type Filter, isOfStatus, toLimits } from "./clauses.ts";
import type { EventSearch } from "./event-query.ts";

/** Number of matching events up to which sorting them is always fast. */
const FEW = 1000;

/** Number of index entries that the server reads in the time of one document. */
const ENTRIES_PER_DOCUMENT = 8;

/** Number of matching events, and how to read the first of them in the order of a member. */
interface SortedRead {
  readonly total: number;
  readonly filter: Filter;
  readonly hint: string | undefined;
}

/**
 * Plans how to read the first `wanted` matches in the order of a member. Either the server sorts all matches, or
 * it reads the index of the order until it has found `wanted` of them, whichever reads less.
 */
export const planSorted = async (
  session: Session,
  query: EventQuery,
  member: SortedMember,
  { filter, hint, isAlongDates }: EventSearch,
  wanted: number,
): Promise<SortedRead> => {
  const [total, all] = await Promise.all([
    session.read(({ events, reading }) => events.countDocuments(filter, reading), hint),
    session.inTransaction
      ? 0 // Inside a transaction, the server does not estimate.
      : session.read(({ events, reading }) => events.estimatedDocumentCount(reading)),
  ]);
  const read = (Math.min(wanted, total) * Math.max(all, total)) / Math.max(1, total);
  // The indexes of orders contain the dates, so the server reads no documents of events outside of the range.
  const isDated = isAlongDates && hint !== undefined;
  if (total <= FEW || read >= total * (isDated ? ENTRIES_PER_DOCUMENT : 1)) return { total, filter, hint };
  const ofStatus = every([isOfStatus(query.visible), filter]);
  return { total, filter: ofStatus, hint: orderIndexName(member, query.clock) };
};

/** Lists events by a member that all events have. */
export const listByMember = async (
  session: Session,
  query: EventQuery,
  member: SortedMember,
  search: EventSearch,
): Promise<Page<CalendarEvent>> => {
  const { list, many } = createEventReader(session);
  const { sort } = search;
  const limits = toLimits(query);
  if (query.ids !== undefined)
    return list({ matches: [{ $match: search.filter }], order: [{ $sort: sort }], ...limits }, search.hint);
  const wanted = limits.skip + limits.limit;
  const { total, filter, hint } = await planSorted(session, query, member, search, wanted);
  const items = limits.skip >= total ? [] : await many(filter, { sort, ...limits }, hint);
  return { items, total };
};
