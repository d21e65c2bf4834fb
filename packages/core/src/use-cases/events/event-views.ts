import type { CalendarEvent } from "../../model/event.ts";
import type { Post } from "../../model/post.ts";
import type { PostStatuses } from "../../model/post-statuses.ts";
import type { UsedTerm } from "../../model/term.ts";
import { foldText } from "../../model/text/text-search.ts";
import type { EventView, TermView } from "../../model/views.ts";
import type { LinkedViewsDeps } from "../linked/linked-views.ts";
import { createPostViews, type PostViews, type PostViewsDeps } from "../posts/post-views.ts";
import { withMembers } from "./event-members.ts";

const byId = <T extends { readonly id: number }>(records: readonly T[]): ReadonlyMap<number, T> =>
  new Map(records.map((record) => [record.id, record]));

const defined = <T>(values: readonly (T | undefined)[]): readonly T[] =>
  values.filter((value) => value !== undefined);

/** No read when there is nothing to ask for. */
const findAll = async <T>(
  ids: readonly (number | undefined)[],
  find: (ids: readonly number[]) => Promise<readonly T[]>,
): Promise<readonly T[]> => {
  const distinct = [...new Set(defined(ids))];
  return distinct.length === 0 ? [] : find(distinct);
};

/**
 * A venue or organizer that the actor may not read, or that is gone, is left out
 * (rules/venues-organizers.md#linked-embedding). Terms come by name with the number of their public, listed events.
 * Source: rules/representations.md#event-members.
 */
const createReadViews =
  (postStatuses: PostStatuses): PostViewsDeps<CalendarEvent, EventView>["read"] =>
  async (events, actor, { venues, organizers, terms, images }) => {
    const [foundVenues, foundOrganizers, foundTerms] = await Promise.all([
      findAll(
        events.map(({ venueId }) => venueId),
        (ids) => venues.findMany(ids),
      ),
      findAll(
        events.flatMap(({ organizerIds }) => organizerIds),
        (ids) => organizers.findMany(ids),
      ),
      findAll(
        events.flatMap(({ categoryIds, tagIds }) => [...categoryIds, ...tagIds]),
        (ids) => terms.findMany(ids),
      ),
    ]);
    const isReadable = (post: Post): boolean => postStatuses.canRead(post, actor);
    const venueOf = byId(foundVenues.filter(isReadable));
    const organizerOf = byId(foundOrganizers.filter(isReadable));
    const records: readonly Post[] = [...events, ...venueOf.values(), ...organizerOf.values()];
    const imageOf = byId(
      await findAll(
        records.map(({ imageId }) => imageId),
        (ids) => images.findMany(ids),
      ),
    );
    const imageMember = ({ imageId }: Post) => {
      const image = imageId === undefined ? undefined : imageOf.get(imageId);
      return image === undefined ? {} : { image };
    };
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
        organizers: defined(event.organizerIds.map((id) => organizerOf.get(id))).map((organizer) => ({
          organizer,
          ...imageMember(organizer),
        })),
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
