import type { CalendarEvent, EventView } from "@kalends/core/plugin";
import type { PageContext } from "../../page/context.ts";
import { type Html, html, raw } from "../../page/html.ts";
import { toText } from "../../seo/plain.ts";

/** Returns the text struck through if the event is cancelled, and unchanged otherwise. */
export const struckIfCancelled = ({ eventStatus }: Pick<CalendarEvent, "eventStatus">, text: Html): Html =>
  eventStatus === "cancelled" ? html`<s>${text}</s>` : text;

/** Returns the title of an event as HTML, struck through if the event is cancelled. */
export const titleOf = (
  { request }: Pick<PageContext, "request">,
  { event }: Pick<EventView, "event">,
): Html => struckIfCancelled(event, raw(request.present.title(event.title)));

/**
 * Returns labels for the event status and for featured events. Events that take place as planned get no
 * status label.
 */
export const marksOf = ({ texts }: PageContext, { event }: EventView): Html => {
  const { eventStatus, featured } = event;
  const isAsPlanned = eventStatus === undefined || eventStatus === "scheduled";
  return html`${!isAsPlanned && html`<span class="tag alert">${texts.status[eventStatus]}</span> `}${
    featured && html`<span class="tag">${texts.featured}</span> `
  }`;
};

/** Returns the labels of `marksOf` in a short form for small spaces. A star marks featured events. */
export const shortMarksOf = (context: PageContext, { event }: EventView): Html => {
  const { texts } = context;
  const { eventStatus, featured } = event;
  const isAsPlanned = eventStatus === undefined || eventStatus === "scheduled";
  return html`${featured && html`<span class="star"><span aria-hidden="true">★</span><span class="vh">${texts.featured}: </span></span>`}${
    !isAsPlanned && html`<span class="tag alert">${texts.status[eventStatus]}</span> `
  }`;
};

/** Returns a symbol that marks events of a series, or `false` for single events. */
export const seriesMark = ({ texts }: PageContext, { event }: EventView): Html | false =>
  (event.occurrence !== undefined || event.recurrence !== undefined) &&
  html` <span class="again" title="${texts.series}"><span aria-hidden="true">↻</span><span class="vh"> (${texts.series})</span></span>`;

/** Returns the venue and its city as a link to the page of the venue. */
export const venueLine = ({ request: { present } }: PageContext, { venue }: EventView): Html | undefined => {
  if (venue === undefined) return undefined;
  const { name, city } = venue.venue;
  return html`<a href="${present.venueUrl(venue.venue)}">${raw(present.title(name))}</a>${
    city !== "" && html`, ${toText(city)}`
  }`;
};
