import type { Cost } from "@kalends/core";
import type { EventView } from "@kalends/core/interface";
import { presentEvent, presentOrganizer, presentVenue } from "@kalends/http/internals";
import { anEvent, anImage, anOrganizer, aVenue, type EventFields } from "@kalends/storage-contract";
import { expect } from "chai";
import { aPresentation } from "./a-presentation.ts";

const STRUCTURED = aPresentation({ structured: true });

// biome-ignore lint/suspicious/noExplicitAny: structured data has any shape
const ofEvent = (fields: EventFields = {}, view: Partial<EventView> = {}): any => {
  const event = anEvent({ id: 5, slug: "jazz", ...fields });
  const { json_ld: data } = presentEvent(
    { event, organizers: [], categories: [], tags: [], ...view },
    STRUCTURED,
  );
  return data;
};

const IMAGE = "https://calendar.example/wp-json/media/2030/01/image-9.jpg";

describe("structured data", () => {
  it("is nowhere but on reads of a single record", () => {
    const plain = aPresentation();
    const venue = { venue: aVenue() };
    const organizer = { organizer: anOrganizer() };
    expect(presentVenue(venue, plain)).not.to.have.property("json_ld");
    expect(presentOrganizer(organizer, plain)).not.to.have.property("json_ld");
    const view = { event: anEvent(), venue, organizers: [organizer], categories: [], tags: [] };
    expect(JSON.stringify(presentEvent(view, plain))).not.to.contain("json_ld");
  });

  it("of an event has nothing that the event does not have", () => {
    expect(ofEvent({ title: "Q & A" })).to.deep.equal({
      "@context": "http://schema.org",
      "@type": "Event",
      name: "Q &#038; A",
      description: "",
      url: "https://calendar.example/event/jazz/",
      eventAttendanceMode: "https://schema.org/OfflineEventAttendanceMode",
      eventStatus: "https://schema.org/EventScheduled",
      startDate: "2030-01-01T10:00:00+00:00",
      endDate: "2030-01-01T10:00:00+00:00",
      performer: "Organization",
    });
  });

  it("of an event names its place, its first organizer, its image and its price", () => {
    const data = ofEvent(
      {
        excerpt: "Live <b>jazz</b>\n\nby the water",
        cost: { values: ["15", "25"], symbol: "€", position: "postfix" },
      },
      {
        image: anImage({ id: 9 }),
        venue: { venue: aVenue({ name: "Pier" }) },
        organizers: [
          { organizer: anOrganizer({ name: "Ann" }) },
          { organizer: anOrganizer({ name: "Bob" }) },
        ],
      },
    );
    expect(data.description).to.equal("Live jazz by the water");
    expect(data.image).to.equal(IMAGE);
    expect(data.location).to.include({ "@type": "Place", name: "Pier" });
    expect(data.organizer).to.include({ "@type": "Person", name: "Ann" });
    expect(data.offers).to.deep.equal({
      "@type": "AggregateOffer",
      lowPrice: "15",
      highPrice: "25",
      priceCurrency: "EUR",
      category: "primary",
      availability: "inStock",
      url: data.url,
      validFrom: "2029-12-01T00:00:00+00:00",
    });
  });

  it("names a currency where one is known: by code, setting, or a symbol of one currency", () => {
    const currency = (cost: Partial<Cost>, settings: Parameters<typeof aPresentation>[0] = {}): unknown => {
      const event = anEvent({ cost: { values: ["100"], symbol: "", position: "", ...cost } });
      const view = { event, organizers: [], categories: [], tags: [] };
      const { json_ld: data } = presentEvent(view, aPresentation({ structured: true, ...settings }));
      expect(data).to.have.nested.property("offers.price", "100");
      return (data as { readonly offers: { readonly priceCurrency?: string } }).offers.priceCurrency;
    };
    expect(currency({})).to.equal("USD");
    expect(
      ["$", "€", "£", "₹", "Kč", "zł", "CHF", "CA$"].map((symbol) => currency({ symbol })),
    ).to.deep.equal(["USD", "EUR", "GBP", "INR", "CZK", "PLN", "CHF", "CAD"]);
    expect(["kr", "C$", "XXL", "points"].map((symbol) => currency({ symbol }))).to.deep.equal(
      Array(4).fill(undefined),
    );
    expect(currency({}, { currencySymbol: "kr" })).to.equal(undefined);
    expect(currency({ symbol: "kr" }, { currencyCode: "NOK" })).to.equal("NOK");
    expect(currency({ symbol: "kr", code: "SEK" }, { currencyCode: "NOK" })).to.equal("SEK");
    expect(currency({ symbol: "EUR" }, { currencyCode: "NOK" })).to.equal("EUR");
  });

  it("of an event that was moved online has a place of no venue", () => {
    const venue = { venue: aVenue() };
    const moved = { eventStatus: "moved_online" } as const;
    expect(ofEvent({ ...moved, website: "https://meet.example/1" }, { venue }).location).to.deep.equal({
      "@type": "VirtualLocation",
      url: "https://meet.example/1",
    });
    for (const website of ["", undefined])
      expect(ofEvent({ ...moved, ...(website !== undefined && { website }) }).location.url).to.equal(
        "https://calendar.example/event/jazz/",
      );
  });

  const offsets: readonly (readonly [utcStart: string, startDate: string])[] = [
    ["2030-01-01 04:30:00", "2030-01-01T10:00:00+05:30"],
    ["2030-01-01 13:30:00", "2030-01-01T10:00:00-03:30"],
    ["2029-12-31 20:00:00", "2030-01-01T10:00:00+14:00"],
  ];
  for (const [utcStart, startDate] of offsets) {
    it(`tells a start at ${utcStart} UTC as ${startDate}`, () => {
      expect(ofEvent({ utcStart }).startDate).to.equal(startDate);
    });
  }

  it("of a venue has only the parts of the address that are known, and its position", () => {
    const venue = aVenue({ name: "Pier", city: "Genova", zip: "0", coordinates: { lat: 0, lng: 8.9 } });
    expect(presentVenue({ venue, image: anImage({ id: 9 }) }, STRUCTURED).json_ld).to.deep.equal({
      "@type": "Place",
      name: "Pier",
      description: "",
      image: IMAGE,
      url: "",
      address: { "@type": "PostalAddress", addressLocality: "Genova" },
      geo: { "@type": "GeoCoordinates", latitude: 0, longitude: 8.9 },
      telephone: "",
      sameAs: "",
    });
    const full = aVenue({
      address: "Molo 9",
      city: "Genova",
      country: "Italy",
      province: "GE",
      stateProvince: "GE",
      zip: "16126",
      phone: "1",
      website: "https://pier.example/",
      description: "Old",
    });
    expect(presentVenue({ venue: full }, STRUCTURED).json_ld).to.deep.equal({
      "@type": "Place",
      name: "Venue 1",
      description: "Old",
      url: "",
      address: {
        "@type": "PostalAddress",
        streetAddress: "Molo 9",
        addressLocality: "Genova",
        addressRegion: "GE",
        postalCode: "16126",
        addressCountry: "Italy",
      },
      telephone: "1",
      sameAs: "https://pier.example/",
    });
  });

  it("of an organizer has its contacts", () => {
    const organizer = anOrganizer({
      name: "Ann",
      description: "x\n\ny",
      phone: "1",
      email: "a@o.example",
      website: "https://o.example/",
    });
    expect(presentOrganizer({ organizer, image: anImage({ id: 9 }) }, STRUCTURED).json_ld).to.deep.equal({
      "@type": "Person",
      name: "Ann",
      description: "x y",
      image: IMAGE,
      url: "https://o.example/",
      telephone: "1",
      email: "a@o.example",
      sameAs: "https://o.example/",
    });
  });
});
