import type { EventView, WebsiteAnswer } from "@kalends/core/plugin";
import { answerPage } from "../page/answers.ts";
import type { PageContext } from "../page/context.ts";
import { type Html, html, raw, textOfHtml } from "../page/html.ts";
import { sharedHead, shortened } from "../seo/head.ts";
import { toText } from "../seo/plain.ts";
import { toBreadcrumbs, toStructuredEvent } from "../seo/structured-data.ts";
import { googleTemplate, recordFeed } from "../subscribe/subscribe-addresses.ts";
import { addMenu, feedLinks, subscribeMenu } from "../subscribe/subscribe-menu.ts";
import { detailTextsOf } from "../texts/details/catalogue.ts";
import type { DetailTexts } from "../texts/details/details.ts";
import { timesOf } from "../time/times.ts";
import { STRUCK, stateNotice } from "./event-state.ts";
import { addressLines, fact, mapAddress, picture, websiteLink } from "./facts.ts";
import { furtherDates } from "./further-dates.ts";

const placeOf = (view: EventView, context: PageContext, texts: DetailTexts): Html | undefined => {
  const { event, venue: found } = view;
  if (found === undefined) return undefined;
  const { venue } = found;
  const { present } = context.request;
  const map = event.showMapLink && venue.showMapLink ? mapAddress(venue) : undefined;
  return html`<a href="${present.venueUrl(venue)}">${raw(present.title(venue.name))}</a>${addressLines(
    venue,
  ).map((line) => html`<br>${line}`)}${map !== undefined && html`<br><a href="${map}">${texts.map}</a>`}`;
};

const listed = (parts: readonly Html[]): Html | undefined =>
  parts.length === 0 ? undefined : html`${parts.map((part, at) => html`${at > 0 && ", "}${part}`)}`;

/** Of a series the page says when it takes place next, of an occurrence what series it is of. */
export const eventPage = async (view: EventView, context: PageContext): Promise<WebsiteAnswer> => {
  const { frame, request, formats, texts: common, today, title: siteName, base } = context;
  const { present } = request;
  const texts = detailTextsOf(present.language);
  const { event, image, organizers, categories, tags, series, nextOccurrence } = view;
  const { eventStatus = "scheduled" } = event;
  const dated = nextOccurrence ?? event;
  const title = toText(present.title(event.title));
  const url = present.eventUrl(event);
  const thisYear = today.slice(0, 4);
  const when = formats.when(timesOf(dated, frame.site), thisYear);
  const recurrence = toText(present.recurrence(event));
  const text = toText(present.html(event.excerpt || event.description));
  const place = view.venue && toText(present.title(view.venue.venue.name));
  const description = shortened([toText(textOfHtml(when)), place, text].filter(Boolean).join(" · "));
  const hasFile = await frame.feeds.has("ics");
  const file = recordFeed(present, "events", event.id, "ics");
  const isSeries = event.recurrence !== undefined && event.occurrence === undefined;
  const heading = html`${raw(present.title(event.title))}`;
  const further = await furtherDates(view, context);
  const term = (view: EventView["categories"][number]): Html =>
    html`<a href="${present.termUrl(view)}">${toText(view.term.name)}</a>`;
  const crumbs = [
    { name: siteName, url: `${request.home}/events/` },
    { name: title, url },
  ];
  return answerPage(context, {
    title,
    description,
    canonical: url,
    hasTimes: true,
    head: html`${sharedHead(context, {
      ...{ title, description, url, image },
      structured: [
        toStructuredEvent(
          nextOccurrence === undefined ? view : { ...view, event: { ...event, schedule: dated.schedule } },
          present,
          frame.site.decimalMark,
        ),
        toBreadcrumbs(crumbs),
      ],
    })}${await feedLinks(context, () => file, ["ics"])}`,
    main: html`<article class="record">
<p class="crumb"><a href="${base}/events/">${siteName}</a></p>
<h1>${STRUCK.has(eventStatus) ? html`<s>${heading}</s>` : heading}</h1>
<p class="lead">${when}${recurrence !== "" && html` <span class="tag">${common.series}</span>`}</p>
${stateNotice(event, context)}
<div class="columns">
<div class="body">${picture(image, present, "hero")}<div class="rich">${raw(present.html(event.description))}</div>
${further}</div>
<aside class="facts" aria-label="${texts.details}">
<dl>
${fact(isSeries && nextOccurrence !== undefined ? texts.nextDate : texts.when, when)}${fact(
  common.series,
  recurrence !== "" &&
    html`${recurrence}${series !== undefined && html`<br><a href="${present.eventUrl(series)}">${texts.allDates}</a>`}`,
)}${fact(texts.where, placeOf(view, context, texts))}${fact(texts.cost, toText(present.cost(event.cost)))}${fact(
  texts.website,
  websiteLink(event.website),
)}${fact(
  texts.organizers,
  listed(
    organizers.map(
      ({ organizer }) =>
        html`<a href="${present.organizerUrl(organizer)}">${raw(present.title(organizer.name))}</a>`,
    ),
  ),
)}${fact(texts.categories, listed(categories.map(term)))}${fact(texts.tags, listed(tags.map(term)))}</dl>
<div class="actions">
${addMenu(
  context,
  googleTemplate({ ...view, event: dated }, present),
  hasFile ? `${file}${event.occurrence === undefined ? "" : "?expand=true"}` : undefined,
)}${isSeries && (await subscribeMenu(context, file, title))}
</div>
</aside>
</div>
</article>`,
  });
};
