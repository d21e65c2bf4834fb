import type { CalendarEvent, EventView } from "@kalends/core/plugin";
import type { PageContext } from "../../page/context.ts";
import { type Html, html, raw } from "../../page/html.ts";
import { toText } from "../../seo/plain.ts";

/** Struck when the event is cancelled. */
export const struckIfOff = ({ eventStatus }: Pick<CalendarEvent, "eventStatus">, text: Html): Html =>
  eventStatus === "cancelled" ? html`<s>${text}</s>` : text;

/** The title of an event in HTML; struck when it is cancelled. */
export const titleOf = (
  { request }: Pick<PageContext, "request">,
  { event }: Pick<EventView, "event">,
): Html => struckIfOff(event, raw(request.present.title(event.title)));

/** How an event takes place where that is not as planned, and that it is featured; in words. */
export const marksOf = ({ texts }: PageContext, { event }: EventView): Html => {
  const { eventStatus, featured } = event;
  const isAsPlanned = eventStatus === undefined || eventStatus === "scheduled";
  return html`${!isAsPlanned && html`<span class="tag alert">${texts.status[eventStatus]}</span> `}${
    featured && html`<span class="tag">${texts.featured}</span> `
  }`;
};

/** The same where there is little room: a star for what is featured. */
export const shortMarksOf = (context: PageContext, { event }: EventView): Html => {
  const { texts } = context;
  const { eventStatus, featured } = event;
  const isAsPlanned = eventStatus === undefined || eventStatus === "scheduled";
  return html`${featured && html`<span class="star"><span aria-hidden="true">★</span><span class="vh">${texts.featured}: </span></span>`}${
    !isAsPlanned && html`<span class="tag alert">${texts.status[eventStatus]}</span> `
  }`;
};

/** Says of an occurrence that there are more of it. */
export const seriesMark = ({ texts }: PageContext, { event }: EventView): Html | false =>
  (event.occurrence !== undefined || event.recurrence !== undefined) &&
  html` <span class="again" title="${texts.series}"><span aria-hidden="true">↻</span><span class="vh"> (${texts.series})</span></span>`;

/** The venue with its town, in a link to its page. */
export const venueLine = ({ request: { present } }: PageContext, { venue }: EventView): Html | undefined => {
  if (venue === undefined) return undefined;
  const { name, city } = venue.venue;
  return html`<a href="${present.venueUrl(venue.venue)}">${raw(present.title(name))}</a>${
    city !== "" && html`, ${toText(city)}`
  }`;
};
