import type { CalendarEvent } from "@kalends/core";
import { deepFreeze, type OccurrenceRow, toOccurrence } from "@kalends/core/storage";
import { fromJson } from "../database/stored-json.ts";
import { SOURCES } from "../queries/lists.ts";
import { isRow, type StoredEvent } from "../queries/series/stored-event.ts";
import { createLoader, type Loading } from "./records.ts";

interface Made {
  readonly series: CalendarEvent;
  readonly occurrence: CalendarEvent;
}

/**
 * Creates the loader of events. It combines rows of occurrences with their series.
 * The same row and series always give the same object. An unchanged occurrence therefore stays the same
 * object, like its row and series in the cache.
 */
export const createEventLoading = (): Loading<CalendarEvent> => {
  const loadStored = createLoader<StoredEvent>(SOURCES.events);
  const made = new WeakMap<OccurrenceRow, Made>();

  const make = (series: CalendarEvent, row: OccurrenceRow): CalendarEvent => {
    const known = made.get(row);
    if (known?.series === series) return known.occurrence;
    const occurrence = toOccurrence(series, row);
    // The occurrence is frozen if the row and the series from which it is created are frozen.
    if (Object.isFrozen(row)) deepFreeze(occurrence);
    made.set(row, { series, occurrence });
    return occurrence;
  };

  const withSeries = (
    stored: readonly StoredEvent[],
    readSeries: (ids: readonly number[]) => readonly StoredEvent[],
  ): readonly CalendarEvent[] => {
    const ids = new Set<number>();
    for (const { occurrence } of stored) if (occurrence !== undefined) ids.add(occurrence.seriesId);
    // The type is safe: without ids of series, none of these events is an occurrence.
    if (ids.size === 0) return stored as readonly CalendarEvent[];
    const series = new Map<number, CalendarEvent>();
    for (const event of readSeries([...ids])) if (!isRow(event)) series.set(event.id, event);
    // A loop is faster here, and each list is built by this code.
    const events: CalendarEvent[] = [];
    for (const event of stored) {
      const followed = isRow(event) ? series.get(event.occurrence.seriesId) : undefined;
      if (!isRow(event)) events.push(event);
      else if (followed !== undefined) events.push(make(followed, event));
    }
    return events;
  };

  return {
    load: (connection, cache, ids) =>
      withSeries(loadStored(connection, cache, ids), (seriesIds) => loadStored(connection, cache, seriesIds)),
    fromTexts: ({ texts, series }) =>
      withSeries(texts.map(fromJson<StoredEvent>), () => series.map(fromJson<StoredEvent>)),
  };
};
