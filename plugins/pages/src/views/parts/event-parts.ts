import type { CalendarEvent, EventView } from "@kalends/core/plugin";
import type { PageContext } from "../../page/context.ts";
import { type Html, html, raw } from "../../page/html.ts";
import { toText } from "../../seo/plain.ts";

/** Strikes the text through if the event is cancelled. */
export const struckIfCancelled = ({ eventStatus }: Pick<CalendarEvent, "eventStatus">, text: Html): Html =>
  eventStatus === "cancelled" ? html`<s>${text}</s>` : text;

/** Returns the title of an event in HTML, struck through if it is cancelled. */
export const titleOf = (
  { request }: Pick<PageContext, "request">,
  { event }: Pick<EventView, "event">,
): Html => struckIfCancelled(event, raw(request.present.title(event.title)));

/** Returns labels for events that do not take place as planned, and for featured events. */
export const marksOf = ({ texts }: PageContext, { event }: EventView): Html => {
  const { eventStatus, featured } = event;
  const isAsPlanned = eventStatus === undefined || eventStatus === "scheduled";
  return html`${!isAsPlanned && html`<span class="tag alert">${texts.status[eventStatus]}</span> `}${
    featured && html`<span class="tag">${texts.featured}</span> `
  }`;
};

/** Returns the same labels for small spaces, with a star for featured events. */
export const shortMarksOf = (context: PageContext, { event }: EventView): Html => {
  const { texts } = context;
  const { eventStatus, featured } = event;
  const isAsPlanned = eventStatus === undefined || eventStatus === "scheduled";
  return html`${featured && html`<span class="star"><span aria-hidden="true">★</span><span class="vh">${texts.featured}: </span></span>`}${
    !isAsPlanned && html`<span class="tag alert">${texts.status[eventStatus]}</span> `
  }`;
};

/** Marks events of a series. */
export const seriesMark = ({ texts }: PageContext, { event }: EventView): Html | false =>
  (event.occurrence !== undefined || event.recurrence !== undefined) &&
  html` <span class="again" title="${texts.series}"><span aria-hidden="true">↻</span><span class="vh"> (${texts.series})</span></span>`;

/** Returns the venue with its city, as a link to its page. */
export const venueLine = ({ request: { present } }: PageContext, { venue }: EventView): Html | undefined => {
  if (venue === undefined) return undefined;
  const { name, city } = venue.venue;
  return html`<a href="${present.venueUrl(venue.venue)}">${raw(present.title(name))}</a>${
    city !== "" && html`, ${toText(city)}`
  }`;
};
