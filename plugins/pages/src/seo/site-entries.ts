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

/** What somebody goes over everything with. */
export interface Walk {
  /** As a visitor. */
  readonly services: PluginServices;
  readonly present: Presenter;
  /** Reads one portion when it is its turn among those of other walks. */
  readonly inTurn: <T>(read: () => Promise<T>) => Promise<T>;
}

/** Everything that visitors may see, one page of a list after the other. */
async function* eachPage<View>(
  { inTurn }: Walk,
  list: (page: number) => Promise<ListResult<View>>,
  toEntry: (view: View) => SitemapEntry,
): AsyncIterable<readonly SitemapEntry[]> {
  for (let page = 1; ; page += 1) {
    const { items, total, perPage } = await inTurn(() => list(page));
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
  { services, present, inTurn }: Walk,
  after: number,
): AsyncIterable<EventEntries> {
  const batch = Math.min(BATCH, site.maxPerPage);
  const visible = postStatuses.visibleTo(ANONYMOUS);
  const readAfter = async (id: number): Promise<EventEntries | undefined> => {
    const read = await repositories.events.listAfter({ visible, clock: "local" }, id, batch);
    const last = read.at(-1)?.id;
    if (last === undefined) return undefined;
    const shown = await services.listEvents({ include: read.map(({ id }) => id), per_page: batch });
    const entries = shown.items.map(({ event }) => ({
      url: present.eventUrl(event),
      modifiedUtc: event.modifiedUtc,
    }));
    return { entries, last };
  };
  for (let last = after; ; ) {
    const read = await inTurn(() => readAfter(last));
    if (read === undefined) return;
    last = read.last;
    yield read;
  }
}

/** All other pages of records, and the calendar itself. */
export async function* otherEntries(
  { site }: Pick<PluginDeps, "site">,
  walk: Walk,
  home: string,
): AsyncIterable<readonly SitemapEntry[]> {
  const { services, present } = walk;
  const perPage = Math.min(BATCH, site.maxPerPage);
  yield [{ url: `${home}/events/` }];
  yield* eachPage(
    walk,
    (page) => services.listVenues({ page, per_page: perPage }),
    ({ venue }) => ({ url: present.venueUrl(venue), modifiedUtc: venue.modifiedUtc }),
  );
  yield* eachPage(
    walk,
    (page) => services.listOrganizers({ page, per_page: perPage }),
    ({ organizer }) => ({ url: present.organizerUrl(organizer), modifiedUtc: organizer.modifiedUtc }),
  );
  for (const list of [services.listCategories, services.listTags])
    yield* eachPage(
      walk,
      (page) => list({ page, per_page: perPage, hide_empty: true }),
      (view) => ({ url: present.termUrl(view) }),
    );
}
