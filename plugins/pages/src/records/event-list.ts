import type { EventView, ListResult } from "@kalends/core/plugin";
import type { PageContext } from "../page/context.ts";
import { type Html, html } from "../page/html.ts";
import { timesOf } from "../time/times.ts";
import { eventCard } from "../views/parts/event-card.ts";

/** Returns one page of an event list, with links to the previous and next page. */
export const eventList = (
  { items, page, perPage, total }: ListResult<EventView>,
  context: PageContext,
): Html => {
  const { texts, formats, request, base, frame } = context;
  if (items.length === 0) return html`<p class="muted">${texts.none.upcoming}</p>`;
  const pages = Math.ceil(total / perPage);
  const at = (number: number): string => `${base}${request.path}${number === 1 ? "" : `?page=${number}`}`;
  const pageLink = (number: number, rel: "prev" | "next", text: string): Html | false =>
    number >= 1 && number <= pages && html`<a class="button" rel="${rel}" href="${at(number)}">${text}</a>`;
  return html`<ul class="events plain">${items.map((view) =>
    eventCard(context, { view, times: timesOf(view.event, frame.site) }, 3),
  )}</ul>
${
  pages > 1 &&
  html`<nav class="pages" aria-label="${texts.pages}">${pageLink(page - 1, "prev", texts.previous.list)}
<span>${texts.pageOf(formats.number(page), formats.number(pages))}</span>
${pageLink(page + 1, "next", texts.next.list)}</nav>`
}`;
};
