import type { CalendarEvent } from "../../model/event.ts";
import type { Image } from "../../model/image.ts";
import type { Organizer } from "../../model/organizer.ts";
import type { Post } from "../../model/post.ts";
import type { Term } from "../../model/term.ts";
import type { Venue } from "../../model/venue.ts";
import type { EventView, OrganizerView, TermView, VenueView } from "../../model/views.ts";
import type { Clock } from "../../ports/clock.ts";
import type { ChangedKind } from "../../ports/outbox.ts";
import type { Repositories } from "../../ports/store.ts";
import { isVisible } from "../../queries/conditions.ts";
import type { Actor } from "../../rights/actor.ts";
import type { Policies } from "../../rights/plugin-policies.ts";
import type { PostStatuses } from "../../rights/record-rights.ts";
import { createEventViews } from "../events/event-views.ts";
import { createLinkedViews, type LinkedViewsDeps } from "../linked/linked-views.ts";
import { ORGANIZER } from "../organizers/organizer-kind.ts";
import { findAll } from "../posts/post-views.ts";
import { createTermViews } from "../terms/term-views.ts";
import { VENUE } from "../venues/venue-kind.ts";

/** Kinds of record that the change feed lists. */
export type FeedKind = Exclude<ChangedKind, "image">;

interface Named<Kind extends FeedKind> {
  readonly kind: Kind;
  readonly id: number;
}

/**
 * Entry of the change feed: a changed record as lists show it to the caller. Without a view, the record no
 * longer exists or the caller may not see it.
 */
export type FeedChange =
  | (Named<"event"> & { readonly view: EventView })
  | (Named<"venue"> & { readonly view: VenueView })
  | (Named<"organizer"> & { readonly view: OrganizerView })
  | (Named<"category" | "tag"> & { readonly view: TermView })
  | (Named<FeedKind> & { readonly view?: undefined });

/** Record whose representation may have changed, according to an outbox entry. */
export interface Mention extends Named<FeedKind> {
  /** True if the caller could see the record before the change, according to an outbox entry. */
  readonly wasShown: boolean;
  /** Venues that were removed from an event without a write of the event. */
  readonly lostVenues: readonly number[];
}

export interface ShownRecordsDeps extends LinkedViewsDeps {
  readonly store: Repositories;
  readonly postStatuses: PostStatuses;
  readonly clock: Clock;
  readonly policies?: Pick<Policies, "isReadable"> | undefined;
}

export interface ShownRecords {
  /**
   * True if a list of this kind without filters shows the record to the actor.
   * False for occurrences, because the change feed lists only series.
   */
  isShown(kind: FeedKind, record: Post | Term | Image, actor: Actor): boolean;
  /**
   * Returns the mentions whose records the actor can see, or could see before, in the same order. All
   * mentions must be of one kind. Terms are always returned. Other records that no longer exist are left out.
   * It reads the store at most once.
   */
  amongSeen(mentions: readonly Mention[], actor: Actor): Promise<readonly Mention[]>;
  /**
   * Returns the current state of the mentioned records, in the same order. Records that the actor cannot see
   * and could not see before are left out. The number of reads is small and does not depend on the number of
   * records.
   * Source: rules/changes.md#visibility.
   */
  toChanges(mentions: readonly Mention[], actor: Actor): Promise<readonly FeedChange[]>;
}

export const createShownRecords = (deps: ShownRecordsDeps): ShownRecords => {
  const { store, postStatuses, policies } = deps;
  const views = {
    events: createEventViews(deps),
    venues: createLinkedViews(VENUE, deps),
    organizers: createLinkedViews(ORGANIZER, deps),
    terms: createTermViews(postStatuses),
  };

  const isPostShown = (post: Post, actor: Actor): boolean =>
    !("hideFromListings" in post && post.hideFromListings === true) &&
    isVisible(post, postStatuses.visibleTo(actor)) &&
    (policies?.isReadable(post, actor) ?? true);

  /** True if the actor could see the record before the change. `post` is the current record. */
  const wasShown = (mention: Mention, post: Post | undefined, actor: Actor): boolean =>
    mention.wasShown ||
    (post !== undefined &&
      mention.lostVenues.some((venueId) => isPostShown({ ...post, venueId } as CalendarEvent, actor)));

  const toViews = async (
    events: readonly CalendarEvent[],
    venues: readonly Venue[],
    organizers: readonly Organizer[],
    termIds: ReadonlySet<number>,
    actor: Actor,
  ): Promise<readonly FeedChange[]> => {
    const isShown = (post: Post): boolean => isPostShown(post, actor);
    const [ofEvents, ofVenues, ofOrganizers, ofTerms] = await Promise.all([
      views.events.all(events.filter(isShown), actor),
      views.venues.all(venues.filter(isShown), actor),
      views.organizers.all(organizers.filter(isShown), actor),
      Promise.resolve(findAll(store.terms, termIds)).then((terms) => views.terms(terms, store)),
    ]);
    return [
      ...ofEvents.map((view) => ({ kind: "event", id: view.event.id, view }) as const),
      ...ofVenues.map((view) => ({ kind: "venue", id: view.venue.id, view }) as const),
      ...ofOrganizers.map((view) => ({ kind: "organizer", id: view.organizer.id, view }) as const),
      ...ofTerms.map((view) => ({ kind: view.term.taxonomy, id: view.term.id, view }) as const),
    ];
  };

  return {
    isShown: (kind, record, actor) =>
      // Everybody may read terms. The type is safe, because `kind` and `record` always match.
      kind === "category" ||
      kind === "tag" ||
      (!("occurrence" in record) && isPostShown(record as Post, actor)),
    async amongSeen(mentions, actor) {
      const kind = mentions[0]?.kind;
      if (kind === undefined || kind === "category" || kind === "tag") return mentions;
      const found: readonly Post[] = await store[`${kind}s`].findMany(mentions.map(({ id }) => id));
      const postOf = new Map(found.map((post) => [post.id, post]));
      return mentions.filter((mention) => {
        const post = postOf.get(mention.id);
        return post !== undefined && (isPostShown(post, actor) || wasShown(mention, post, actor));
      });
    },
    async toChanges(mentions, actor) {
      const idsOf = (...kinds: readonly FeedKind[]): ReadonlySet<number> =>
        new Set(mentions.filter(({ kind }) => kinds.includes(kind)).map(({ id }) => id));
      const [events, venues, organizers] = await Promise.all([
        findAll(store.events, idsOf("event")),
        findAll(store.venues, idsOf("venue")),
        findAll(store.organizers, idsOf("organizer")),
      ]);
      const shown = await toViews(events, venues, organizers, idsOf("category", "tag"), actor);
      const changes = new Map(shown.map((change) => [keyOf(change), change]));
      const eventOf = new Map(events.map((event) => [event.id, event]));
      return mentions.flatMap((mention): readonly FeedChange[] => {
        const change = changes.get(keyOf(mention));
        if (change !== undefined) return [change];
        const event = mention.kind === "event" ? eventOf.get(mention.id) : undefined;
        return wasShown(mention, event, actor) ? [{ kind: mention.kind, id: mention.id }] : [];
      });
    },
  };
};

export const keyOf = ({ kind, id }: Named<FeedKind>): string => `${kind} ${id}`;
