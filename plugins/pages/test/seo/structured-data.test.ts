import type { EventView } from "@kalends/core/plugin";
import {
  toBreadcrumbs,
  toDataBlock,
  toStructuredEvent,
  toStructuredList,
  toStructuredOrganization,
  toStructuredPlace,
} from "@kalends/pages/internals";
import { expect } from "chai";
import type {
  BreadcrumbList,
  ItemList,
  Organization,
  Place,
  Event as SchemaEvent,
  WithContext,
} from "schema-dts";
import { FAKE_PRESENTER, SITE } from "../fake-request.ts";
import { anEventView, anOrganizerView, aVenueView } from "../views.ts";

const CONTEXT = { "@context": "https://schema.org" } as const;

const present = {
  ...FAKE_PRESENTER,
  structured: () => ({ offers: { "@type": "Offer", priceCurrency: "EUR" } }),
};
const structured = (view: EventView): ReturnType<typeof toStructuredEvent> =>
  toStructuredEvent(view, present, ".");

/* The compiler checks the types against schema-dts: if a type differs, this file does not compile. */
describe("records in the words of schema.org", () => {
  it("say an event with its place, its organizers and what it costs", () => {
    const view = anEventView({ cost: { values: ["5", "12"], symbol: "€", position: "postfix" } });
    const event: WithContext<SchemaEvent> = { ...CONTEXT, ...structured(view) };
    expect(event).to.deep.include({
      "@type": "Event",
      name: "Jazz & Blues <3",
      url: `${SITE}/event/jazz/`,
      startDate: "2031-05-06T19:00:00+02:00",
      endDate: "2031-05-06T21:00:00+02:00",
      eventStatus: "https://schema.org/EventScheduled",
      eventAttendanceMode: "https://schema.org/OfflineEventAttendanceMode",
      offers: {
        ...{ "@type": "AggregateOffer", lowPrice: 5, highPrice: 12, priceCurrency: "EUR" },
        url: `${SITE}/event/jazz/`,
      },
    });
    expect(event).to.have.nested.property("location.address.addressLocality", "Rome");
    expect(event).to.have.nested.property("organizer[0].name", "The Band");
  });

  it("say whole days as dates, and what is free", () => {
    const view = anEventView({
      cost: { values: ["Free"], symbol: "", position: "" },
      schedule: { ...anEventView().event.schedule, allDay: true },
    });
    expect(structured(view)).to.include({
      startDate: "2031-05-06",
      endDate: "2031-05-06",
      isAccessibleForFree: true,
    });
  });

  it("say that an event is called off, put off or elsewhere", () => {
    const of = (more: Parameters<typeof anEventView>[0]) => structured(anEventView(more));
    expect(of({ eventStatus: "cancelled" }).eventStatus).to.equal("https://schema.org/EventCancelled");
    expect(
      of({ eventStatus: "rescheduled", previousStart: "2031-05-05 19:00:00" }).previousStartDate,
    ).to.equal("2031-05-05T19:00:00+02:00");
    const online = of({ eventStatus: "moved_online", website: "https://stream.example/" });
    expect(online.location).to.deep.equal({ "@type": "VirtualLocation", url: "https://stream.example/" });
    expect(online.eventAttendanceMode).to.equal("https://schema.org/OnlineEventAttendanceMode");
  });

  it("say venues, organizers, ways and lists", () => {
    const place: WithContext<Place> = { ...CONTEXT, ...toStructuredPlace(aVenueView(), present) };
    const organization: WithContext<Organization> = {
      ...CONTEXT,
      ...toStructuredOrganization(anOrganizerView(), present),
    };
    const steps = [
      { name: "Events", url: `${SITE}/events/` },
      { name: "Jazz", url: `${SITE}/event/jazz/` },
    ];
    const breadcrumbs: WithContext<BreadcrumbList> = { ...CONTEXT, ...toBreadcrumbs(steps) };
    const list: WithContext<ItemList> = { ...CONTEXT, ...toStructuredList(steps) };
    expect(place).to.have.nested.property("geo.latitude", 41.9);
    expect(organization).to.include({ email: "band@example.org", telephone: "+39 6 1" });
    expect(breadcrumbs).to.have.nested.property("itemListElement[1].position", 2);
    expect(list).to.have.nested.property("itemListElement[0].url", `${SITE}/events/`);
  });

  it("stay within their block, whatever is in them", () => {
    const block = toDataBlock([structured(anEventView({ title: "</script><script>alert(1)</script>" }))]);
    expect(block).to.not.include("<");
    expect(JSON.parse(block)["@graph"]).to.have.length(1);
  });
});
