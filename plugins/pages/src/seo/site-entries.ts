import {
  ANONYMOUS,
  type ListResult,
  type PluginDeps,
  type PluginServices,
  type Presenter,
} from "@kalends/core/plugin";
import type { SitemapEntry } from "./sitemap.ts";

/** Records that are read at once, at most. */
export const BATCH = 100;

/** Everything that visitors may see, one page of a list after the other. */
async function* eachPage<View>(
  list: (page: number) => Promise<ListResult<View>>,
  toEntry: (view: View) => SitemapEntry,
): AsyncIterable<readonly SitemapEntry[]> {
  for (let page = 1; ; page += 1) {
    const { items, total, perPage } = await list(page);
    yield items.map(toEntry);
    if (items.length === 0 || page * perPage >= total) return;
  }
}

/** Events that a sitemap has, and those of one portion. */
export interface EventEntries {
  readonly entries: readonly SitemapEntry[];
  /** The last id that was looked at. */
  readonly last: number;
}

/**
 * Events whose id is above `after`, by id, each series once, as visitors may see them: what is read as stored is asked for once more
 * by the list that visitors have, with what rights and policies take away.
 */
export async function* eventEntries(
  { repositories, postStatuses, site }: Pick<PluginDeps, "repositories" | "postStatuses" | "site">,
  services: PluginServices,
  present: Presenter,
  after: number,
): AsyncIterable<EventEntries> {
  const batch = Math.min(BATCH, site.maxPerPage);
  const visible = postStatuses.visibleTo(ANONYMOUS);
  for (let last = after; ; ) {
    const read = await repositories.events.listAfter({ visible, clock: "local" }, last, batch);
    last = read.at(-1)?.id ?? last;
    if (read.length === 0) return;
    const shown = await services.listEvents({ include: read.map(({ id }) => id), per_page: batch });
    const entries = shown.items.map(({ event }) => ({
      url: present.eventUrl(event),
      modifiedUtc: event.modifiedUtc,
    }));
    yield { entries, last };
  }
}

/** All other pages of records, and the calendar itself. */
export async function* otherEntries(
  { site }: Pick<PluginDeps, "site">,
  services: PluginServices,
  present: Presenter,
  home: string,
): AsyncIterable<readonly SitemapEntry[]> {
  const perPage = Math.min(BATCH, site.maxPerPage);
  yield [{ url: `${home}/events/` }];
  yield* eachPage(
    (page) => services.listVenues({ page, per_page: perPage }),
    ({ venue }) => ({ url: present.venueUrl(venue), modifiedUtc: venue.modifiedUtc }),
  );
  yield* eachPage(
    (page) => services.listOrganizers({ page, per_page: perPage }),
    ({ organizer }) => ({ url: present.organizerUrl(organizer), modifiedUtc: organizer.modifiedUtc }),
  );
  for (const list of [services.listCategories, services.listTags])
    yield* eachPage(
      (page) => list({ page, per_page: perPage, hide_empty: true }),
      (view) => ({ url: present.termUrl(view) }),
    );
}
