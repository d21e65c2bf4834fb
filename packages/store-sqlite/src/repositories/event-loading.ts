import { type CalendarEvent, type OccurrenceRow, toOccurrence } from "@kalends/core";
import { deepFreeze } from "../database/record-cache.ts";
import { fromJson } from "../database/stored-json.ts";
import { SOURCES } from "../queries/lists.ts";
import { isRow, type StoredEvent } from "../queries/series/stored-event.ts";
import { createLoader, type Loading } from "./records.ts";

/**
 * Makes occurrences of their rows and series. Of the same two objects it makes the same one, so that an occurrence that has not
 * changed stays the same object, as its row and its series do in the cache.
 */
export const createEventLoading = (): Loading<CalendarEvent> => {
  const loadStored = createLoader<StoredEvent>(SOURCES.events);
  const made = new WeakMap<OccurrenceRow, readonly [series: CalendarEvent, occurrence: CalendarEvent]>();

  const make = (series: CalendarEvent, row: OccurrenceRow): CalendarEvent => {
    const [known, before] = made.get(row) ?? [];
    if (known === series && before !== undefined) return before;
    const occurrence = toOccurrence(series, row);
    // As the records are that it is made of.
    if (Object.isFrozen(row)) deepFreeze(occurrence);
    made.set(row, [series, occurrence]);
    return occurrence;
  };

  const withSeries = (
    stored: readonly StoredEvent[],
    readSeries: (ids: readonly number[]) => readonly StoredEvent[],
  ): readonly CalendarEvent[] => {
    const ids = new Set<number>();
    for (const event of stored) if (isRow(event)) ids.add(event.occurrence.seriesId);
    const series = new Map<number, CalendarEvent>();
    if (ids.size > 0)
      for (const event of readSeries([...ids])) if (!isRow(event)) series.set(event.id, event);
    return stored.flatMap((event) => {
      if (!isRow(event)) return [event];
      const followed = series.get(event.occurrence.seriesId);
      return followed === undefined ? [] : [make(followed, event)];
    });
  };

  return {
    load: (connection, cache, ids) =>
      withSeries(loadStored(connection, cache, ids), (seriesIds) => loadStored(connection, cache, seriesIds)),
    fromTexts: ({ texts, series }) =>
      withSeries(texts.map(fromJson<StoredEvent>), () => series.map(fromJson<StoredEvent>)),
  };
};
