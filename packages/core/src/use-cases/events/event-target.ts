import { CalendarError } from "../../errors.ts";
import { type Actor, can } from "../../model/actor.ts";
import type { CalendarEvent } from "../../model/event.ts";
import { toSlug } from "../../model/text/slug.ts";
import type { ItemOperation, TargetParameters } from "../../operation.ts";
import type { Parameter } from "../../parameter.ts";
import type { Repositories } from "../../ports/store.ts";

/** What no record has: the handler answers that there is no such event. */
const NOBODY = 0;

/** Digits; whether there is such an event is for the handler. Source: 00-overview section 4. */
const id: Parameter<number> = {
  description: "The id of the event.",
  type: "integer",
  required: true,
  resolve: (raw) => {
    const number = Number(raw);
    return { value: Number.isSafeInteger(number) ? number : NOBODY };
  },
};

/**
 * How paths name an event. An unknown slug is refused on reading and deleting; an update finds out later that there is no
 * such event. Source: 10-events section 1.
 */
export const eventTarget = (
  { events }: Pick<Repositories, "events">,
  { unknownSlugIs }: { readonly unknownSlugIs: "refused" | "nobody" },
): TargetParameters => ({
  id,
  slug: {
    description: "The slug of the event.",
    type: "string",
    required: true,
    resolve: async (raw) => {
      const slug = toSlug(String(raw));
      const event = slug === "" ? undefined : await events.findBySlug(slug);
      if (event !== undefined) return { value: event.id };
      return unknownSlugIs === "nobody" ? { value: NOBODY } : { problem: { reason: "unknown-slug" } };
    },
  },
});

/** The right on the event; the general one where there is none with this id. Source: 60-status-permissions section 3. */
export const permitsOnEvent =
  (
    { events }: Pick<Repositories, "events">,
    right: "edit" | "delete",
    mayChange: (event: CalendarEvent, actor: Actor) => boolean,
  ): ItemOperation<unknown, unknown>["permits"] =>
  async (actor, id) => {
    const event = id === undefined ? undefined : await events.find(id);
    return event === undefined ? can(actor, right) : mayChange(event, actor);
  };

/** The event with this id; throws `rest-event-not-found`, for the id of another record `rest-invalid-event-id`. */
export const findEvent = async (
  repositories: Pick<Repositories, "events" | "kindOf">,
  id: number,
): Promise<CalendarEvent> => {
  const event = await repositories.events.find(id);
  if (event !== undefined) return event;
  const kind = await repositories.kindOf(id);
  throw new CalendarError(kind === undefined ? "rest-event-not-found" : "rest-invalid-event-id");
};
