import { OLD_VIEWS, type PluginDeps, type WebsiteHandler, type WebsiteResponse } from "@kalends/core/plugin";
import { type Frame, type PageContext, pathOf, queryOf } from "../page/context.ts";
import { pageHandler, redirectTo } from "../page/responses.ts";
import { findTerm } from "../records/term-page.ts";

const SAME = OLD_VIEWS.same.map((view) => ({ from: view, to: `/events/${view}/` }));
const VIEWS = [...OLD_VIEWS.fixed, ...OLD_VIEWS.dated].map(({ from, to }) => ({
  form: new RegExp(`^${from}$`),
  to,
}));
const TERM_VIEWS = [...VIEWS, ...SAME.map(({ from, to }) => ({ form: new RegExp(`^${from}$`), to }))];

const BELOW = /^\/events\/(.+?)\/?$/;
const ANY_VIEW = [...OLD_VIEWS.fixed, ...OLD_VIEWS.dated, ...SAME, { from: "today" }]
  .map(({ from }) => from.replaceAll(/\((?!\?)/g, "(?:"))
  .join("|");
/**
 * Path of a view for one category or tag. The path of a subcategory also contains the slugs of its parents.
 */
const OF_TERM = new RegExp(`^(category|tag)/(?:[^/]+/)*?([^/]+)/(${ANY_VIEW})$`);
const TAG = /^tag\/([^/]+)$/;

/**
 * Returns the part of the path after `/events/` if it is a view of the previous calendar software. Returns
 * `undefined` for other paths.
 */
const oldViewOf = (path: string): string | undefined => {
  const [, below = ""] = BELOW.exec(path) ?? [];
  const isView = below === "today" || VIEWS.some(({ form }) => form.test(below));
  return isView || OF_TERM.test(below) || TAG.test(below) ? below : undefined;
};

const counterpartOf = (below: string, views: typeof VIEWS): string | undefined => {
  for (const { form, to } of views) {
    const found = form.exec(below);
    if (found !== null) return to.replace("$1", found[1] ?? "");
  }
  return undefined;
};

const withQuery = (address: string, query: string): string =>
  address + (address.includes("?") ? query.replace("?", "&") : query);

const redirect = (context: PageContext, path: string): WebsiteResponse =>
  redirectTo(context, 301, withQuery(path, queryOf(context.request)));

const toToday = (context: PageContext, filter: string): WebsiteResponse => {
  const query =
    filter + (filter === "" ? queryOf(context.request) : queryOf(context.request).replace("?", "&"));
  const response = redirectTo(context, 302, `/events/day/${context.today}/${query}`);
  return { ...response, headers: { ...response.headers, "Cache-Control": "no-store" } };
};

/**
 * Redirects view URLs of the previous calendar software to the matching views of this plugin. Returns
 * `undefined` if the path is not such a view, or if visitors cannot see its category or tag.
 * Source: rules/choices.md#old-views.
 */
export const redirectOldView = async (
  context: PageContext,
  deps: PluginDeps,
): Promise<WebsiteResponse | undefined> => {
  const { request, frame } = context;
  const below = oldViewOf(request.path);
  if (below === undefined || request.method !== "GET") return undefined;
  if (below === "today") return toToday(context, "");
  const [, tag] = TAG.exec(below) ?? [];
  const [, taxonomy = "tag", slug = tag, view] = OF_TERM.exec(below) ?? [];
  if (slug === undefined) {
    const to = counterpartOf(below, VIEWS);
    return to === undefined ? undefined : redirect(context, to);
  }
  const kind = taxonomy === "category" ? "category" : "tag";
  const term = await findTerm(kind, { slug: toSlugOf(slug) }, deps, frame);
  if (term === undefined) return undefined;
  if (view === undefined)
    return redirectTo(context, 301, pathBelow(context, request.present.termUrl(term)) + queryOf(request));
  const { id, slug: own } = term.term;
  // A filter value of digits means an id. A slug of digits is therefore replaced by the id.
  const value = /^\d+$/.test(own) ? id : encodeURIComponent(own);
  const filter = `${kind === "category" ? "categories" : "tags"}=${value}`;
  if (view === "today") return toToday(context, `?${filter}`);
  const to = counterpartOf(view, TERM_VIEWS);
  return to === undefined ? undefined : redirect(context, withQuery(to, `?${filter}`));
};

/** Returns the slug in the form in which records store it: percent-encoded and in lower case. */
const toSlugOf = (segment: string): string => {
  try {
    return encodeURIComponent(decodeURIComponent(segment)).toLowerCase();
  } catch {
    return segment;
  }
};

const pathBelow = ({ request: { home } }: PageContext, url: string): string =>
  `${pathOf(url).slice(pathOf(home).length)}/`;

/** Creates the handler for old view URLs that do not name a record. `createRecords` redirects the others. */
export const createOldViews = (frame: Frame, deps: PluginDeps): WebsiteHandler =>
  pageHandler(
    frame,
    ({ path, page, method }) => method === "GET" && page === undefined && oldViewOf(path) !== undefined,
    (context) => redirectOldView(context, deps),
  );
