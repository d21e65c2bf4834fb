import type { CalendarEvent } from "../../model/event.ts";
import type { Post } from "../../model/post.ts";
import { changesOf } from "../../model/recurrence/occurrence.ts";
import type { EventRepository } from "../../ports/repositories/post-repository.ts";

/**
 * Returns the record in the form in which it is stored. For an occurrence, its own values are computed by
 * comparing it with the current series.
 */
export const withOwnChanges = async <R extends Post>(
  events: Pick<EventRepository, "find">,
  record: R,
): Promise<R> => {
  const event = record as Post as CalendarEvent;
  const { occurrence } = event;
  // The type is safe, because only events have the member `occurrence`.
  if (occurrence === undefined) return record;
  const series = await events.find(occurrence.seriesId);
  if (series === undefined) throw new Error(`Occurrence ${event.id} has no series.`);
  return { ...record, occurrence: { ...occurrence, changes: changesOf(series, event) } };
};
