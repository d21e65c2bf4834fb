import { type EventView, toLine, type WallClock } from "@kalends/core";
import type { PresentedCost } from "./cost-presenter.ts";
import { renderTitle } from "./html/rendered-text.ts";
import { imageUrl } from "./image-presenter.ts";
import { presentPerson } from "./person-presenter.ts";
import { presentPlace } from "./place-presenter.ts";
import type { Members, Presentation } from "./presentation.ts";

const CURRENCIES: ReadonlyMap<string, string> = new Map([
  ["$", "USD"],
  ["€", "EUR"],
  ["£", "GBP"],
  ["¥", "JPY"],
  ["₹", "INR"],
  ["₩", "KRW"],
]);

const currencyOf = (symbol: string): string =>
  /^[A-Z]{3}$/.test(symbol) ? symbol : (CURRENCIES.get(symbol) ?? "USD");

const MINUTE = 60_000;

const instantOf = (wall: WallClock): number => Date.parse(`${wall.replace(" ", "T")}Z`);

/** ISO 8601 with the offset that lies between a wall clock and its UTC. */
const toIso = (wall: WallClock, utc: WallClock): string => {
  const minutes = Math.round((instantOf(wall) - instantOf(utc)) / MINUTE);
  const pad = (part: number): string => String(part).padStart(2, "0");
  const size = Math.abs(minutes);
  return `${wall.replace(" ", "T")}${minutes < 0 ? "-" : "+"}${pad(Math.floor(size / 60))}:${pad(size % 60)}`;
};

/** An event as structured data. Source: 50-representations section 9. */
export const presentStructuredEvent = (
  { event, image, venue, organizers: [organizer] }: EventView,
  url: string,
  { price }: PresentedCost,
  presentation: Presentation,
): Members => {
  const { start, end, utcStart, utcEnd } = event.schedule;
  return {
    "@context": "http://schema.org",
    "@type": "Event",
    name: renderTitle(event.title),
    description: toLine(presentation.html(event.excerpt === "" ? event.description : event.excerpt)),
    ...(image !== undefined && { image: imageUrl(image.url, presentation) }),
    url,
    eventAttendanceMode: "https://schema.org/OfflineEventAttendanceMode",
    eventStatus: "https://schema.org/EventScheduled",
    startDate: toIso(start, utcStart),
    endDate: toIso(end, utcEnd),
    ...(venue !== undefined && { location: presentPlace(venue, presentation) }),
    ...(organizer !== undefined && { organizer: presentPerson(organizer, presentation) }),
    ...(price !== "" && {
      offers: {
        "@type": "Offer",
        price,
        priceCurrency: currencyOf(event.cost.symbol || presentation.money.currencySymbol),
        url,
        category: "primary",
        availability: "inStock",
        validFrom: `${event.date.slice(0, 10)}T00:00:00+00:00`,
      },
    }),
    performer: "Organization",
  };
};
