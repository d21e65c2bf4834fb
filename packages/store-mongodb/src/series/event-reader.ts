import { type CalendarEvent, isSeries } from "@kalends/core";
import { toOccurrence } from "@kalends/core/storage";
import { oneOf } from "../queries/clauses.ts";
import { createReader, type Reader } from "../repositories/records.ts";
import type { Session } from "../transactions/session.ts";
import { fromEventDocument, isRow, type StoredEvent } from "./event-documents.ts";

/**
 * Creates the reader of events. It combines the row of each occurrence with its series. This needs one
 * additional read for all series, unless the list contained the same series before.
 */
export const createEventReader = (session: Session): Reader<CalendarEvent> => {
  const stored = createReader(session, "events", fromEventDocument);
  const complete = async (
    found: readonly StoredEvent[],
    known: readonly StoredEvent[] = [],
  ): Promise<readonly CalendarEvent[]> => {
    const ids = seriesIdsOf(found);
    if (ids.length === 0) return found as readonly CalendarEvent[];
    const missing = ids.filter((id) => !known.some((event) => event.id === id));
    const series = new Map(
      [...known, ...(await stored.findMany(missing))].map((event) => [event.id, event as CalendarEvent]),
    );
    return found.flatMap((event) => {
      if (!isRow(event)) return [event];
      const followed = series.get(event.occurrence.seriesId);
      return followed === undefined
        ? []
        : [session.records.derive<CalendarEvent>(event, followed, () => toOccurrence(followed, event))];
    });
  };
  const findMany: Reader<CalendarEvent>["findMany"] = async (ids) => complete(await stored.findMany(ids));
  const many: Reader<CalendarEvent>["many"] = async (...args) => complete(await stored.many(...args));
  return {
    find: async (id) => (await findMany([id]))[0],
    findMany,
    many,
    one: async (filter, options) => (await many(filter, { ...options, limit: 1 }))[0],
    async first(wanted) {
      const found = await stored.first(wanted);
      return found && (await complete([found]))[0];
    },
    readAfter: (afterId, limit) =>
      many({ _id: { $gt: afterId }, occurrence: { $exists: false } }, { sort: { _id: 1 }, limit }),
    async list(stages, hint) {
      const key = JSON.stringify(stages);
      const expected = session.records.seriesOf(key);
      const seriesOfPage =
        expected.length === 0 ? undefined : { ...oneOf("_id", expected), recurrence: { $exists: true } };
      const { items, total } = await stored.list({ ...stages, also: seriesOfPage }, hint);
      // A series that is itself on the page appears twice in the result.
      const last = new Map(items.map(({ id }, place) => [id, place]));
      const isExtraSeries = (event: StoredEvent, place: number): boolean =>
        expected.includes(event.id) && !isRow(event) && isSeries(event) && last.get(event.id) === place;
      const page = items.filter((event, place) => !isExtraSeries(event, place));
      session.records.noteSeries(key, seriesIdsOf(page));
      return { items: await complete(page, items.filter(isExtraSeries)), total };
    },
  };
};

const seriesIdsOf = (events: readonly StoredEvent[]): readonly number[] => [
  ...new Set(events.flatMap((event) => (isRow(event) ? [event.occurrence.seriesId] : []))),
];
