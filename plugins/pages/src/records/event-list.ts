import type { EventView, ListResult } from "@kalends/core/plugin";
import type { PageContext } from "../page/context.ts";
import { type Html, html, raw } from "../page/html.ts";
import { toText } from "../seo/plain.ts";
import { timesOf } from "../time/times.ts";
import { STRUCK } from "./event-state.ts";

const eventItem = ({ event, venue }: EventView, context: PageContext): Html => {
  const { frame, formats, texts, today, request } = context;
  const { present } = request;
  const { eventStatus = "scheduled" } = event;
  const title = html`<a href="${present.eventUrl(event)}">${raw(present.title(event.title))}</a>`;
  return html`<li class="event"><p class="event-when">${formats.when(timesOf(event, frame.site), today.slice(0, 4))}</p>
<h3>${STRUCK.has(eventStatus) ? html`<s>${title}</s>` : title}${
    eventStatus !== "scheduled" && html` <span class="tag alert">${texts.status[eventStatus]}</span>`
  }</h3>${
    venue !== undefined &&
    html`<p class="muted">${[toText(present.title(venue.venue.name)), toText(venue.venue.city)].filter(Boolean).join(", ")}</p>`
  }</li>
`;
};

/** Events one below the other, with ways to the pages before and after. */
export const eventList = (
  { items, page, perPage, total }: ListResult<EventView>,
  context: PageContext,
): Html => {
  const { texts, formats, request, base } = context;
  if (items.length === 0) return html`<p class="muted">${texts.none.upcoming}</p>`;
  const pages = Math.ceil(total / perPage);
  const at = (number: number): string => `${base}${request.path}${number === 1 ? "" : `?page=${number}`}`;
  return html`<ul class="plain events">
${items.map((view) => eventItem(view, context))}</ul>
${
  pages > 1 &&
  html`<nav class="pages" aria-label="${texts.upcoming}">${
    page > 1 && html`<a class="button" rel="prev" href="${at(page - 1)}">${texts.previous.list}</a>`
  }<span>${texts.pageOf(formats.number(page), formats.number(pages))}</span>${
    page < pages && html`<a class="button" rel="next" href="${at(page + 1)}">${texts.next.list}</a>`
  }</nav>`
}`;
};
