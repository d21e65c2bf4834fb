import type { CalendarEvent, EventView, WebsiteResponse } from "@kalends/core/plugin";
import type { PageContext } from "../page/context.ts";
import { type Html, html, textOfHtml } from "../page/html.ts";
import { pageResponse } from "../page/responses.ts";
import { sharedHead, shortened } from "../seo/head.ts";
import { toText } from "../seo/plain.ts";
import { toBreadcrumbs, toStructuredEvent } from "../seo/structured-data.ts";
import { recordFeed } from "../subscribe/subscribe-addresses.ts";
import { feedLinks } from "../subscribe/subscribe-menu.ts";
import { fillTemplate } from "../templates/templates.ts";
import { detailTextsOf } from "../texts.ts";
import { type EventParts, eventParts, shownEvent } from "./event-parts.ts";

const mainOf = (parts: EventParts, { event }: EventView, context: PageContext): Html => {
  const { texts, base, title: calendar, request } = context;
  const { title, when, status, image, description, dates, facts, actions } = parts;
  return html`<article class="record">
<p class="crumb"><a href="${base}/events/">${calendar}</a></p>
<h1>${title}</h1>
<p class="lead">${when}${event.recurrence !== undefined && html` <span class="tag">${texts.series}</span>`}</p>
${status}
<div class="columns">
${image}
<aside class="facts" aria-label="${detailTextsOf(request.present.language).details}">
<dl>
${facts}</dl>
<div class="actions">${actions}</div>
</aside>
<div class="body">${description}
${dates}</div>
</div>
</article>`;
};

/**
 * Returns the response with the page of an event. The page of a series shows its next occurrence. The page of
 * an occurrence links to its series. `previewed`: upcoming dates of a previewed series; absent if the event is
 * public and the dates are read from the calendar.
 */
export const eventPage = async (
  view: EventView,
  context: PageContext,
  previewed?: readonly CalendarEvent[],
): Promise<WebsiteResponse> => {
  const { frame, request, title: calendar, templates } = context;
  const { present } = request;
  const { event, image, venue } = view;
  const title = toText(present.title(event.title));
  const url = present.eventUrl(event);
  const parts = await eventParts(view, context, previewed);
  const place = venue && toText(present.title(venue.venue.name));
  const text = toText(present.html(event.excerpt || event.description));
  const fullText = [toText(textOfHtml(parts.when)), place, text].filter(Boolean).join(" · ");
  const description = shortened(fullText);
  const dated = { ...view, event: { ...event, schedule: shownEvent(view).schedule } };
  const template = templates.get("event");
  return pageResponse(context, {
    title,
    description,
    ...(previewed === undefined ? { canonical: url } : { robots: "noindex" }),
    hasTimes: true,
    head: html`${sharedHead(context, {
      ...{ title, description, url, image },
      structured: [
        toStructuredEvent(dated, present, frame.site.decimalMark),
        toBreadcrumbs([
          { name: calendar, url: `${request.home}/events/` },
          { name: title, url },
        ]),
      ],
    })}${await feedLinks(context, () => recordFeed(present, "events", event.id, "ics"), ["ics"])}`,
    main:
      template === undefined
        ? mainOf(parts, view, context)
        : fillTemplate(template, { ...parts, calendar, home: request.home, url }),
  });
};
