import type { Actor } from "../../model/actor.ts";
import type { CalendarEvent } from "../../model/event.ts";
import { toSlug } from "../../model/slug.ts";
import type { Repositories } from "../../ports/store.ts";
import { withFreeSlug } from "../posts/post-slug.ts";
import { assignTerms } from "../terms/write-terms.ts";
import { wantedSlug } from "./event-content.ts";
import type { EventValues } from "./event-fields.ts";
import type { Linking } from "./linked-fields.ts";

type Asked = Pick<EventValues, "slug" | "venue" | "organizer" | "categories" | "tags">;

/**
 * Stores an event with the links and terms it asks for, those created that do not exist yet, under a free slug. What was
 * not asked for stays. Inside a unit of work. Source: 10-events sections 10.3, 10.7 and 10.8.
 */
export type SaveEvent = (
  event: CalendarEvent,
  asked: Asked,
  actor: Actor,
  repositories: Repositories,
) => Promise<CalendarEvent>;

export const createSaveEvent =
  (linking: Linking): SaveEvent =>
  async (event, asked, actor, repositories) => {
    const linked = await withLinks(event, asked, actor, repositories, linking);
    const saved = await withFreeSlug(repositories.events, withSlug(linked, asked.slug, actor));
    if (!(await repositories.events.save(saved))) {
      throw new Error(`The slug ${saved.slug} is taken although it was free in this unit of work.`);
    }
    return saved;
  };

/** In the trash the slug is the one to come back to. */
const withSlug = (event: CalendarEvent, requested: string | undefined, actor: Actor): CalendarEvent => {
  if (event.status !== "trash") return { ...event, slug: wantedSlug(requested, event, actor) };
  const sent = requested === undefined ? "" : toSlug(requested);
  if (sent === "" || event.trashed === undefined) return event;
  return { ...event, trashed: { ...event.trashed, slug: sent } };
};

const withLinks = async (
  event: CalendarEvent,
  { venue, organizer, categories, tags }: Asked,
  actor: Actor,
  repositories: Repositories,
  linking: Linking,
): Promise<CalendarEvent> => {
  const { venueId: current, ...rest } = event;
  const venueId = venue === undefined ? current : await linking.venueId(venue, actor, repositories);
  return {
    ...rest,
    ...(venueId !== undefined && { venueId }),
    ...(organizer !== undefined && {
      organizerIds: await linking.organizerIds(organizer, actor, repositories),
    }),
    ...(categories !== undefined && {
      categoryIds: await assignTerms(categories, "category", repositories),
    }),
    ...(tags !== undefined && { tagIds: await assignTerms(tags, "tag", repositories) }),
  };
};
