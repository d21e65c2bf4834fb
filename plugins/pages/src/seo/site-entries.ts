import type { CalendarApi, ListResult, PluginDeps, Presenter } from "@kalends/core/plugin";
import type { SitemapEntry } from "./sitemap.ts";

/** Maximum number of records per read. */
export const BATCH = 100;

/** Services for reading all public records. */
export interface Walk {
  /** Calendar API with the rights of an anonymous visitor. */
  readonly api: CalendarApi;
  readonly present: Presenter;
  /** Limits the number of concurrent reads: waits for a free slot, then runs `read`. */
  readonly queued: <T>(read: () => Promise<T>) => Promise<T>;
}

/** Reads all pages of a list and yields the sitemap entries of each page. */
async function* eachPage<View>(
  { queued }: Walk,
  list: (page: number) => Promise<ListResult<View>>,
  toEntry: (view: View) => SitemapEntry,
): AsyncIterable<readonly SitemapEntry[]> {
  for (let page = 1; ; page += 1) {
    const { items, total, perPage } = await queued(() => list(page));
    yield items.map(toEntry);
    if (items.length === 0 || page * perPage >= total) return;
  }
}

/** Batch of sitemap entries of events. */
export interface EventEntries {
  readonly entries: readonly SitemapEntry[];
  /** Id of the last event in `entries`. The next read continues after it. */
  readonly last: number;
}

/** Returns the next values of an iterator, at most `count`. */
const nextOf = async <T>(values: AsyncIterator<T>, count: number): Promise<readonly T[]> => {
  const items: T[] = [];
  while (items.length < count) {
    const step = await values.next();
    if (step.done === true) break;
    items.push(step.value);
  }
  return items;
};

/**
 * Yields the sitemap entries of public events with an id above `after`, ordered by id. A series has one entry
 * for all its occurrences.
 */
export async function* eventEntries(
  { api, present, queued }: Walk,
  after: number,
): AsyncIterable<EventEntries> {
  const views = api.events.stream({}, { after })[Symbol.asyncIterator]();
  for (;;) {
    const portion = await queued(() => nextOf(views, BATCH));
    const last = portion.at(-1)?.event;
    if (last === undefined) return;
    const entries = portion.map(({ event }) => ({
      url: present.eventUrl(event),
      modifiedUtc: event.modifiedUtc,
    }));
    // If a series is not public, its visible occurrences are listed instead. Reading continues after the id
    // of the series.
    yield { entries, last: last.occurrence?.seriesId ?? last.id };
  }
}

/**
 * Yields the sitemap entries of the calendar view and of all public venues and organizers. Categories and
 * tags have an entry only if events use them.
 */
export async function* otherEntries(
  { site }: Pick<PluginDeps, "site">,
  walk: Walk,
  home: string,
): AsyncIterable<readonly SitemapEntry[]> {
  const { api, present } = walk;
  const perPage = Math.min(BATCH, site.maxPerPage);
  yield [{ url: `${home}/events/` }];
  yield* eachPage(
    walk,
    (page) => api.venues.list({ page, per_page: perPage }),
    ({ venue }) => ({ url: present.venueUrl(venue), modifiedUtc: venue.modifiedUtc }),
  );
  yield* eachPage(
    walk,
    (page) => api.organizers.list({ page, per_page: perPage }),
    ({ organizer }) => ({ url: present.organizerUrl(organizer), modifiedUtc: organizer.modifiedUtc }),
  );
  for (const terms of [api.categories, api.tags])
    yield* eachPage(
      walk,
      (page) => terms.list({ page, per_page: perPage, hide_empty: true }),
      (view) => ({ url: present.termUrl(view) }),
    );
}
