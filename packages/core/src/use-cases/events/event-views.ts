import type { CalendarEvent } from "../../model/event.ts";
import type { Post } from "../../model/post.ts";
import { isRecurring } from "../../model/recurrence/recurrence.ts";
import type { UsedTerm } from "../../model/term.ts";
import { foldText } from "../../model/text/text-search.ts";
import type { EventView, OrganizerView, TermView, VenueView } from "../../model/views.ts";
import type { PostStatuses } from "../../rights/record-rights.ts";
import type { LinkedViewsDeps } from "../linked/linked-views.ts";
import { resolveLinks, withMergeTargets } from "../merging/merged-links.ts";
import {
  createPostViews,
  findAll,
  type PostViews,
  type PostViewsDeps,
  readImages,
  withImage,
} from "../posts/post-views.ts";
import { countOf } from "../terms/term-views.ts";
import { withMembers } from "./event-members.ts";
import { createReadSeries, type SeriesViewsDeps } from "./series-views.ts";

type ReadViewsDeps = SeriesViewsDeps & { readonly postStatuses: PostStatuses };

/**
 * Creates the function that reads the linked records for event views.
 * Venues and organizers that no longer exist, or that the actor may not read, are left out
 * (rules/venues-organizers.md#linked-embedding). Terms are sorted by name and contain the number of their
 * public, listed events.
 * Source: rules/representations.md#event-members.
 */
const createReadViews = ({
  postStatuses,
  clock,
}: ReadViewsDeps): PostViewsDeps<CalendarEvent, EventView>["read"] => {
  const toNamedTerm = createNamedTerms(postStatuses.publicNames);
  const readSeries = createReadSeries({ postStatuses, clock });
  return async (events, actor, { events: repository, venues, organizers, terms, images, merges }) => {
    const [venueIds, organizerIds, termIds] = [new Set<number>(), new Set<number>(), new Set<number>()];
    for (const event of events) {
      if (event.venueId !== undefined) venueIds.add(event.venueId);
      for (const id of event.organizerIds) organizerIds.add(id);
      for (const id of event.categoryIds) termIds.add(id);
      for (const id of event.tagIds) termIds.add(id);
    }
    const [someVenues, someOrganizers, someTerms, ofSeries] = await Promise.all([
      findAll(venues, venueIds),
      findAll(organizers, organizerIds),
      findAll(terms, termIds),
      readSeries(events, actor, repository),
    ]);
    const [foundVenues, foundOrganizers, foundTerms] = await Promise.all([
      withMergeTargets(someVenues, venueIds, venues, merges, ["venue"]),
      withMergeTargets(someOrganizers, organizerIds, organizers, merges, ["organizer"]),
      withMergeTargets(someTerms, termIds, terms, merges, ["category", "tag"]),
    ]);
    const isReadable = (post: Post): boolean => postStatuses.canRead(post, actor);
    const shownVenues = foundVenues.records.filter(isReadable);
    const shownOrganizers = foundOrganizers.records.filter(isReadable);
    const imageOf = await readImages([...events, ...shownVenues, ...shownOrganizers], images);
    const venueViews = new Map<number, VenueView>();
    for (const venue of shownVenues) venueViews.set(venue.id, withImage({ venue }, imageOf(venue)));
    const organizerViews = new Map<number, OrganizerView>();
    for (const organizer of shownOrganizers)
      organizerViews.set(organizer.id, withImage({ organizer }, imageOf(organizer)));
    const namedTerms = new Map<number, NamedTerm>();
    for (const term of foundTerms.records) namedTerms.set(term.id, toNamedTerm(term));
    return events.map((event): EventView => {
      const [venueId] = event.venueId === undefined ? [] : resolveLinks([event.venueId], foundVenues.targets);
      const venue = venueId === undefined ? undefined : venueViews.get(venueId);
      const organizers = viewsOf(resolveLinks(event.organizerIds, foundOrganizers.targets), organizerViews);
      const categories = byName(viewsOf(resolveLinks(event.categoryIds, foundTerms.targets), namedTerms));
      const tags = byName(viewsOf(resolveLinks(event.tagIds, foundTerms.targets), namedTerms));
      const image = imageOf(event);
      const view: EventView =
        venue === undefined
          ? withImage({ event, organizers, categories, tags }, image)
          : withImage({ event, venue, organizers, categories, tags }, image);
      return isRecurring(event) ? { ...view, ...ofSeries(event) } : view;
    });
  };
};

/** Returns the views of these ids in the same order. Ids without a view are skipped. */
const viewsOf = <View>(ids: readonly number[], views: ReadonlyMap<number, View>): View[] => {
  const found: View[] = [];
  for (const id of ids) {
    const view = views.get(id);
    if (view !== undefined) found.push(view);
  }
  return found;
};

export const createEventViews = ({
  store,
  postStatuses,
  clock,
  extensions,
  logger,
}: LinkedViewsDeps & ReadViewsDeps): PostViews<CalendarEvent, EventView> =>
  createPostViews({
    store,
    logger,
    read: createReadViews({ postStatuses, clock }),
    withMembers: async (views, actor) =>
      extensions === undefined ? views : withMembers(views, extensions, actor),
  });

/** View of a term with the key by which it is sorted. */
interface NamedTerm {
  readonly folded: string;
  readonly view: TermView;
}

/**
 * Creates a function that converts terms to views and caches the results.
 * The cache uses the term object as the key. A store may return the same object for an unchanged term for a
 * long time.
 */
const createNamedTerms = (counted: readonly string[]): ((term: UsedTerm) => NamedTerm) => {
  const named = new WeakMap<UsedTerm, NamedTerm>();
  return (term) => {
    const known = named.get(term);
    if (known !== undefined) return known;
    const made = {
      folded: foldText(term.name),
      view: { term, count: countOf(term, counted), ancestors: [] },
    };
    named.set(term, made);
    return made;
  };
};

/** Sorts terms by name, and terms with equal names by id. Removes duplicates. */
const byName = (terms: NamedTerm[]): readonly TermView[] => {
  if (terms.length > 1) terms.sort(compareNames);
  const views: TermView[] = [];
  for (const { view } of terms) if (view !== views.at(-1)) views.push(view);
  return views;
};

const compareNames = (one: NamedTerm, other: NamedTerm): number => {
  if (one.folded === other.folded) return one.view.term.id - other.view.term.id;
  return one.folded < other.folded ? -1 : 1;
};
