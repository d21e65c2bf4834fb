import type { CalendarApi, ListResult, PluginDeps, Presenter } from "@kalends/core/plugin";
import type { SitemapEntry } from "./sitemap.ts";

/** Records that are read at once, at most. */
export const BATCH = 100;

/** What somebody goes over everything with. */
export interface Walk {
  /** As a visitor. */
  readonly api: CalendarApi;
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
  /** The id of the last one. */
  readonly last: number;
}

/** The next of them, at most so many. */
const take = async <T>(values: AsyncIterator<T>, count: number): Promise<readonly T[]> => {
  const taken: T[] = [];
  while (taken.length < count) {
    const step = await values.next();
    if (step.done === true) break;
    taken.push(step.value);
  }
  return taken;
};

/** Events whose id is above `after`, by id, each series once, as visitors may see them. */
export async function* eventEntries(
  { api, present, inTurn }: Walk,
  after: number,
): AsyncIterable<EventEntries> {
  const views = api.events.stream({}, { after })[Symbol.asyncIterator]();
  for (;;) {
    const portion = await inTurn(() => take(views, BATCH));
    const last = portion.at(-1)?.event;
    if (last === undefined) return;
    const entries = portion.map(({ event }) => ({
      url: present.eventUrl(event),
      modifiedUtc: event.modifiedUtc,
    }));
    // Where visitors do not see a series, its occurrences come in its place.
    yield { entries, last: last.occurrence?.seriesId ?? last.id };
  }
}

/** All other pages of records, and the calendar itself. */
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
