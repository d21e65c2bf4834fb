import type { JsonObject } from "@kalends/core";
import { isRecurring, type Presenter } from "@kalends/core/interface";
import { recurrenceText } from "../recurrence-text/recurrence-text.ts";
import { presentCost } from "./cost-presenter.ts";
import { renderTermName, renderTitle } from "./html/rendered-text.ts";
import { imageUrl } from "./image-presenter.ts";
import { type Presentation, pageUrl } from "./presentation.ts";
import { presentStructuredEvent } from "./structured-data.ts";

/** Creates the presenter for plugins. It uses the same functions as the JSON responses. */
export const createPresenter = (presentation: Presentation): Presenter => {
  const { addresses, language, pages } = presentation;
  return {
    site: addresses.site,
    namespace: addresses.namespace,
    language,
    eventUrl: (event) => pageUrl("event", event, presentation),
    venueUrl: (venue) => pageUrl("venue", venue, presentation),
    organizerUrl: (organizer) => pageUrl("organizer", organizer, presentation),
    termUrl: (view) => pages.ofTerm(view, addresses.site),
    imageUrl: ({ url }) => imageUrl(url, presentation),
    title: renderTitle,
    termName: renderTermName,
    html: presentation.html,
    cost: (cost) => presentCost(cost, presentation).text,
    recurrence: (event, series = event) =>
      event.recurrence === undefined || !isRecurring(event)
        ? ""
        : recurrenceText(event.recurrence, series.schedule, language),
    structured: (view) =>
      presentStructuredEvent(
        view,
        pageUrl("event", view.event, presentation),
        presentCost(view.event.cost, presentation),
        presentation,
        // Structured data consist only of texts, numbers and objects of them.
      ) as JsonObject,
  };
};
