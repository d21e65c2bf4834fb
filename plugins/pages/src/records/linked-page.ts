import type { OrganizerView, VenueView, WebsiteResponse } from "@kalends/core/plugin";
import type { PageContext } from "../page/context.ts";
import { type Html, html, raw } from "../page/html.ts";
import { notFoundPage } from "../page/problem-page.ts";
import { pageResponse } from "../page/responses.ts";
import { websiteLink } from "../page/website-link.ts";
import { sharedHead, shortened } from "../seo/head.ts";
import { toText } from "../seo/plain.ts";
import {
  toBreadcrumbs,
  toStructuredList,
  toStructuredOrganization,
  toStructuredPlace,
} from "../seo/structured-data.ts";
import type { StructuredThing } from "../seo/structured-types.ts";
import { recordFeed } from "../subscribe/subscribe-addresses.ts";
import { feedLinks, subscribeMenu } from "../subscribe/subscribe-menu.ts";
import { detailTextsOf } from "../texts.ts";
import { upcomingQuery } from "../views/found-events.ts";
import { eventList } from "./event-list.ts";
import { addressLines, fact, largeImageOf, mailLink, mapAddress, phoneLink } from "./facts.ts";
import { fieldFacts } from "./field-facts.ts";
import { orUndefined } from "./or-undefined.ts";

/** Data for the page of a venue, organizer, category or tag. */
export interface ListingPage {
  readonly kind: "venues" | "organizers" | "categories" | "tags";
  readonly id: number;
  /** Name of the record as HTML. */
  readonly name: string;
  /** Canonical URL of the first page of its events. */
  readonly url: string;
  readonly description: string;
  /** Filter of the event list that finds the events of this record. */
  readonly filter: "venue" | "organizer" | "categories" | "tags";
  readonly image?: VenueView["image"];
  readonly facts?: Html | undefined;
  readonly more?: Html | undefined;
  readonly structured?: StructuredThing;
}

/** Returns the page of a venue, organizer, category or tag, with its upcoming events. */
export const listingPage = async (page: ListingPage, context: PageContext): Promise<WebsiteResponse> => {
  const { frame, request, texts, title: siteName, base } = context;
  const { present } = request;
  const { kind, id, filter, facts } = page;
  const number = request.query.get("page")?.[0] ?? "1";
  const events = await orUndefined(
    frame.api.events.list({
      ...upcomingQuery(context.now),
      ...{ [filter]: id, ...(number !== "1" && { page: Number(number) }) },
    }),
  );
  if (events === undefined && number !== "1") return pageResponse(context, notFoundPage(context));
  const list = events ?? { items: [], total: 0, page: 1, perPage: 1, understood: {} };
  const name = toText(page.name);
  const html_ = present.html(page.description);
  const description = shortened(toText(html_)) || undefined;
  const url = `${page.url}${list.page === 1 ? "" : `?page=${list.page}`}`;
  const file = recordFeed(present, kind, id, "ics");
  const shown = list.items.map(({ event }) => ({
    name: toText(present.title(event.title)),
    url: present.eventUrl(event),
  }));
  return pageResponse(context, {
    title: name,
    description,
    canonical: url,
    hasTimes: true,
    head: html`${sharedHead(context, {
      ...{ title: name, description, url, image: page.image },
      structured: [
        ...(page.structured === undefined ? [] : [page.structured]),
        toBreadcrumbs([
          { name: siteName, url: `${request.home}/events/` },
          { name, url: page.url },
        ]),
        ...(shown.length === 0 ? [] : [toStructuredList(shown)]),
      ],
    })}${await feedLinks(context, () => file, ["ics"])}`,
    main: html`<div class="record">
<p class="crumb"><a href="${base}/events/">${siteName}</a></p>
<h1>${raw(page.name)}</h1>
${facts !== undefined && html`<dl class="facts across">${facts}</dl>`}
${(page.image !== undefined || html_ !== "") && html`<div class="about">${largeImageOf(page.image, present)}<div class="rich">${raw(html_)}</div></div>`}
${page.more}
<section class="upcoming"><div class="heading"><h2>${texts.upcoming}</h2>${await subscribeMenu(context, file, name)}</div>
${eventList(list, context)}
<p><a href="${base}/events/list/?past=1&amp;${filter}=${id}">${texts.showPast}</a></p>
</section>
</div>`,
  });
};

export const venuePage = (view: VenueView, context: PageContext): Promise<WebsiteResponse> => {
  const { venue, image } = view;
  const { present } = context.request;
  const texts = detailTextsOf(present.language);
  const map = venue.showMapLink ? mapAddress(venue) : undefined;
  const lines = addressLines(venue);
  const address =
    (lines.length > 0 || map !== undefined) &&
    html`${lines.map((line, at) => html`${at > 0 && html`<br>`}${line}`)}${
      map !== undefined && html`${lines.length > 0 && html`<br>`}<a href="${map}">${texts.map}</a>`
    }`;
  return listingPage(
    {
      ...{ kind: "venues", id: venue.id, filter: "venue" },
      name: present.title(venue.name),
      url: present.venueUrl(venue),
      description: venue.description,
      ...(image !== undefined && { image }),
      facts: html`${fact(texts.address, address)}${fact(texts.phone, phoneLink(venue.phone))}${fact(
        texts.website,
        websiteLink(venue.website),
      )}${fieldFacts("venue", view, context)}`,
      structured: toStructuredPlace(view, present),
    },
    context,
  );
};

export const organizerPage = (view: OrganizerView, context: PageContext): Promise<WebsiteResponse> => {
  const { organizer, image } = view;
  const { present } = context.request;
  const texts = detailTextsOf(present.language);
  return listingPage(
    {
      ...{ kind: "organizers", id: organizer.id, filter: "organizer" },
      name: present.title(organizer.name),
      url: present.organizerUrl(organizer),
      description: organizer.description,
      ...(image !== undefined && { image }),
      facts: html`${fact(texts.phone, phoneLink(organizer.phone))}${fact(texts.mail, mailLink(organizer.email))}${fact(
        texts.website,
        websiteLink(organizer.website),
      )}${fieldFacts("organizer", view, context)}`,
      structured: toStructuredOrganization(view, present),
    },
    context,
  );
};
