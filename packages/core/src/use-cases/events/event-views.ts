import type { CalendarEvent } from "../../model/event.ts";
import type { Post } from "../../model/post.ts";
import type { PostStatuses } from "../../model/post-statuses.ts";
import type { UsedTerm } from "../../model/term.ts";
import { foldText } from "../../model/text/text-search.ts";
import type { EventView, TermView } from "../../model/views.ts";
import type { LinkedViewsDeps } from "../linked/linked-views.ts";
import {
  byId,
  createPostViews,
  findAll,
  type PostViews,
  type PostViewsDeps,
  readImages,
} from "../posts/post-views.ts";
import { withMembers } from "./event-members.ts";

/**
 * A venue or organizer that the actor may not read, or that is gone, is left out
 * (rules/venues-organizers.md#linked-embedding). Terms come by name with the number of their public, listed events.
 * Source: rules/representations.md#event-members.
 */
const createReadViews =
  (postStatuses: PostStatuses): PostViewsDeps<CalendarEvent, EventView>["read"] =>
  async (events, actor, { venues, organizers, terms, images }) => {
    const termIds = events.flatMap(({ categoryIds, tagIds }) => [...categoryIds, ...tagIds]);
    const organizerIds = events.flatMap((event) => event.organizerIds);
    const venueIds = events.map(({ venueId }) => venueId);
    const [foundVenues, foundOrganizers, foundTerms] = await Promise.all([
      findAll(venues, venueIds),
      findAll(organizers, organizerIds),
      findAll(terms, termIds),
    ]);
    const isReadable = (post: Post): boolean => postStatuses.canRead(post, actor);
    const venueOf = byId(foundVenues.filter(isReadable));
    const organizerOf = byId(foundOrganizers.filter(isReadable));
    const imageMember = await readImages([...events, ...venueOf.values(), ...organizerOf.values()], images);
    const views = sortedViews(foundTerms, postStatuses.publicNames);
    const termsOf = (ids: readonly number[]): readonly TermView[] => {
      const wanted = new Set(ids);
      return wanted.size === 0 ? [] : views.filter(({ term }) => wanted.has(term.id));
    };
    return events.map((event): EventView => {
      const venue = event.venueId === undefined ? undefined : venueOf.get(event.venueId);
      return {
        event,
        ...imageMember(event),
        ...(venue !== undefined && { venue: { venue, ...imageMember(venue) } }),
        organizers: event.organizerIds.flatMap((id) => {
          const organizer = organizerOf.get(id);
          return organizer === undefined ? [] : [{ organizer, ...imageMember(organizer) }];
        }),
        categories: termsOf(event.categoryIds),
        tags: termsOf(event.tagIds),
      };
    });
  };

export const createEventViews = ({
  store,
  postStatuses,
  extensions,
  logger,
}: LinkedViewsDeps & { readonly postStatuses: PostStatuses }): PostViews<CalendarEvent, EventView> =>
  createPostViews({
    store,
    logger,
    read: createReadViews(postStatuses),
    withMembers: async (views, actor) =>
      extensions === undefined ? views : withMembers(views, extensions, actor),
  });

/** By name, folded; ties by id. */
const sortedViews = (terms: readonly UsedTerm[], counted: readonly string[]): readonly TermView[] =>
  terms
    .map((term) => ({ term, folded: foldText(term.name) }))
    .sort((one, other) => {
      if (one.folded === other.folded) return one.term.id - other.term.id;
      return one.folded < other.folded ? -1 : 1;
    })
    .map(({ term }) => ({
      term,
      count: counted.reduce((sum, status) => sum + (term.usage[status] ?? 0), 0),
      ancestors: [],
    }));
