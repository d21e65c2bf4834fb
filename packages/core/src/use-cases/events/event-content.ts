import { type NoteAdjustment, noteCleaned } from "../../adjustment.ts";
import { invalidParameter } from "../../errors.ts";
import { isNegativeCost, toCost } from "../../model/cost.ts";
import type { CalendarEvent } from "../../model/event.ts";
import { encodeQuotes, toWebsite } from "../../model/text/plain-text.ts";
import { toSlug } from "../../model/text/slug.ts";
import { type Actor, can } from "../../rights/actor.ts";
import type { Compute } from "../../unit-of-work/computing.ts";
import { withImage } from "../images/image-intake.ts";
import { slugFor } from "../posts/post-slug.ts";
import type { Texts } from "../posts/texts.ts";
import type { EventValues } from "./event-fields.ts";

/** Converts texts from authors to their stored form (rules/events.md#event-texts). */
export interface EventContent {
  /** Returns the title in its stored form. Throws `rest_invalid_param` if no visible character remains. */
  title(text: string, actor: Actor, note: NoteAdjustment): string;
  /**
   * Returns the event with the texts, cost, website, image and flags that were sent. Values that were not
   * sent stay unchanged (rules/events.md#update-sent-fields-only).
   */
  fill<E extends Filled>(
    event: E,
    values: EventValues<number>,
    actor: Actor,
    note: NoteAdjustment,
    compute: Compute,
  ): Promise<E>;
}

type Filled = Omit<CalendarEvent, "id">;

/**
 * Parameters of the flags that control how an event is presented. Source: rules/events.md#presentation-flags.
 */
const FLAGS = {
  show_map: "showMap",
  show_map_link: "showMapLink",
  hide_from_listings: "hideFromListings",
  sticky: "sticky",
  featured: "featured",
} as const;

export const createEventContent = ({ texts }: { readonly texts: Texts }): EventContent => {
  /**
   * Returns a cost text in its stored form. It decodes entities, because responses contain them and clients
   * send them back.
   */
  const costText = (sent: string, note: NoteAdjustment): string => {
    const stored = texts.plain(sent);
    if (sent.includes("<")) noteCleaned(note, "cost", { sent, stored });
    if (isNegativeCost(stored)) note("cost", "negative-cost");
    return stored;
  };
  return {
    title(text, actor, note) {
      const title = texts.name(text, actor);
      texts.noteHtml(note, "title", { sent: text, stored: title });
      if (title === "") throw invalidParameter("title", { reason: "empty" });
      return title;
    },
    async fill(event, values, actor, note, compute) {
      const { description, excerpt, cost, website, image } = values;
      const html = async (parameter: string, sent: string): Promise<string> =>
        (await texts.computeHtml({ parameter, sent, actor, note }, compute)).trim();
      const filled = {
        ...event,
        ...(description !== undefined && { description: await html("description", description) }),
        ...(excerpt !== undefined && { excerpt: await html("excerpt", excerpt) }),
        ...(cost !== undefined && { cost: toCost(cost.map((value) => costText(value, note))) }),
        ...(website !== undefined && { website: websiteOf(website, note) }),
        ...flagsOf(values),
      };
      return withImage(filled, image);
    },
  };
};

const websiteOf = (sent: string, note: NoteAdjustment): string => {
  const stored = toWebsite(sent);
  noteCleaned(note, "website", { sent: encodeQuotes(sent), stored });
  return stored;
};

const flagsOf = (values: EventValues<number>): Partial<CalendarEvent> =>
  Object.fromEntries(
    Object.entries(FLAGS).flatMap(([name, member]) => {
      const value = values[name as keyof typeof FLAGS];
      return value === undefined ? [] : [[member, value]];
    }),
  );

/**
 * Returns the slug that an event should get, before it is made unique: the slug that was sent, otherwise the
 * current one.
 * Without either, an event gets a slug from its title, unless it is a draft or pending. A pending event gets
 * no slug from an actor who may not publish.
 * Source: rules/events.md#slug-assignment.
 */
export const wantedSlug = (requested: string | undefined, event: CalendarEvent, actor: Actor): string => {
  if (event.status === "pending" && !can(actor, "publish")) return "";
  const sent = requested === undefined ? "" : toSlug(requested);
  if (sent !== "") return sent;
  const isUnfinished = event.status === "draft" || event.status === "pending";
  return event.slug !== "" || isUnfinished ? event.slug : slugFor(event.title, event.id);
};
