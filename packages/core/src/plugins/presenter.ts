import type { Cost } from "../model/cost.ts";
import type { CalendarEvent } from "../model/event.ts";
import type { Image, ImageSize } from "../model/image.ts";
import type { JsonObject } from "../model/json.ts";
import type { Organizer } from "../model/organizer.ts";
import type { Venue } from "../model/venue.ts";
import type { EventView, TermView } from "../model/views.ts";

/** Renders parts of records in the same form as the HTTP interface, with the URLs of one request. */
export interface Presenter {
  /**
   * URL of the site without a slash at the end, such as `https://calendar.example`. It includes the path at
   * which a host application has mounted the calendar.
   */
  readonly site: string;
  /** URL of the HTTP interface, such as `https://calendar.example/wp-json/tribe/events/v1`. */
  readonly namespace: string;
  /**
   * Language of rendered texts, such as `fr`: the language in the request's URL, otherwise that of the site.
   */
  readonly language: string;
  /** Returns the absolute URL of the event's web page, which is also its member `url` in responses. */
  eventUrl(event: CalendarEvent): string;
  venueUrl(venue: Venue): string;
  organizerUrl(organizer: Organizer): string;
  termUrl(view: TermView): string;
  /** Returns the absolute URL of an image file. */
  imageUrl(image: Image | ImageSize): string;
  /** Renders the title of an event, or the name of a venue or organizer, as HTML. */
  title(text: string): string;
  /** Renders the name of a category or tag as HTML. */
  termName(name: string): string;
  /** Renders a description or excerpt as HTML, with paragraphs. */
  html(text: string): string;
  /** Renders a cost as plain text, such as `$5 – $10` or `Free`; `""` without a cost. */
  cost(cost: Cost): string;
  /**
   * Returns a text that describes when a recurring event takes place; `""` for single events. `series` must
   * be the series if `event` is an occurrence.
   */
  recurrence(event: CalendarEvent, series?: CalendarEvent): string;
  /** Returns the event as schema.org data, which is also its member `json_ld` in responses. */
  structured(view: EventView): JsonObject;
}
