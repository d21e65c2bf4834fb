import type { CalendarEvent } from "../../model/event.ts";
import type { Post } from "../../model/post.ts";
import { findWithMerged } from "../../parameters/merged-ids.ts";
import type { RecordExtensions } from "../../plugins/record-extensions.ts";
import type { Repositories } from "../../ports/store.ts";
import type { Actor } from "../../rights/actor.ts";
import type { PostStatuses } from "../../rights/record-rights.ts";
import type { NewEventValues } from "../events/event-fields.ts";
import { sameDates } from "./shifted-dates.ts";

export interface DuplicateDeps {
  readonly store: Pick<Repositories, "venues" | "organizers" | "merges">;
  readonly postStatuses: Pick<PostStatuses, "canRead">;
  readonly extensions: RecordExtensions | undefined;
}

/**
 * Returns the values of a new event that is a copy of this one: a draft of the actor, without exceptions of
 * the recurrence, external ids and event status. Venues and organizers that the actor may not read, or that
 * are in the trash, are left out. Source: rules/bulk.md#duplicate.
 */
export const duplicateValues = async (
  event: CalendarEvent,
  actor: Actor,
  { store, postStatuses, extensions }: DuplicateDeps,
): Promise<NewEventValues<number>> => {
  const { venueId, organizerIds, recurrence, schedule, categoryIds, tagIds } = event;
  const { values, shown } = event.cost;
  const linked = async (
    kind: "venue" | "organizer",
    ids: readonly number[],
  ): Promise<readonly { readonly at: string; readonly id: number }[]> => {
    const repository: { findMany(ids: readonly number[]): Promise<readonly Post[]> } = store[`${kind}s`];
    const found = await findWithMerged(repository, store.merges, [kind], ids);
    return ids.flatMap((id) => {
      const record = found.get(id);
      const isKept = record !== undefined && record.status !== "trash" && postStatuses.canRead(record, actor);
      return isKept ? [{ at: "", id: record.id }] : [];
    });
  };
  return {
    ...extensions?.valuesOf("event", event.extensions),
    ...sameDates(schedule),
    ...{ author: undefined, date: undefined, date_utc: undefined, slug: undefined, status: "draft" },
    ...{ title: event.title, description: event.description, excerpt: event.excerpt },
    ...{ timezone: schedule.timezone, all_day: schedule.allDay },
    recurrence: recurrence && { rules: recurrence.rules, dates: recurrence.dates },
    ...{ event_status: undefined, status_reason: undefined, previous_start_date: undefined },
    ...{ image: event.imageId, cost: shown === undefined ? values : [shown], website: event.website },
    ...{ show_map: event.showMap, show_map_link: event.showMapLink },
    ...{ hide_from_listings: event.hideFromListings, sticky: event.sticky, featured: event.featured },
    ...{ categories: categoryIds, tags: tagIds, external_ids: undefined },
    venue: await linked("venue", venueId === undefined ? [] : [venueId]),
    organizer: await linked("organizer", organizerIds),
  };
};
