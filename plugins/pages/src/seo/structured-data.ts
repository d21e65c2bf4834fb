import {
  amountsOf,
  type CalendarEvent,
  type EventView,
  type Image,
  type OrganizerView,
  type PluginDeps,
  type Presenter,
  toIsoTime,
  toLine,
  toUtc,
  type VenueView,
} from "@kalends/core/plugin";
import { isLicenseAddress } from "../page/website-link.ts";
import { toText } from "./plain.ts";
import type {
  StructuredAddress,
  StructuredBreadcrumbs,
  StructuredEvent,
  StructuredImage,
  StructuredList,
  StructuredOffer,
  StructuredOrganization,
  StructuredPlace,
  StructuredStatus,
  StructuredThing,
  StructuredVirtualPlace,
} from "./structured-types.ts";

const STATUSES: Readonly<Record<NonNullable<CalendarEvent["eventStatus"]>, StructuredStatus>> = {
  scheduled: "https://schema.org/EventScheduled",
  cancelled: "https://schema.org/EventCancelled",
  postponed: "https://schema.org/EventPostponed",
  rescheduled: "https://schema.org/EventRescheduled",
  moved_online: "https://schema.org/EventMovedOnline",
};

const CURRENCY = /^[A-Z]{3}$/;
/** Maximum length of an event description in structured data. Search engines show less. */
const DESCRIPTION = 5000;

/**
 * Returns the address of an image. If the image has a credit, or a license that is a web address, returns an
 * object that contains them.
 * Source: rules/images.md#image-texts.
 */
const toImage = (image: Image, present: Presenter): string | StructuredImage => {
  const contentUrl = present.imageUrl(image);
  const { credit = "", license = "" } = image;
  const isAddress = isLicenseAddress(license);
  if (credit === "" && !isAddress) return contentUrl;
  return {
    "@type": "ImageObject",
    contentUrl,
    ...(credit !== "" && { creditText: toText(credit) }),
    ...(isAddress && { license }),
  };
};

const described = (
  html: string,
  image: Image | undefined,
  present: Presenter,
): Pick<StructuredPlace, "description" | "image"> => {
  const description = toText(toLine(present.html(html))).slice(0, DESCRIPTION);
  return {
    ...(description !== "" && { description }),
    ...(image !== undefined && { image: toImage(image, present) }),
  };
};

const toAddress = ({ venue }: VenueView): StructuredAddress | undefined => {
  const region = venue.stateProvince || venue.state || venue.province;
  const address: StructuredAddress = {
    "@type": "PostalAddress",
    ...(venue.address !== "" && { streetAddress: toText(venue.address) }),
    ...(venue.city !== "" && { addressLocality: toText(venue.city) }),
    ...(region !== "" && { addressRegion: toText(region) }),
    ...(venue.zip !== "" && { postalCode: toText(venue.zip) }),
    ...(venue.country !== "" && { addressCountry: toText(venue.country) }),
  };
  return Object.keys(address).length > 1 ? address : undefined;
};

export const toStructuredPlace = (view: VenueView, present: Presenter): StructuredPlace => {
  const { venue, image } = view;
  const address = toAddress(view);
  return {
    "@type": "Place",
    name: toText(present.title(venue.name)),
    url: present.venueUrl(venue),
    ...described(venue.description, image, present),
    ...(address !== undefined && { address }),
    ...(venue.coordinates !== undefined && {
      geo: {
        "@type": "GeoCoordinates",
        latitude: venue.coordinates.lat,
        longitude: venue.coordinates.lng,
      },
    }),
    ...(venue.phone !== "" && { telephone: toText(venue.phone) }),
    ...(venue.website !== "" && { sameAs: venue.website }),
  };
};

export const toStructuredOrganization = (
  { organizer, image }: OrganizerView,
  present: Presenter,
): StructuredOrganization => ({
  "@type": "Organization",
  name: toText(present.title(organizer.name)),
  url: present.organizerUrl(organizer),
  ...described(organizer.description, image, present),
  ...(organizer.phone !== "" && { telephone: toText(organizer.phone) }),
  ...(organizer.email !== "" && { email: organizer.email }),
  ...(organizer.website !== "" && { sameAs: organizer.website }),
});

/**
 * Returns the price of an event as a schema.org offer. Returns `undefined` if the event has no price, or if
 * the currency is not known.
 */
const toOffer = (
  view: EventView,
  present: Presenter,
  decimalMark: PluginDeps["site"]["decimalMark"],
): StructuredOffer | undefined => {
  const { offers } = present.structured(view);
  const currency =
    typeof offers === "object" && offers !== null && !Array.isArray(offers) && "priceCurrency" in offers
      ? offers.priceCurrency
      : undefined;
  const amounts = amountsOf(view.event.cost, decimalMark);
  const [low, high] = [amounts[0], amounts.at(-1)];
  if (low === undefined || high === undefined || typeof currency !== "string" || !CURRENCY.test(currency))
    return undefined;
  const url = present.eventUrl(view.event);
  return low === high
    ? { "@type": "Offer", price: low, priceCurrency: currency, url }
    : { "@type": "AggregateOffer", lowPrice: low, highPrice: high, priceCurrency: currency, url };
};

const toPlaceOf = (
  { event, venue }: EventView,
  present: Presenter,
): StructuredPlace | StructuredVirtualPlace | undefined => {
  if (event.eventStatus === "moved_online")
    return { "@type": "VirtualLocation", url: event.website || present.eventUrl(event) };
  return venue && toStructuredPlace(venue, present);
};

const toDates = ({
  schedule: { start, end, utcStart, utcEnd, allDay },
}: CalendarEvent): Pick<StructuredEvent, "startDate" | "endDate"> =>
  allDay
    ? { startDate: start.slice(0, 10), endDate: end.slice(0, 10) }
    : { startDate: toIsoTime(start, utcStart), endDate: toIsoTime(end, utcEnd) };

export const toStructuredEvent = (
  view: EventView,
  present: Presenter,
  decimalMark: PluginDeps["site"]["decimalMark"],
): StructuredEvent => {
  const { event, image, organizers, series } = view;
  const { eventStatus = "scheduled", previousStart, schedule } = event;
  const location = toPlaceOf(view, present);
  const offers = toOffer(view, present, decimalMark);
  const { description } = described(event.excerpt || event.description, undefined, present);
  return {
    "@type": "Event",
    name: toText(present.title(event.title)),
    url: present.eventUrl(event),
    ...toDates(event),
    eventStatus: STATUSES[eventStatus],
    eventAttendanceMode:
      eventStatus === "moved_online"
        ? "https://schema.org/OnlineEventAttendanceMode"
        : "https://schema.org/OfflineEventAttendanceMode",
    ...(eventStatus === "rescheduled" &&
      previousStart !== undefined && {
        previousStartDate: toIsoTime(previousStart, toUtc(previousStart, schedule.timezone)),
      }),
    ...(description !== undefined && { description }),
    ...(image !== undefined && {
      image: [toImage(image, present), ...Object.values(image.sizes).map((file) => present.imageUrl(file))],
    }),
    ...(location !== undefined && { location }),
    ...(organizers.length > 0 && {
      organizer: organizers.map((organizer) => toStructuredOrganization(organizer, present)),
    }),
    ...(offers !== undefined && { offers }),
    ...(offers?.["@type"] === "Offer" && offers.price === 0 && { isAccessibleForFree: true }),
    ...(series !== undefined && {
      superEvent: {
        "@type": "EventSeries",
        name: toText(present.title(series.title)),
        url: present.eventUrl(series),
      },
    }),
  };
};

interface NamedAddress {
  readonly name: string;
  readonly url: string;
}

export const toBreadcrumbs = (steps: readonly NamedAddress[]): StructuredBreadcrumbs => ({
  "@type": "BreadcrumbList",
  itemListElement: steps.map(({ name, url }, at) => ({
    "@type": "ListItem",
    position: at + 1,
    name,
    item: url,
  })),
});

export const toStructuredList = (items: readonly NamedAddress[]): StructuredList => ({
  "@type": "ItemList",
  itemListElement: items.map(({ name, url }, at) => ({ "@type": "ListItem", position: at + 1, url, name })),
});

/**
 * Returns the content of a `<script type="application/ld+json">` element. `<` is escaped, so that the content
 * cannot end the element.
 */
export const toDataBlock = (things: readonly StructuredThing[]): string =>
  JSON.stringify({ "@context": "https://schema.org", "@graph": things }).replaceAll("<", "\\u003c");
