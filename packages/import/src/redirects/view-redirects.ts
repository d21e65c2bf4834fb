import {
  EVENTS_PATH,
  findImportedViews,
  type ImportedList,
  type ImportedRecord,
  importedRecords,
  importedSites,
  OLD_VIEWS,
  type Repositories,
  toOldPath,
} from "@kalends/core";
import type { Redirect, RedirectKind } from "./redirect.ts";

/** Views, calendar files and feeds that this calendar serves. */
export interface ViewsHere {
  /** True if this calendar serves web pages for events. */
  readonly pages: boolean;
  /** True if this calendar serves iCalendar files and feeds. */
  readonly feeds: boolean;
  /** Returns the URL of a path below the calendar's base URL, complete or from `/`. */
  addressOf(path: string): string;
  /** Returns the URL of a path below the REST namespace of this calendar. */
  feedAt(path: string): string;
}

export interface ViewRedirectsDeps {
  readonly store: Pick<Repositories, "documents" | "terms">;
  readonly views: ViewsHere;
  pageOf(list: ImportedList, id: number): Promise<string | undefined>;
}

const toRedirect = (path: string, to: string): Redirect => ({
  ...{ kind: to.includes("?") ? "view" : "path", path: toOldPath(path), query: "", to },
});

/**
 * Returns redirects for the old views that do not depend on a record. Their paths below `base` are the same
 * in every old calendar.
 */
const ofAllViews = (base: string, { pages, feeds, addressOf, feedAt }: ViewsHere): readonly Redirect[] => {
  const fixed = OLD_VIEWS.fixed.map(({ from, to }) => toRedirect(`${base}/${from}`, addressOf(to)));
  const dated = OLD_VIEWS.dated.map(({ from, to }): Redirect => {
    const kind: RedirectKind = to.includes("?") ? "dated-view" : "dated";
    return { kind, path: toOldPath(base), below: from, query: "", to: addressOf(to) };
  });
  const same = OLD_VIEWS.same.map((view) =>
    toRedirect(`${base}/${view}`, addressOf(`${EVENTS_PATH}/${view}/`)),
  );
  const own = [toRedirect(base, addressOf(`${EVENTS_PATH}/`)), ...same];
  return [
    ...(pages ? [...fixed, ...dated, ...(base === EVENTS_PATH ? [] : own)] : []),
    ...(feeds
      ? [
          toRedirect(`${base}/ical`, addressOf(`${EVENTS_PATH}/?ical=1`)),
          toRedirect(`${base}/feed`, feedAt("/events.rss")),
        ]
      : []),
  ];
};

/** Returns redirects for the views of one record, and for views below its old path. */
const ofRecord = async (
  { list, id, path, identity, site, sourceId }: ImportedRecord,
  base: string,
  { store, views, pageOf }: ViewRedirectsDeps,
): Promise<readonly Redirect[]> => {
  const page = await pageOf(list, id);
  if (page === undefined || page.includes("?")) return [];
  const records = importedRecords(store.documents);
  const isThis = (first: ImportedRecord | undefined): boolean =>
    first?.list === list && first.identity === identity;
  const below = (view: string, to: string): Redirect =>
    toRedirect(`${path.replace(/(?<!\/)\/+$/, "")}/${view}`, to);
  // If several records had the same old path, the redirect leads to the first.
  const hasPath = path !== "" && !path.includes("?") && isThis(await records.findByPath(path));
  const calendar = views.feeds && hasPath ? [below("ical", `${page}?ical=1`)] : [];
  if (list === "events") {
    const byNumber = `?post_type=tribe_events&p=${sourceId}`;
    const sites = await importedSites(store.documents).list();
    const numbered = await Promise.all(sites.map((one) => records.find(list, `${one}?id=${sourceId}`)));
    const isNumbered =
      identity === `${site}?id=${sourceId}` && isThis(numbered.find((found) => found !== undefined));
    return isNumbered ? [...calendar, { kind: "query", path: "/", query: byNumber, to: page }] : calendar;
  }
  const term = await store.terms.find(list === "categories" ? "category" : "tag", id);
  const slug = term?.slug ?? "";
  // A filter value made of digits would be read as an id, so use the id for such a slug.
  const filter = `${list}=${/^\d*$/.test(slug) ? id : encodeURIComponent(slug)}`;
  const lists = ["list", "month"].map((view) =>
    below(view, views.addressOf(`${EVENTS_PATH}/${view}/?${filter}`)),
  );
  const byTag = list === "tags" ? [toRedirect(`${base}/tag/${slug}`, page)] : [];
  return [
    ...(views.pages ? [...(hasPath && list === "categories" ? lists : []), ...byTag] : []),
    ...(list === "categories" ? calendar : []),
    ...(list === "categories" && views.feeds && hasPath
      ? [below("feed", views.feedAt(`/categories/${id}.rss`))]
      : []),
  ];
};

const BATCH = 100;
const LISTS = ["categories", "tags", "events"] as const;

/**
 * Yields redirects for views, calendars and feeds of the old site. Paths of views that depend on a record are
 * derived from the old path of the record.
 * Source: rules/choices.md#old-views.
 */
export async function* findViewRedirects(deps: ViewRedirectsDeps): AsyncGenerator<Redirect> {
  const { store, views } = deps;
  const records = importedRecords(store.documents);
  const imported = await findImportedViews(records);
  const base = imported?.base ?? EVENTS_PATH;
  for (const one of new Set([EVENTS_PATH, base])) yield* ofAllViews(one, views);
  for (const list of LISTS)
    for (let last = ""; ; ) {
      const batch = await records.readAfter(list, last, BATCH);
      for (const record of batch) yield* await ofRecord(record, base, deps);
      if (batch.length < BATCH) break;
      last = batch.at(-1)?.identity ?? "";
    }
}
