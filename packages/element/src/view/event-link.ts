import type { CalendarEvent } from "../source/calendar-event.ts";
import { type Child, h } from "./dom.ts";
import type { ViewContext } from "./view-context.ts";

/** What says that an event does not take place as it was planned; nothing for the others. */
export const statusText = ({ status }: CalendarEvent, { texts }: ViewContext): string | undefined =>
  status === "scheduled" ? undefined : texts[status];

/** A link to the page of the event, or a button where it has none; both choose it. */
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

/** The title, struck where the event is cancelled. */
export const titleOf = (event: CalendarEvent): HTMLElement =>
  event.status === "cancelled"
    ? h("s", { dir: "auto" }, event.title)
    : h("span", { dir: "auto" }, event.title);

/** The time of an event on one of its days; the days after the first one have none. */
export const timeOn = (event: CalendarEvent, day: string, { dates }: ViewContext): string | undefined =>
  event.isAllDay || event.start.slice(0, 10) !== day ? undefined : dates.time(event.start);
