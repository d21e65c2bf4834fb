import { VIEWS, type ViewName } from "../../options.ts";
import type { PageContext } from "../../page/context.ts";
import { type Html, html } from "../../page/html.ts";
import type { PageContent } from "../../page/layout.ts";
import { sharedHead } from "../../seo/head.ts";
import { listFeed } from "../../subscribe/subscribe-addresses.ts";
import { feedLinks, subscribeMenu } from "../../subscribe/subscribe-menu.ts";
import type { Day } from "../../time/days.ts";
import { type Filters, hasFilters, searchOf } from "../filters.ts";
import type { Choices } from "./choices.ts";
import { filterChips, filterForm } from "./filter-form.ts";

/**
 * Content of a view. Paths begin below the site root of the page's language.
 */
export interface ViewParts {
  readonly view: ViewName;
  readonly heading: string;
  /** Title of the page for browsers and search engines. */
  readonly title: string;
  /** Path of this page without a query string. */
  readonly path: string;
  /** Canonical path of this page for search engines. */
  readonly canonical: string;
  /** Query parameters of this page other than filters. */
  readonly kept: Readonly<Record<string, string>>;
  /** Day that the other views show when the visitor switches to them. */
  readonly day: Day;
  /** Path and query string of the previous month, week or day. `undefined` on the first one and in lists. */
  readonly previous: string | undefined;
  /** Path and query string of the next month, week or day. `undefined` on the last one and in the list. */
  readonly next: string | undefined;
  /** Path and query string of this view for today. `undefined` if it shows today, and in the list. */
  readonly today: string | undefined;
  readonly filters: Filters;
  readonly choices: Choices;
  /** Number of events that the view found. */
  readonly total: number;
  readonly missing: number;
  readonly empty: string;
  /** True if the body is shown even if the page has no events. */
  readonly isShownEmpty: boolean;
  readonly body: Html;
  /** Content below the events. */
  readonly after?: Html;
}

const pathOfView = (view: ViewName, day: Day): string =>
  view === "list" ? "/events/list/" : `/events/${view}/${view === "month" ? day.slice(0, 7) : day}/`;

const arrow = (isNext: boolean): Html =>
  html`<svg aria-hidden="true" width="20" height="20" viewBox="0 0 20 20" fill="none" stroke="currentColor" stroke-width="2"><path d="${isNext ? "m8 4 6 6-6 6" : "m12 4-6 6 6 6"}"/></svg>`;

const navigation = (
  { texts, base }: PageContext,
  { view, previous, next, today, total }: ViewParts,
): Html => {
  // `nofollow` keeps crawlers from following the links through empty pages without end.
  const rel = (name: string): string => (total === 0 ? `${name} nofollow` : name);
  const arrowLink = (path: string | undefined, name: "prev" | "next"): Html => {
    const label = texts[name === "prev" ? "previous" : "next"][view];
    return path === undefined
      ? html``
      : html`<a class="button icon" rel="${rel(name)}" href="${base}${path}" aria-label="${label}" title="${label}">${arrow(name === "next")}</a>`;
  };
  return html`<nav class="ways" aria-label="${texts.dates}">${arrowLink(previous, "prev")}${
    today !== undefined && html`<a class="button" href="${base}${today}">${texts.today}</a>`
  }${arrowLink(next, "next")}</nav>`;
};

const viewSwitch = ({ texts, base }: PageContext, { view, day, filters }: ViewParts): Html =>
  html`<nav class="switch" aria-label="${texts.views}"><ul class="plain">${VIEWS.map(
    (name) =>
      html`<li><a href="${base}${pathOfView(name, day)}${searchOf(filters)}"${name === view && html` aria-current="page"`}>${texts[name]}</a></li>`,
  )}</ul></nav>`;

/** Returns the complete page of a view: navigation, links to the other views, search, filters and events. */
export const viewPage = async (context: PageContext, parts: ViewParts): Promise<PageContent> => {
  const { texts, base, formats, request } = context;
  const { heading, path, canonical, filters, choices, kept, total, missing, isShownEmpty, body } = parts;
  const isFiltered = hasFilters(filters);
  const empty = html`<div class="notice" role="status"><p>${isFiltered ? texts.noneFound : parts.empty}</p>
${isFiltered && html`<p><a href="${base}/events/list/${searchOf(filters)}">${texts.inList}</a></p>`}</div>`;
  const { present } = request;
  const toFeed = (extension: string): string => listFeed(present, filters, extension);
  const subscribe = await subscribeMenu(context, toFeed("ics"), context.title);
  const description = `${parts.title}. ${texts.count(formats.number(total), total)}`;
  const url = request.home + canonical;
  return {
    title: parts.title,
    description,
    canonical: url,
    head: html`${sharedHead(context, { title: parts.title, description, url, structured: [] })}${await feedLinks(context, toFeed)}`,
    ...((isFiltered || total === 0) && { robots: total === 0 ? "noindex, nofollow" : "noindex" }),
    hasTimes: true,
    main: html`<div class="head"><h1>${heading}</h1>
<div class="bar">${navigation(context, parts)}${viewSwitch(context, parts)}</div></div>
${filterForm(context, path, filters, choices, kept)}
${filterChips(context, path, filters, choices, kept)}
${total === 0 && empty}
${(total > 0 || isShownEmpty) && body}
${missing > 0 && html`<p class="notice">${texts.notShown(formats.number(missing))} <a href="${base}/events/list/${searchOf(filters)}">${texts.list}</a></p>`}
<div class="after">${parts.after}${subscribe}</div>`,
  };
};
