import { type CalendarEvent, toOccurrence } from "@kalends/core";
import { createReader, type Reader } from "../repositories/records.ts";
import type { Session } from "../transactions/session.ts";
import { fromEventDocument, isRow, type StoredEvent } from "./event-documents.ts";

/** Reads events; occurrences are made of their rows and their series, which take one more read, for all of them together. */
export const createEventReader = (session: Session): Reader<CalendarEvent> => {
  const stored = createReader(session, "events", fromEventDocument);
  const whole = async (found: readonly StoredEvent[]): Promise<readonly CalendarEvent[]> => {
    const ids = found.flatMap((event) => (isRow(event) ? [event.occurrence.seriesId] : []));
    if (ids.length === 0) return found as readonly CalendarEvent[];
    const series = new Map(
      (await stored.findMany([...new Set(ids)])).map((event) => [event.id, event as CalendarEvent]),
    );
    return found.flatMap((event) => {
      if (!isRow(event)) return [event];
      const followed = series.get(event.occurrence.seriesId);
      return followed === undefined
        ? []
        : [session.records.derive<CalendarEvent>(event, followed, () => toOccurrence(followed, event))];
    });
  };
  const findMany: Reader<CalendarEvent>["findMany"] = async (ids) => whole(await stored.findMany(ids));
  const many: Reader<CalendarEvent>["many"] = async (...args) => whole(await stored.many(...args));
  return {
    find: async (id) => (await findMany([id]))[0],
    findMany,
    many,
    one: async (filter, options) => (await many(filter, { ...options, limit: 1 }))[0],
    async first(wanted) {
      const found = await stored.first(wanted);
      return found && (await whole([found]))[0];
    },
    readAfter: (afterId, limit) =>
      many({ _id: { $gt: afterId }, occurrence: { $exists: false } }, { sort: { _id: 1 }, limit }),
    async list(stages, hint) {
      const { items, total } = await stored.list(stages, hint);
      return { items: await whole(items), total };
    },
  };
};
