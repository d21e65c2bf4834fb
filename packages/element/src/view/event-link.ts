import type { CalendarEvent } from "../source/calendar-event.ts";
import { type Child, h } from "./dom.ts";
import type { ViewContext } from "./view-context.ts";

/**
 * Returns a text for a status such as cancelled or postponed; `undefined` for events that take place as
 * scheduled.
 */
export const statusText = ({ status }: CalendarEvent, { texts }: ViewContext): string | undefined =>
  status === "scheduled" ? undefined : texts[status];

/**
 * Creates a link to the web page of an event, or a button if the event has no web page. A click on either
 * selects the event.
 */
export const eventLink = (
  event: CalendarEvent,
  context: ViewContext,
  attributes: Readonly<Record<string, string | number | undefined>>,
  ...children: readonly Child[]
): HTMLElement => {
  const click = (cause: Event): void => context.select(event, cause as MouseEvent);
  const opensPage = context.options.details === "page" && event.url !== undefined;
  const own = { click, "aria-haspopup": opensPage ? undefined : "dialog", ...attributes };
  return event.url === undefined
    ? h("button", { type: "button", ...own }, ...children)
    : h("a", { href: event.url, ...own }, ...children);
};

/** Creates the title of an event, struck through if the event is cancelled. */
export const titleOf = (event: CalendarEvent): HTMLElement =>
  event.status === "cancelled"
    ? h("s", { dir: "auto" }, event.title)
    : h("span", { dir: "auto" }, event.title);

/**
 * Returns the start time of an event for its first day; `undefined` for later days and for all-day events.
 */
export const timeOn = (event: CalendarEvent, day: string, { dates }: ViewContext): string | undefined =>
  event.isAllDay || event.start.slice(0, 10) !== day ? undefined : dates.time(event.start);
