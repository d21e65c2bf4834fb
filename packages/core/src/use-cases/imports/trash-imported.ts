import type { CalendarEvent } from "../../model/event.ts";
import type { Post } from "../../model/post.ts";
import { modifiedAt } from "../../model/publication.ts";
import { toOccurrence, toOccurrenceRow } from "../../model/recurrence/occurrence.ts";
import { isSeries } from "../../model/recurrence/recurrence.ts";
import type { SiteSettings } from "../../model/site.ts";
import type { PostRepository } from "../../ports/repositories/post-repository.ts";
import type { Repositories } from "../../ports/store.ts";
import { moveToTrash } from "../posts/trash.ts";
import { reconcileSeries, type SeriesSite, seriesOf } from "../series/occurrences/one-occurrence.ts";
import { reconcileOccurrences } from "../series/reconcile-occurrences.ts";

/** Lists whose records can be moved to the trash. */
export type TrashedList = "venues" | "organizers" | "events";

interface TrashMoment {
  /** Current time in milliseconds since 1970. */
  readonly now: number;
  readonly site: SeriesSite & Pick<SiteSettings, "timezone">;
}

/**
 * Moves a record that no longer exists at its source to the trash. A venue or organizer is also removed from
 * every event. Call it inside a transaction.
 * It has the same effect as a deletion over HTTP, but runs no write hooks. Returns the trashed record.
 * Returns `undefined` if the record does not exist or is already in the trash.
 */
export const trashImported = async (
  unit: Repositories,
  list: TrashedList,
  id: number,
  moment: TrashMoment,
): Promise<Post | undefined> => {
  const changed = modifiedAt(moment.now, moment.site.timezone);
  const trash = async <T extends Post, Query>(posts: PostRepository<T, Query>): Promise<T | undefined> => {
    const record = await posts.find(id);
    if (record === undefined || record.status === "trash") return undefined;
    return moveToTrash(posts, record, changed, async (one) => one);
  };
  if (list === "venues") {
    await unit.events.unlinkVenue(id);
    return trash(unit.venues);
  }
  if (list === "organizers") {
    await unit.events.unlinkOrganizer(id);
    return trash(unit.organizers);
  }
  const event = await unit.events.find(id);
  if (event?.occurrence === undefined) {
    const trashed = await trash(unit.events);
    if (event !== undefined && trashed !== undefined && isSeries(trashed))
      await reconcileOccurrences(unit, { series: trashed, before: event, ...moment });
    return trashed;
  }
  return event.status === "trash" ? undefined : trashOccurrence(unit, event, changed, moment);
};

const trashOccurrence = async (
  unit: Repositories,
  event: CalendarEvent,
  changed: Pick<Post, "modified" | "modifiedUtc">,
  moment: TrashMoment,
): Promise<CalendarEvent> => {
  const series = await seriesOf(event, unit.events);
  const row = toOccurrenceRow({ ...event, ...changed });
  const trashed = toOccurrence(series, { ...row, occurrence: { ...row.occurrence, gone: "trashed" } });
  await unit.events.save(trashed);
  await reconcileSeries(series, unit, moment);
  return trashed;
};
