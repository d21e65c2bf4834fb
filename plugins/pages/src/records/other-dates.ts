import type { EventView } from "@kalends/core/plugin";
import type { PageContext } from "../page/context.ts";
import { type Html, html } from "../page/html.ts";
import { detailTextsOf } from "../texts.ts";
import { timesOf } from "../time/times.ts";
import { struckIfCancelled } from "../views/parts/event-parts.ts";
import { orUndefined } from "./or-undefined.ts";

/** Maximum number of other dates that an event page lists. */
const MAX_DATES = 8;

/**
 * Returns the list of other upcoming dates of a series. `event` may be the series or one of its occurrences.
 * Returns `undefined` for a single event, or if the series has no other upcoming dates.
 */
export const otherDates = async (
  { event, nextOccurrence }: EventView,
  { frame, request, formats, texts, today }: PageContext,
): Promise<Html | undefined> => {
  if (event.recurrence === undefined) return undefined;
  const list = await orUndefined(
    frame.api.events.occurrences(event.occurrence?.seriesId ?? event.id).list({
      start_date: today,
      per_page: MAX_DATES + 2,
    }),
  );
  // Occurrences that are not stored yet have the id 0 or below and no page to link to.
  const dates = (list?.items ?? []).filter(
    (view) => view.event.id > 0 && view.event.id !== event.id && view.event.id !== nextOccurrence?.id,
  );
  if (dates.length === 0) return undefined;
  const details = detailTextsOf(request.present.language);
  return html`<section class="dates"><h2>${details.furtherDates}</h2>
<ul class="plain">${dates.slice(0, MAX_DATES).map((view) => {
    const { eventStatus = "scheduled" } = view.event;
    const link = html`<a href="${request.present.eventUrl(view.event)}">${formats.when(timesOf(view.event, frame.site), today.slice(0, 4))}</a>`;
    return html`<li>${struckIfCancelled(view.event, link)}${
      eventStatus !== "scheduled" && html` <span class="tag alert">${texts.status[eventStatus]}</span>`
    }</li>`;
  })}</ul></section>`;
};
