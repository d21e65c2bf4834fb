import type {
  CalendarEvent,
  EventView,
  Organizer,
  OrganizerView,
  Venue,
  VenueView,
} from "@kalends/core/plugin";

const POST = {
  author: 1,
  status: "publish",
  date: "2031-05-01 10:00:00",
  dateUtc: "2031-05-01 08:00:00",
  modified: "2031-05-02 10:00:00",
  modifiedUtc: "2031-05-02 08:00:00",
  description: "",
  excerpt: "",
  lineage: [],
  extensions: {},
} as const;

export const aVenueView = (more: Partial<Venue> = {}): VenueView => ({
  venue: {
    ...POST,
    ...{ id: 5, slug: "hall", name: "Town Hall", address: "Via Roma 1", city: "Rome", country: "Italy" },
    ...{ province: "", state: "", zip: "00100", phone: "", stateProvince: "", website: "" },
    ...{ showMap: true, showMapLink: true, coordinates: { lat: 41.9, lng: 12.5 } },
    ...more,
  },
});

export const anOrganizerView = (more: Partial<Organizer> = {}): OrganizerView => ({
  organizer: {
    ...POST,
    ...{ id: 6, slug: "band", name: "The Band", phone: "+39 6 1", website: "", email: "band@example.org" },
    ...more,
  },
});

/** Returns an event on a Tuesday evening in Rome. */
export const anEventView = (more: Partial<CalendarEvent> = {}): EventView => ({
  event: {
    ...POST,
    ...{ id: 7, slug: "jazz", title: "Jazz &amp; Blues &lt;3" },
    schedule: {
      start: "2031-05-06 19:00:00",
      end: "2031-05-06 21:00:00",
      utcStart: "2031-05-06 17:00:00",
      utcEnd: "2031-05-06 19:00:00",
      timezone: "Europe/Rome",
      abbreviation: "CEST",
      allDay: false,
    },
    cost: { values: [], symbol: "", position: "" },
    ...{ showMap: true, showMapLink: true, hideFromListings: false, sticky: false, featured: false },
    ...{ categoryIds: [], tagIds: [], organizerIds: [6], venueId: 5 },
    ...more,
  },
  venue: aVenueView(),
  organizers: [anOrganizerView()],
  categories: [],
  tags: [],
});
