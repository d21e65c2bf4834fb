import { type CalendarEvent, type Image, isSeries, toIsoTime, toUtc } from "@kalends/core";
import {
  type EventStatus,
  type EventView,
  type OrganizerView,
  toLine,
  type VenueView,
} from "@kalends/core/interface";
import type { PresentedCost } from "./cost-presenter.ts";
import { currencyOf } from "./currencies.ts";
import { renderTitle } from "./html/rendered-text.ts";
import { imageUrl } from "./image-presenter.ts";
import { addText, type Members, type Presentation } from "./presentation.ts";
import { presentEventSchedule } from "./recurrence/event-schedule.ts";

/* Conversion of records to schema.org data. Source: rules/representations.md#structured-data. */

const presentThing = (
  type: string,
  name: string,
  description: string,
  image: Image | undefined,
  presentation: Presentation,
): Members => ({
  "@type": type,
  name: renderTitle(name),
  description: toLine(presentation.html(description)),
  ...(image !== undefined && { image: imageUrl(image.url, presentation) }),
});

/** Converts an organizer to a schema.org `Person`. Source: rules/representations.md#structured-person. */
export const presentPerson = ({ organizer, image }: OrganizerView, presentation: Presentation): Members => ({
  ...presentThing("Person", organizer.name, organizer.description, image, presentation),
  url: organizer.website,
  telephone: organizer.phone,
  email: organizer.email,
  sameAs: organizer.website,
});

/** Converts a venue to a schema.org `Place`. Source: rules/representations.md#structured-place. */
export const presentPlace = ({ venue, image }: VenueView, presentation: Presentation): Members => {
  const address: Members = { "@type": "PostalAddress" };
  addText(address, "streetAddress", venue.address);
  addText(address, "addressLocality", venue.city);
  addText(address, "addressRegion", venue.stateProvince || venue.state || venue.province);
  addText(address, "postalCode", venue.zip);
  addText(address, "addressCountry", venue.country);
  return {
    ...presentThing("Place", venue.name, venue.description, image, presentation),
    url: "",
    address,
    ...(venue.coordinates !== undefined && {
      geo: { "@type": "GeoCoordinates", latitude: venue.coordinates.lat, longitude: venue.coordinates.lng },
    }),
    telephone: venue.phone,
    sameAs: venue.website,
  };
};

const STATUSES: Readonly<Record<EventStatus, string>> = {
  scheduled: "EventScheduled",
  cancelled: "EventCancelled",
  postponed: "EventPostponed",
  rescheduled: "EventRescheduled",
  moved_online: "EventMovedOnline",
};

/** Converts the status of an event to schema.org members. Source: rules/recurrence.md#structured-status. */
const presentStatus = ({ eventStatus = "scheduled", previousStart, schedule }: CalendarEvent): Members => ({
  eventAttendanceMode: `https://schema.org/${eventStatus === "moved_online" ? "Online" : "Offline"}EventAttendanceMode`,
  eventStatus: `https://schema.org/${STATUSES[eventStatus]}`,
  ...(eventStatus === "rescheduled" &&
    previousStart !== undefined && {
      previousStartDate: toIsoTime(previousStart, toUtc(previousStart, schedule.timezone)),
    }),
});

/**
 * Converts the location of an event to schema.org members. The location of an event that moved online is its
 * website or, without a website, its web page in the calendar. `url`: URL of that web page. Source:
 * rules/representations.md#structured-event.
 */
const presentLocation = (
  { eventStatus, website }: CalendarEvent,
  url: string,
  venue: VenueView | undefined,
  presentation: Presentation,
): Members => {
  if (eventStatus === "moved_online")
    return { location: { "@type": "VirtualLocation", url: website || url } };
  return venue === undefined ? {} : { location: presentPlace(venue, presentation) };
};

/**
 * Converts the cost of an event to a schema.org `Offer`. Source: rules/representations.md#structured-offer.
 */
const presentOffer = (
  { cost, date }: CalendarEvent,
  url: string,
  { lowest, highest }: NonNullable<PresentedCost["prices"]>,
  money: Presentation["money"],
): Members => {
  const currency = currencyOf(cost, money);
  return {
    ...(lowest === highest
      ? { "@type": "Offer", price: lowest }
      : { "@type": "AggregateOffer", lowPrice: lowest, highPrice: highest }),
    ...(currency !== undefined && { priceCurrency: currency }),
    url,
    category: "primary",
    availability: "inStock",
    validFrom: `${date.slice(0, 10)}T00:00:00+00:00`,
  };
};

/**
 * Converts an event to a schema.org `Event`. `url`: URL of the event's web page. Source:
 * rules/representations.md#structured-event.
 */
export const presentStructuredEvent = (
  { event, image, venue, organizers: [organizer] }: EventView,
  url: string,
  { prices }: PresentedCost,
  presentation: Presentation,
): Members => {
  const { start, end, utcStart, utcEnd } = event.schedule;
  return {
    "@context": "http://schema.org",
    ...presentThing("Event", event.title, event.excerpt || event.description, image, presentation),
    url,
    ...presentStatus(event),
    startDate: toIsoTime(start, utcStart),
    endDate: toIsoTime(end, utcEnd),
    ...presentLocation(event, url, venue, presentation),
    ...(organizer !== undefined && { organizer: presentPerson(organizer, presentation) }),
    ...(prices !== undefined && { offers: presentOffer(event, url, prices, presentation.money) }),
    performer: "Organization",
    ...(isSeries(event) && presentEventSchedule(event)),
  };
};
