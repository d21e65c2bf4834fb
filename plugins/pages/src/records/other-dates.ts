import type { EventView } from "@kalends/core/plugin";
import type { PageContext } from "../page/context.ts";
import { type Html, html } from "../page/html.ts";
import { detailTextsOf } from "../texts.ts";
import { timesOf } from "../time/times.ts";
import { struckIfCancelled } from "../views/parts/event-parts.ts";
import { orUndefined } from "./or-undefined.ts";

/** Maximum number of dates on a page. */
const MAX_DATES = 8;

/**
 * Returns the other dates from today on of a series, or of the series of an occurrence; `undefined` for
 * single events.
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
  // Occurrences that are not stored yet have no pages.
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
