import type { Cost } from "../model/cost.ts";
import type { CalendarEvent } from "../model/event.ts";
import type { Image, ImageSize } from "../model/image.ts";
import type { JsonObject } from "../model/json.ts";
import type { Organizer } from "../model/organizer.ts";
import type { Venue } from "../model/venue.ts";
import type { EventView, TermView } from "../model/views.ts";

/** Renders records like the interface, with the URLs of one request. */
export interface Presenter {
  /**
   * URL of the site, such as `https://calendar.example`, with the path at which a host has mounted the calendar; no
   * trailing slash.
   */
  readonly site: string;
  /** URL of the interface, such as `https://calendar.example/wp-json/tribe/events/v1`. */
  readonly namespace: string;
  /** Language of descriptions, such as `fr`: that of the address, else that of the site. */
  readonly language: string;
  /** Returns the absolute URL of the event's page, as in its `url` member. */
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
   * Describes when a recurring event takes place, as plain text; `""` for single events. `series` is the series of
   * an occurrence.
   */
  recurrence(event: CalendarEvent, series?: CalendarEvent): string;
  /** Returns the event as schema.org data: the `json_ld` of the interface. */
  structured(view: EventView): JsonObject;
}
