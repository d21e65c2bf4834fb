import type { CalendarEvent } from "@kalends/core";
import { type EventQuery, type Page, RANKED, relevanceOf } from "@kalends/core/storage";
import { createEventReader } from "../series/event-reader.ts";
import { BATCH } from "../transactions/coalesced-reads.ts";
import type { Session } from "../transactions/session.ts";
import { NEWEST, oneOf, toLimits } from "./clauses.ts";
import type { EventSearch } from "./event-query.ts";

/** Record with the text that the search read. */
interface Found {
  readonly id: number;
  readonly text: string;
}

/** Returns the ids of these records, the newest first, by relevance and then by id. */
export const toRanked = (newest: readonly Found[], words: readonly string[]): readonly number[] => {
  // Many occurrences have the text of their series.
  const ranks = new Map(newest.map(({ text }) => [text, 0]));
  for (const text of ranks.keys()) ranks.set(text, relevanceOf(text, words));
  const rankOf = ({ text }: Found): number => ranks.get(text) ?? 0;
  return newest
    .toSorted((one, other) => rankOf(one) - rankOf(other) || one.id - other.id)
    .map(({ id }) => id);
};

/**
 * Lists events by relevance. It ranks the newest matching events; the others follow, newest first.
 * `isDescending` reverses the list.
 */
export const listByRelevance = async (
  session: Session,
  query: EventQuery,
  isDescending: boolean,
  search: EventSearch,
): Promise<Page<CalendarEvent>> => {
  const { filter, hint } = search;
  const { findMany, many } = createEventReader(session);
  const [total, newest] = await Promise.all([
    session.read(({ events, reading }) => events.countDocuments(filter, reading), hint),
    findNewest(session, search),
  ]);
  const { skip, limit } = toLimits(query);
  const end = Math.min(total, skip + limit);
  const [first, last] = isDescending ? [total - end, Math.max(0, total - skip)] : [skip, end];
  const ids = toRanked(newest, query.search?.all ?? []).slice(first, last);
  const records = new Map((await findMany(ids)).map((event) => [event.id, event]));
  const ranked = ids.map((id) => records.get(id)).filter((event) => event !== undefined);
  const from = Math.max(first, RANKED);
  const others =
    from < last ? await many(filter, { sort: NEWEST, skip: from, limit: last - from }, hint) : [];
  const items = [...ranked, ...others];
  return { items: isDescending ? items.reverse() : items, total };
};

/** Finds the events that are ranked. An occurrence without text of its own has the text of its series. */
const findNewest = async (session: Session, { filter, hint }: EventSearch): Promise<readonly Found[]> => {
  const projection = { "derived.text": 1, "derived.textOf": 1 } as const;
  const options = { projection, sort: NEWEST, limit: RANKED, batchSize: BATCH } as const;
  const found = await session.read(
    ({ events, reading }) => events.find(filter, { ...reading, ...options }).toArray(),
    hint,
  );
  const ids = found.flatMap(({ derived }) => (derived.textOf === undefined ? [] : [derived.textOf]));
  const texts =
    ids.length === 0
      ? []
      : await session.read(({ series, reading }) =>
          series
            .find(oneOf("_id", ids), { ...reading, projection: { "derived.text": 1 }, batchSize: BATCH })
            .toArray(),
        );
  const ofSeries = new Map(texts.map(({ _id, derived }) => [_id, derived?.text]));
  return found.map(({ _id: id, derived: { text, textOf = 0 } }) => ({
    id,
    text: text ?? ofSeries.get(textOf) ?? "",
  }));
};
