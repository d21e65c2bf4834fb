import type { CalendarEvent } from "@kalends/core";
import type { EventQuery, Page } from "@kalends/core/storage";
import { orderIndexName, type SortedMember } from "../database/indexes.ts";
import { createEventReader } from "../series/event-reader.ts";
import type { Session } from "../transactions/session.ts";
import { every, isOfStatus, toLimits } from "./clauses.ts";
import type { EventSearch } from "./event-query.ts";

/** Number of matching events up to which sorting them is always fast. */
const FEW = 1000;

/** Number of index entries that the server reads in the time of one document. */
const ENTRIES_PER_DOCUMENT = 8;

/**
 * Lists events by a member that all events have. It sorts the matching events, or reads the index of the order
 * until the page is complete, whichever reads less.
 */
export const listByMember = async (
  session: Session,
  query: EventQuery,
  member: SortedMember,
  search: EventSearch,
): Promise<Page<CalendarEvent>> => {
  const { filter, sort, hint, isAlongDates } = search;
  const { list, many } = createEventReader(session);
  const limits = toLimits(query);
  // Inside a transaction, no index can be named, and the server cannot estimate the number of all events.
  if (query.ids !== undefined || session.inTransaction)
    return list({ matches: [{ $match: filter }], order: [{ $sort: sort }], ...limits }, hint);
  const [total, all] = await Promise.all([
    session.read(({ events, reading }) => events.countDocuments(filter, reading), hint),
    session.read(({ events, reading: { maxTimeMS } }) => events.estimatedDocumentCount({ maxTimeMS })),
  ]);
  if (total === 0) return { items: [], total };
  const onPage = Math.min(total, limits.skip + limits.limit);
  const read = (onPage * Math.max(all, total)) / total;
  const isShorter = read < total * (isAlongDates && hint !== undefined ? ENTRIES_PER_DOCUMENT : 1);
  const along = every([isOfStatus(query.visible), filter]);
  const items =
    total > FEW && isShorter
      ? await many(along, { sort, ...limits }, orderIndexName(member))
      : await many(filter, { sort, ...limits }, hint);
  return { items, total };
};
