import type { CalendarEvent } from "../model/event.ts";
import type { EventView } from "../model/views.ts";
import type { WebsiteRequest, WebsiteResponse } from "./website.ts";

/** Event in the form that visitors would see if it were published now. */
export interface PreviewedEvent {
  /** Event with its linked records, as far as visitors may see them. Its status is a public one. */
  readonly view: EventView;
  /**
   * Upcoming dates of the series to which the event belongs, ordered by start; at most ten. Empty for a single
   * event. Dates that are not stored have a negative id and no web page.
   */
  readonly upcoming: readonly CalendarEvent[];
}

/**
 * Renderer of the web page of an event for preview links. The routes for previews exist only if a plugin adds
 * a renderer. The renderer of the first plugin in the configuration is used.
 * Source: rules/preview.md#preview.
 */
export interface EventPreview {
  /**
   * Returns the web page of the event. The page must show only this record, because the visitor has no other
   * rights. Kalends adds the headers that keep the page out of caches, search engines and foreign frames.
   */
  handle(preview: PreviewedEvent, request: WebsiteRequest): WebsiteResponse | Promise<WebsiteResponse>;
}
