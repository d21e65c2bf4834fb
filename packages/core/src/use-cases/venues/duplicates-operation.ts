import { sharedReasons } from "../../model/duplicate-keys.ts";
import type { SiteSettings } from "../../model/site.ts";
import type { Venue } from "../../model/venue.ts";
import type { DuplicateVenues, ListResult, VenueView } from "../../model/views.ts";
import type { CollectionOperation } from "../../operation.ts";
import type { ParameterValues } from "../../parameter.ts";
import { pagingOf, pagingParameters } from "../../parameters/paging.ts";
import type { Store } from "../../ports/store.ts";
import { can } from "../../rights/actor.ts";
import type { PostStatuses } from "../../rights/record-rights.ts";
import { requirePage } from "../posts/list-posts.ts";
import { byId, type PostViews } from "../posts/post-views.ts";

export interface DuplicatesDeps {
  readonly store: Pick<Store, "venues">;
  readonly postStatuses: Pick<PostStatuses, "canRead" | "visibleTo">;
  readonly site: SiteSettings;
}

/**
 * Creates the operation that lists pairs of venues that may be the same.
 * Source: rules/venues-organizers.md#venue-duplicates.
 */
export const createDuplicatesOperation = (
  views: Pick<PostViews<Venue, VenueView>, "all">,
  { store, postStatuses, site }: DuplicatesDeps,
): CollectionOperation<ParameterValues, ListResult<DuplicateVenues>> => ({
  method: "read",
  parameters: pagingParameters(site),
  permits: (actor) => can(actor, "edit_others"),
  async run(values, { actor }) {
    const paging = pagingOf(values);
    const visible = postStatuses.visibleTo(actor);
    const found = await store.venues.duplicates(visible, paging);
    const { items, total } = requirePage(found, paging.page, "venue-archive-page-not-found");
    const venues = await store.venues.findMany([...new Set(items.flat())]);
    // Policies can hide venues that the query does not exclude.
    const readable = venues.filter((venue) => postStatuses.canRead(venue, actor));
    const viewOf = new Map((await views.all(readable, actor)).map((view) => [view.venue.id, view]));
    const venueOf = byId(readable);
    const pairs = items.flatMap(([first, other]): readonly DuplicateVenues[] => {
      const [one, two] = [viewOf.get(first), viewOf.get(other)];
      const [venue, like] = [venueOf.get(first), venueOf.get(other)];
      if (one === undefined || two === undefined || venue === undefined || like === undefined) return [];
      return [{ venues: [one, two], reasons: sharedReasons(venue, like) }];
    });
    return { items: pairs, total, ...paging, understood: {} };
  },
});
