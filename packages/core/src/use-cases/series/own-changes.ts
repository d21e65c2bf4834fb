import type { CalendarEvent } from "../../model/event.ts";
import type { Post } from "../../model/post.ts";
import { changesOf } from "../../model/recurrence/occurrence.ts";
import type { EventRepository } from "../../ports/repositories/post-repository.ts";

/** The record as it is stored: an occurrence says what it has of its own, compared with its series as it is now. */
export const withOwnChanges = async <R extends Post>(
  events: Pick<EventRepository, "find">,
  record: R,
): Promise<R> => {
  const event = record as Post as CalendarEvent;
  const { occurrence } = event;
  // Only events occur.
  if (occurrence === undefined) return record;
  const series = await events.find(occurrence.seriesId);
  if (series === undefined) throw new Error(`Occurrence ${event.id} has no series.`);
  return { ...record, occurrence: { ...occurrence, changes: changesOf(series, event) } };
};
