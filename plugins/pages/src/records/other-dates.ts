import type { CalendarEvent, EventView } from "@kalends/core/plugin";
import type { PageContext } from "../page/context.ts";
import { type Html, html } from "../page/html.ts";
import { detailTextsOf } from "../texts.ts";
import { timesOf } from "../time/times.ts";
import { struckIfCancelled } from "../views/parts/event-parts.ts";
import { orUndefined } from "./or-undefined.ts";

/** Maximum number of other dates that an event page lists. */
const MAX_DATES = 8;

/**
 * Returns the stored upcoming dates of a series that visitors can see. Occurrences that are not stored yet have
 * the id 0 or below and no page to link to.
 */
const publicDates = async (
  { event }: EventView,
  { frame, today }: PageContext,
): Promise<readonly CalendarEvent[]> => {
  const list = await orUndefined(
    frame.api.events.occurrences(event.occurrence?.seriesId ?? event.id).list({
      start_date: today,
      per_page: MAX_DATES + 2,
    }),
  );
  return (list?.items ?? []).map((view) => view.event).filter(({ id }) => id > 0);
};

/**
 * Returns the list of other upcoming dates of a series. `event` may be the series or one of its occurrences.
 * Returns `undefined` for a single event, or if the series has no other upcoming dates. `previewed`: see
 * `eventPage`.
 */
export const otherDates = async (
  view: EventView,
  context: PageContext,
  previewed?: readonly CalendarEvent[],
): Promise<Html | undefined> => {
  const { event, nextOccurrence } = view;
  const { frame, request, formats, texts, today } = context;
  if (event.recurrence === undefined) return undefined;
  const found = previewed ?? (await publicDates(view, context));
  const dates = found.filter(({ id }) => id !== event.id && id !== nextOccurrence?.id);
  if (dates.length === 0) return undefined;
  const details = detailTextsOf(request.present.language);
  return html`<section class="dates"><h2>${details.furtherDates}</h2>
<ul class="plain">${dates.slice(0, MAX_DATES).map((date) => {
    const { eventStatus = "scheduled" } = date;
    const when = formats.when(timesOf(date, frame.site), today.slice(0, 4));
    const link = date.id > 0 ? html`<a href="${request.present.eventUrl(date)}">${when}</a>` : when;
    return html`<li>${struckIfCancelled(date, link)}${
      eventStatus !== "scheduled" && html` <span class="tag alert">${texts.status[eventStatus]}</span>`
    }</li>`;
  })}</ul></section>`;
};
