import type { CalendarEvent, EventView } from "@kalends/core/plugin";
import type { PageContext } from "../page/context.ts";
import { type Html, html, raw } from "../page/html.ts";
import { websiteLink } from "../page/website-link.ts";
import { toText } from "../seo/plain.ts";
import { googleTemplate, recordFeed } from "../subscribe/subscribe-addresses.ts";
import { addMenu, subscribeMenu } from "../subscribe/subscribe-menu.ts";
import { detailTextsOf } from "../texts.ts";
import { timesOf } from "../time/times.ts";
import { titleOf } from "../views/parts/event-parts.ts";
import { stateNotice } from "./event-state.ts";
import { addressLines, fact, largeImageOf, mapAddress } from "./facts.ts";
import { fieldFacts } from "./field-facts.ts";
import { otherDates } from "./other-dates.ts";

/** Parts of an event page. The names are also the placeholders in `event.html`. */
export interface EventParts {
  /** Title; struck through if the event is cancelled. */
  readonly title: Html;
  readonly when: Html;
  /** Notice that the event is cancelled, postponed, moved or similar. */
  readonly status: Html | undefined;
  readonly image: Html | undefined;
  readonly description: Html;
  readonly dates: Html | undefined;
  /** `dt` and `dd` elements with the details of the event. */
  readonly facts: Html;
  /** Menu for adding the event to another calendar. For a series, a menu for subscribing to it. */
  readonly actions: Html;
}

/**
 * Value for `thisYear` that matches no year. It makes dates always show their year, because visitors may read
 * the page much later.
 */
const ANY_YEAR = "-";

/** Returns the event whose dates the page shows. For a series, this is the next occurrence. */
export const shownEvent = ({ event, nextOccurrence }: EventView): EventView["event"] =>
  nextOccurrence ?? event;

const isSeriesView = ({ event }: EventView): boolean =>
  event.recurrence !== undefined && event.occurrence === undefined;

const placeOf = ({ event, venue: shown }: EventView, context: PageContext): Html | undefined => {
  if (shown === undefined) return undefined;
  const { venue } = shown;
  const { present } = context.request;
  const map = event.showMapLink && venue.showMapLink ? mapAddress(venue) : undefined;
  return html`<a href="${present.venueUrl(venue)}">${raw(present.title(venue.name))}</a>${addressLines(
    venue,
  ).map((line) => html`<br>${line}`)}${
    map !== undefined && html`<br><a href="${map}">${detailTextsOf(present.language).map}</a>`
  }`;
};

const listed = (parts: readonly Html[]): Html | undefined =>
  parts.length === 0 ? undefined : html`${parts.map((part, at) => html`${at > 0 && ", "}${part}`)}`;

const factsOf = (view: EventView, when: Html, context: PageContext): Html => {
  const { request, texts: common } = context;
  const { present } = request;
  const texts = detailTextsOf(present.language);
  const { event, organizers, categories, tags, series, nextOccurrence } = view;
  const recurrence = toText(present.recurrence(event, series));
  const term = (used: EventView["categories"][number]): Html =>
    html`<a href="${present.termUrl(used)}">${raw(present.termName(used.term.name))}</a>`;
  const organizerLinks = organizers.map(
    ({ organizer }) =>
      html`<a href="${present.organizerUrl(organizer)}">${raw(present.title(organizer.name))}</a>`,
  );
  const ofSeries =
    recurrence !== "" &&
    html`${recurrence}${series !== undefined && html`<br><a href="${present.eventUrl(series)}">${texts.allDates}</a>`}`;
  const isNext = isSeriesView(view) && nextOccurrence !== undefined;
  return html`${isNext && fact(texts.nextDate, when)}${fact(common.series, ofSeries)}${fact(
    texts.where,
    placeOf(view, context),
  )}${fact(texts.cost, toText(present.cost(event.cost)))}${fact(texts.website, websiteLink(event.website))}${fact(
    texts.organizers,
    listed(organizerLinks),
  )}${fact(texts.categories, listed(categories.map(term)))}${fact(texts.tags, listed(tags.map(term)))}${fieldFacts("event", view, context)}`;
};

/** Returns a menu for subscribing to a series, or for adding a single event to the visitor's calendar. */
const actionsOf = async (view: EventView, context: PageContext): Promise<Html> => {
  const { present } = context.request;
  const { event } = view;
  const file = recordFeed(present, "events", event.id, "ics");
  if (isSeriesView(view)) return subscribeMenu(context, file, toText(present.title(event.title)));
  const own = `${file}${event.occurrence === undefined ? "" : "?expand=true"}`;
  return addMenu(
    context,
    googleTemplate(view, present),
    (await context.frame.feeds.has("ics")) ? own : undefined,
  );
};

/** Creates the parts of an event page. `previewed`: see `eventPage`. */
export const eventParts = async (
  view: EventView,
  context: PageContext,
  previewed?: readonly CalendarEvent[],
): Promise<EventParts> => {
  const { frame, request, formats } = context;
  const { present } = request;
  const { event, image } = view;
  const when = formats.when(timesOf(shownEvent(view), frame.site), ANY_YEAR);
  return {
    title: titleOf(context, view),
    when,
    status: stateNotice(event, context),
    image: largeImageOf(image, present),
    description: html`<div class="rich">${raw(present.html(event.description))}</div>`,
    dates: await otherDates(view, context, previewed),
    facts: factsOf(view, when, context),
    actions: await actionsOf(view, context),
  };
};
