import type { CalendarApi, ListResult, PluginDeps, Presenter } from "@kalends/core/plugin";
import type { SitemapEntry } from "./sitemap.ts";

/** Maximum number of records that are read at once. */
export const BATCH = 100;

/** Services for reading all records. */
export interface Walk {
  /** API with the rights of a visitor. */
  readonly api: CalendarApi;
  readonly present: Presenter;
  /** Runs a read when it is its turn among concurrent requests. */
  readonly queued: <T>(read: () => Promise<T>) => Promise<T>;
}

/** Yields the entries of everything that visitors may see, page by page. */
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

/** Chunk of event entries for a sitemap. */
export interface EventEntries {
  readonly entries: readonly SitemapEntry[];
  /** Id of the last event. */
  readonly last: number;
}

/** Returns the next values, at most `count`. */
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
 * Yields the events with an id above `after`, ordered by id, as visitors may see them. Each series appears
 * once.
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
    // If visitors cannot see a series, its occurrences appear instead.
    yield { entries, last: last.occurrence?.seriesId ?? last.id };
  }
}

/** Yields the entries of the calendar and of all other record pages. */
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
