import { type CalendarEvent, DAY, type EventView, type Presenter } from "@kalends/core/plugin";
import { toText } from "../seo/plain.ts";
import { type Filters, searchOf } from "../views/filters.ts";

/** Addresses for subscribing to a calendar. */
export interface SubscribeAddresses {
  /** Opens the calendar program of the device. */
  readonly webcal: string;
  readonly google: string;
  readonly outlook: string;
  /** Address of the iCalendar file. */
  readonly file: string;
}

/**
 * Returns the addresses for an iCalendar file. `file`: its absolute address. `name`: name of the calendar for
 * the subscriber.
 */
export const toSubscribeAddresses = (file: string, name: string): SubscribeAddresses => {
  const webcal = file.replace(/^https?:/, "webcal:");
  return {
    webcal,
    google: `https://calendar.google.com/calendar/r?cid=${encodeURIComponent(webcal)}`,
    outlook: `https://outlook.live.com/calendar/0/addfromweb?url=${encodeURIComponent(file)}&name=${encodeURIComponent(name)}`,
    file,
  };
};

/** Returns the feed address of a list with these filters. `extension`: for example `ics`. */
export const listFeed = (
  { namespace }: Pick<Presenter, "namespace">,
  filters: Filters,
  extension: string,
): string => `${namespace}/events.${extension}${searchOf(filters)}`;

/** Returns the feed address of one record. */
export const recordFeed = (
  { namespace }: Pick<Presenter, "namespace">,
  kind: "events" | "venues" | "organizers" | "categories" | "tags",
  id: number,
  extension: string,
): string => `${namespace}/${kind}/${id}.${extension}`;

const compact = (wall: string): string => `${wall.slice(0, 10)}T${wall.slice(11)}Z`.replace(/[-:]/g, "");

/** Returns start and end of the event. For all-day events, the end is the day after the last one. */
const toDates = ({ schedule: { start, end, utcStart, utcEnd, allDay } }: CalendarEvent): string => {
  if (!allDay) return `${compact(utcStart)}/${compact(utcEnd)}`;
  const after = new Date(Date.parse(`${end.slice(0, 10)}T00:00:00Z`) + DAY).toISOString().slice(0, 10);
  return `${start.slice(0, 10)}/${after}`.replaceAll("-", "");
};

/** Returns the address of a Google page that adds the event to a calendar. */
export const googleTemplate = ({ event, venue }: EventView, present: Presenter): string => {
  const place =
    venue && [venue.venue.name, venue.venue.address, venue.venue.city].filter((part) => part !== "");
  const parameters = new URLSearchParams({
    action: "TEMPLATE",
    text: toText(present.title(event.title)),
    dates: toDates(event),
    details: present.eventUrl(event),
    ...(place !== undefined && { location: place.map(toText).join(", ") }),
  });
  return `https://calendar.google.com/calendar/render?${parameters}`;
};
