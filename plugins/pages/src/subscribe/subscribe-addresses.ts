import { type CalendarEvent, DAY, type EventView, type Presenter } from "@kalends/core/plugin";
import { toText } from "../seo/plain.ts";
import { type Filters, searchOf } from "../views/filters.ts";

/** Addresses with which a visitor can subscribe to a calendar. */
export interface SubscribeAddresses {
  /** Address that opens the calendar app of the device. */
  readonly webcal: string;
  readonly google: string;
  readonly outlook: string;
  /** URL of the iCalendar file. */
  readonly file: string;
}

/**
 * Returns the addresses for subscribing to an iCalendar file. `file` is its absolute URL. `name` is the name
 * of the calendar in the subscriber's app.
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

/** Returns the URL of the feed for an event list with these filters. `extension` is for example `ics`. */
export const listFeed = (
  { namespace }: Pick<Presenter, "namespace">,
  filters: Filters,
  extension: string,
): string => `${namespace}/events.${extension}${searchOf(filters)}`;

/** Returns the URL of the feed for one record. `extension` is for example `ics`. */
export const recordFeed = (
  { namespace }: Pick<Presenter, "namespace">,
  kind: "events" | "venues" | "organizers" | "categories" | "tags",
  id: number,
  extension: string,
): string => `${namespace}/${kind}/${id}.${extension}`;

const compact = (wall: string): string => `${wall.slice(0, 10)}T${wall.slice(11)}Z`.replace(/[-:]/g, "");

/**
 * Returns start and end for the Google address. The end of an all-day event is exclusive: the day after the
 * last day.
 */
const toDates = ({ schedule: { start, end, utcStart, utcEnd, allDay } }: CalendarEvent): string => {
  if (!allDay) return `${compact(utcStart)}/${compact(utcEnd)}`;
  const after = new Date(Date.parse(`${end.slice(0, 10)}T00:00:00Z`) + DAY).toISOString().slice(0, 10);
  return `${start.slice(0, 10)}/${after}`.replaceAll("-", "");
};

/** Returns the URL of the Google Calendar page that adds this event. */
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
