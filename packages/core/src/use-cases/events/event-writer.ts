import type { NoteAdjustment } from "../../adjustment.ts";
import type { Actor } from "../../model/actor.ts";
import type { CalendarEvent } from "../../model/event.ts";
import { toSlug } from "../../model/text/slug.ts";
import type { Repositories } from "../../ports/store.ts";
import { demandImage } from "../images/image-intake.ts";
import { noteSlug, saveWithFreeSlug } from "../posts/post-slug.ts";
import { assignTerms } from "../terms/write-terms.ts";
import { wantedSlug } from "./event-content.ts";
import type { EventValues } from "./event-fields.ts";
import type { EventLinks } from "./linked-fields.ts";

/** Writes what events ask for besides their own members; both inside a transaction. */
export interface EventWriter {
  /**
   * The event with the venue, organizers and terms it asks for, those created that do not exist yet. What was not
   * asked for stays; an image must still be there. Throws what `EventLinks` throws.
   * Source: rules/events.md#linked-shapes, rules/events.md#assign-terms.
   */
  link<E extends Linked>(
    event: E,
    asked: LinkedValues,
    actor: Actor,
    repositories: Repositories,
    note: NoteAdjustment,
  ): Promise<E>;
  /** Stores the event under a free slug. Source: rules/events.md#slug-unique. */
  save(
    event: CalendarEvent,
    requestedSlug: string | undefined,
    actor: Actor,
    repositories: Repositories,
    note: NoteAdjustment,
  ): Promise<CalendarEvent>;
}

type Linked = Pick<CalendarEvent, "venueId" | "organizerIds" | "categoryIds" | "tagIds">;
type LinkedValues = Pick<EventValues<number>, "image" | "venue" | "organizer" | "categories" | "tags">;

export const createEventWriter = (links: EventLinks): EventWriter => ({
  async link(event, { image, venue, organizer, categories, tags }, actor, repositories, note) {
    await demandImage(image, repositories);
    const { venueId: current, ...rest } = event;
    const venueId = venue === undefined ? current : await links.venueId(venue, actor, repositories, note);
    const linked = {
      ...rest,
      ...(venueId !== undefined && { venueId }),
      ...(organizer !== undefined && {
        organizerIds: await links.organizerIds(organizer, actor, repositories, note),
      }),
      ...(categories !== undefined && {
        categoryIds: await assignTerms(categories, "category", repositories, note),
      }),
      ...(tags !== undefined && { tagIds: await assignTerms(tags, "tag", repositories, note) }),
    };
    // The rest of an event without an optional member is still one.
    return linked as unknown as typeof event;
  },
  async save(event, requestedSlug, actor, repositories, note) {
    const saved = await saveWithFreeSlug(repositories.events, withSlug(event, requestedSlug, actor));
    if (requestedSlug !== undefined) noteSlug(note, requestedSlug, saved.trashed?.slug ?? saved.slug);
    return saved;
  },
});

/** In the trash the slug is the one to come back to. */
const withSlug = (event: CalendarEvent, requested: string | undefined, actor: Actor): CalendarEvent => {
  if (event.status !== "trash") return { ...event, slug: wantedSlug(requested, event, actor) };
  const sent = requested === undefined ? "" : toSlug(requested);
  if (sent === "" || event.trashed === undefined) return event;
  return { ...event, trashed: { ...event.trashed, slug: sent } };
};
