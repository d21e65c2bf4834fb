import type { Cost } from "../model/cost.ts";
import type { CalendarEvent } from "../model/event.ts";
import type { Image, ImageSize } from "../model/image.ts";
import type { JsonObject } from "../model/json.ts";
import type { Organizer } from "../model/organizer.ts";
import type { Venue } from "../model/venue.ts";
import type { EventView, TermView } from "../model/views.ts";

/** Writes records as the interface does, with the addresses that one request leads to. */
export interface Presenter {
  /** Of the site, such as `https://calendar.example`, with the place where a host has mounted the calendar; no slash at its end. */
  readonly site: string;
  /** Of the interface, such as `https://calendar.example/wp-json/tribe/events/v1`. */
  readonly namespace: string;
  /** Of descriptions, such as `fr`: that of the address, else that of the site. */
  readonly language: string;
  /** Absolute addresses of the pages of records: what the interface says as their `url`. */
  eventUrl(event: CalendarEvent): string;
  venueUrl(venue: Venue): string;
  organizerUrl(organizer: Organizer): string;
  termUrl(view: TermView): string;
  /** The absolute address of a file of an image. */
  imageUrl(image: Image | ImageSize): string;
  /** The title of an event, or the name of a venue or organizer, as HTML. */
  title(text: string): string;
  /** The name of a category or tag as HTML. */
  termName(name: string): string;
  /** A description or excerpt as HTML, with paragraphs. */
  html(text: string): string;
  /** A cost as plain text, such as `$5 – $10` or `Free`; `""` where there is none. */
  cost(cost: Cost): string;
  /** When a recurring event takes place, as plain text; `""` for single events. `series`: of an occurrence, the event that recurs. */
  recurrence(event: CalendarEvent, series?: CalendarEvent): string;
  /** In the words of schema.org: the `json_ld` of the interface. */
  structured(view: EventView): JsonObject;
}
