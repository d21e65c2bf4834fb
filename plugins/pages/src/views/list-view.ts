import { type EventView, invalidParameter, toBoolean, utcText } from "@kalends/core/plugin";
import type { PageContext } from "../page/context.ts";
import { type Html, html } from "../page/html.ts";
import type { PageContent } from "../page/layout.ts";
import type { Day } from "../time/days.ts";
import { timesOf } from "../time/times.ts";
import { type EventQueryValues, EXACT_DATES, type Filters, filtersOf, searchOf, toQuery } from "./filters.ts";
import { type TimedEvent, upcomingQuery } from "./found-events.ts";
import { eventCard } from "./parts/event-card.ts";
import { viewPage } from "./parts/view-page.ts";

interface FoundViews {
  readonly views: readonly EventView[];
  readonly total: number;
}

/** Returns a page of events that have not ended, earliest first. */
const findUpcoming = async (
  { frame, now }: PageContext,
  filters: Filters,
  page: string,
): Promise<FoundViews> => {
  const { items, total } = await frame.api.events.list({
    ...toQuery(filters),
    ...upcomingQuery(now),
    per_page: frame.site.perPage,
    ...({ page } as Record<string, unknown>),
  });
  return { views: items, total };
};

/**
 * Returns a page of past events, latest first. The API sorts by earliest first, so the function reads from
 * the end of the list.
 */
const findPast = async ({ frame, now }: PageContext, filters: Filters, page: number): Promise<FoundViews> => {
  const { api, site } = frame;
  const query: EventQueryValues = { ...toQuery(filters), ...EXACT_DATES, ends_before: utcText(now) };
  const { total } = await api.events.list({ ...query, per_page: 1 });
  const size = site.perPage;
  const until = total - (page - 1) * size;
  const from = Math.max(0, until - size);
  if (until <= 0) return { views: [], total };
  const pages = [...new Set([Math.floor(from / size), Math.floor((until - 1) / size)])];
  const parts = await Promise.all(
    pages.map((index) => api.events.list({ ...query, per_page: size, page: index + 1 })),
  );
  const offset = (pages[0] ?? 0) * size;
  const views = parts.flatMap(({ items }) => items).slice(from - offset, until - offset);
  return { views: views.toReversed(), total };
};

/**
 * Groups events by the month of their start. Events that began before `first` are added to the month of
 * `first`.
 */
const byMonth = (shown: readonly TimedEvent[], first: Day): ReadonlyMap<string, readonly TimedEvent[]> => {
  const months = new Map<string, TimedEvent[]>();
  for (const event of shown) {
    const { firstDay } = event.times;
    const month = (firstDay > first ? firstDay : first).slice(0, 7);
    const known = months.get(month);
    if (known === undefined) months.set(month, [event]);
    else known.push(event);
  }
  return months;
};

const sentPage = ({ request }: PageContext): string => request.query.get("page")?.at(-1)?.trim() || "1";

const isPastList = ({ request }: PageContext): boolean => {
  const sent = request.query.get("past")?.at(-1) ?? "";
  const isPast = sent === "" ? false : toBoolean(sent);
  if (isPast === undefined) throw invalidParameter("past", { reason: "not-a-boolean" });
  return isPast;
};

/**
 * Returns a page of the list of upcoming events, or with `?past=1` of past events. `isStart` is true if the
 * list is shown at `/events/`. Returns `undefined` if the page number is too high.
 */
export const listView = async (context: PageContext, isStart: boolean): Promise<PageContent | undefined> => {
  const { frame, formats, texts, base, today } = context;
  const { perPage } = frame.site;
  const filters = filtersOf(context);
  const isPast = isPastList(context);
  const sent = sentPage(context);
  if (!/^\d{1,9}$/.test(sent) || Number(sent) < 1)
    throw invalidParameter("page", { reason: "not-a-positive-integer" });
  const page = Number(sent);
  const [{ views, total }, choices] = await Promise.all([
    isPast ? findPast(context, filters, page) : findUpcoming(context, filters, sent),
    context.frame.findChoices(context),
  ]);
  const pages = Math.max(1, Math.ceil(total / perPage));
  if (page > pages) return undefined;
  const path = isStart ? "/events/" : "/events/list/";
  const kept: Readonly<Record<string, string>> = isPast ? { past: "1" } : {};
  const toPage = (number: number): string | undefined =>
    number < 1 || number > pages
      ? undefined
      : path + searchOf(filters, { ...kept, ...(number > 1 && { page: String(number) }) });
  const shown = views.map((view): TimedEvent => ({ view, times: timesOf(view.event, frame.site) }));
  const heading = isPast ? texts.past : texts.upcoming;
  const link = (number: number, text: string, rel: string): Html | false => {
    const to = toPage(number);
    return to !== undefined && html`<a class="button" rel="${rel}" href="${base}${to}">${text}</a>`;
  };
  // In the list of past events, the next page has earlier events.
  const [earlier, later] = isPast ? [1, -1] : [-1, 1];
  const body = html`${[...byMonth(shown, isPast ? "" : today)].map(
    ([month, events]) => html`<section class="listed"><h2>${formats.month(month)}</h2>
<ul class="events plain">${events.map((event) => eventCard(context, event, 3, month))}</ul></section>
`,
  )}${
    pages > 1 &&
    html`<nav class="pages" aria-label="${texts.pages}">${link(page + earlier, texts.previous.list, isPast ? "next" : "prev")}
<span>${texts.pageOf(formats.number(page), formats.number(pages))}</span>
${link(page + later, texts.next.list, isPast ? "prev" : "next")}</nav>`
  }`;
  return viewPage(context, {
    view: "list",
    heading,
    title: page === 1 ? heading : `${heading}, ${texts.pageOf(formats.number(page), formats.number(pages))}`,
    path,
    canonical: (toPage(page) ?? path).replace(
      /^\/events\/list\//,
      frame.options.view === "list" ? "/events/" : "/events/list/",
    ),
    kept,
    day: today,
    previous: undefined,
    next: undefined,
    today: undefined,
    filters,
    choices,
    total,
    missing: 0,
    empty: isPast ? texts.none.past : texts.none.upcoming,
    isShownEmpty: false,
    body,
    after: html`<a class="button" href="${base}/events/list/${searchOf(filters, isPast ? {} : { past: "1" })}">${isPast ? texts.showUpcoming : texts.showPast}</a>`,
  });
};
