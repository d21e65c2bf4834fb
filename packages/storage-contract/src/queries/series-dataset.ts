import type { CalendarEvent } from "@kalends/core";
import {
  OCCURRENCES_PER_WRITE,
  type OccurrenceChanges,
  type Store,
  toOccurrence,
} from "@kalends/core/storage";
import type { createDice } from "../random/texts.ts";
import { externalIdsOf } from "./external-ids.ts";

/**
 * Ids and numbers of the test series. The ids of series follow those of single events. The ids of occurrences
 * follow those of series.
 */
export const SERIES = { first: 401, count: 14, occurrences: 10 } as const;
/** First id after those of all test events. */
export const LAST_EVENT: number = SERIES.first + SERIES.count * (1 + SERIES.occurrences);

const CHANGED = [
  ...["title", "description", "excerpt", "imageId", "cost", "featured", "hideFromListings"],
  ...["categoryIds", "tagIds", "venueId", "organizerIds", "extensions"],
] as const;

/**
 * Creates series that are similar to some of the given events. Each has occurrences at the times of other
 * events. Some occurrences have values of their own, and some are in the trash. A few series no longer recur.
 */
export const createSeries = (
  dice: ReturnType<typeof createDice>,
  events: readonly CalendarEvent[],
): readonly CalendarEvent[] => {
  const like = (id: number): CalendarEvent => {
    const event = events[dice(events.length)];
    if (event === undefined) throw new Error("There are events.");
    return { ...event, id, slug: `event-${id}`, externalIds: externalIdsOf(id) };
  };
  const changes = (): OccurrenceChanges => {
    const other: Readonly<Record<string, unknown>> = { ...like(0) };
    const names = CHANGED.filter(() => dice(8) === 0);
    // Copy these members of another event, by name.
    return Object.fromEntries(names.map((name) => [name, other[name] ?? null]));
  };
  const gone = ["trashed", "unwanted"] as const;
  return Array.from({ length: SERIES.count }, (_, index) => {
    const single = like(SERIES.first + index);
    const series =
      dice(6) === 0 ? single : { ...single, recurrence: { rules: ["FREQ=DAILY"], dates: [], except: [] } };
    const first = SERIES.first + SERIES.count + index * SERIES.occurrences;
    const occurrences = Array.from({ length: SERIES.occurrences }, (_none, place) => {
      const { id, slug, schedule, modified, modifiedUtc } = like(first + place);
      const isGone = dice(6) === 0 || series === single;
      return toOccurrence(series, {
        ...{ id, slug, schedule, modified, modifiedUtc },
        occurrence: {
          seriesId: series.id,
          recurrenceId: schedule.start,
          ...(isGone && { gone: gone[dice(2)] ?? "trashed" }),
          changes: changes(),
        },
      });
    });
    return [series, ...occurrences];
  }).flat();
};

/** Stores the occurrences among these events. Their series must already be stored. */
export const saveOccurrences = async (
  { events }: Pick<Store, "events">,
  all: readonly CalendarEvent[],
): Promise<void> => {
  const occurrences = all.filter(({ occurrence }) => occurrence !== undefined);
  for (let done = 0; done < occurrences.length; done += OCCURRENCES_PER_WRITE) {
    const refused = await events.saveOccurrences(occurrences.slice(done, done + OCCURRENCES_PER_WRITE));
    if (refused.length > 0) throw new Error(`The store refused ${refused}`);
  }
  for (const id of new Set(occurrences.map(({ occurrence }) => occurrence?.seriesId ?? 0)))
    await events.reconcileSeries(id);
};
