import type {
  Circle,
  Coordinates,
  EventQuery,
  LocationFilter,
  Store,
  VenueLocationFilter,
  Visibility,
} from "@kalends/core";
import { distanceBetween } from "@kalends/core";
import { expect } from "chai";
import { ALL_LINKED, anEvent, aVenue, EVERYTHING, STATUSES } from "./fixtures.ts";
import { type OpenStore, storeForEach } from "./opened.ts";

const VIENNA: Coordinates = { lat: 48.2082, lng: 16.3738 };
const BRATISLAVA: Coordinates = { lat: 48.1486, lng: 17.1077 };

/** The next number above this one, so that nothing lies between. */
const above = (number: number): number => number * (1 + Number.EPSILON);

const around = (center: Coordinates, kilometres: number): LocationFilter => ({
  within: { center, kilometres },
});

/** Venues of every status count. */
const ofAll = (location: LocationFilter): VenueLocationFilter => ({
  ...location,
  visible: { statuses: STATUSES },
});

/** Events and venues by where they are, for every kind of store. `open` gives a new, empty store. */
export const locationContract = (open: OpenStore): void => {
  describe("locations", () => {
    const store = storeForEach(open);

    /** Venues from number 101 at these places, each with the event of the same place in the list, from number 1. */
    const place = async (...places: readonly (Coordinates | undefined)[]): Promise<void> => {
      for (const [index, coordinates] of places.entries()) {
        const venue = aVenue({ id: 101 + index, ...(coordinates && { coordinates }) });
        expect(await store().venues.save(venue)).to.equal(true);
        expect(await store().events.save(anEvent({ id: 1 + index, venueId: venue.id }))).to.equal(true);
      }
    };

    /** The events found; their venues must be the venues found. */
    const found = async (location: LocationFilter): Promise<readonly number[]> => {
      const [events, venues] = await Promise.all([
        store().events.list({ ...EVERYTHING, location: ofAll(location) }),
        store().venues.list({ ...ALL_LINKED, location }),
      ]);
      expect([events.total, venues.total]).to.deep.equal([events.items.length, venues.items.length]);
      const ids = events.items.map(({ id }) => id);
      expect(venues.items.map(({ id }) => id - 100).sort((a, b) => a - b)).to.deep.equal(ids);
      return ids;
    };

    it("are inside a circle up to its edge, to the last bit of the distance", async () => {
      const far = distanceBetween(VIENNA, BRATISLAVA);
      expect(far).to.be.closeTo(54.78, 0.1);
      await place(VIENNA, BRATISLAVA, undefined);
      expect(await found(around(VIENNA, far))).to.deep.equal([1, 2]);
      expect(await found(around(VIENNA, above(far)))).to.deep.equal([1, 2]);
      expect(await found(around(VIENNA, far * (1 - Number.EPSILON)))).to.deep.equal([1]);
      expect(await found(around(VIENNA, 0))).to.deep.equal([1]);
      expect(await found(around(VIENNA, 30_000))).to.deep.equal([1, 2]);
    });

    it("are near each other across the antimeridian", async () => {
      await place({ lat: -17, lng: 179.9 }, { lat: -17, lng: -179.9 }, { lat: -17, lng: 180 }, VIENNA);
      for (const lng of [179.95, -179.95, 180, -180])
        expect(await found(around({ lat: -17, lng }, 25)), String(lng)).to.deep.equal([1, 2, 3]);
      expect(await found(around({ lat: -17, lng: 180 }, 10))).to.deep.equal([3]);
      expect(await found(around({ lat: -17, lng: -180 }, 0.001))).to.deep.equal([3]);
      expect(await found(around({ lat: 0, lng: 0 }, 19_900))).to.deep.equal([1, 2, 3, 4]);
    });

    it("are near each other around a pole, whatever their longitudes", async () => {
      await place(
        { lat: 89.99, lng: 0 },
        { lat: 89.99, lng: 180 },
        { lat: 90, lng: -77 },
        { lat: -90, lng: 5 },
        { lat: -89.99, lng: -90 },
      );
      expect(await found(around({ lat: 90, lng: 123 }, 0.001))).to.deep.equal([3]);
      expect(await found(around({ lat: 89.99, lng: 90 }, 2))).to.deep.equal([1, 2, 3]);
      expect(await found(around({ lat: -89.995, lng: 1 }, 1.3))).to.deep.equal([4, 5]);
      expect(await found(around({ lat: -90, lng: 0 }, 1e-9))).to.deep.equal([4]);
    });

    it("are inside a box with its edges and corners", async () => {
      await place(
        { lat: 10, lng: 20 },
        { lat: 11, lng: 21 },
        { lat: 10.5, lng: 20.5 },
        { lat: 9.999999999, lng: 20.5 },
        { lat: 10.5, lng: 21.000000001 },
        undefined,
      );
      expect(await found({ inside: { west: 20, south: 10, east: 21, north: 11 } })).to.deep.equal([1, 2, 3]);
      expect(await found({ inside: { west: 20, south: 10, east: 20, north: 10 } })).to.deep.equal([1]);
      const tiny = { west: 21.000000001, south: 10.5, east: 21.000000001, north: 10.5 };
      expect(await found({ inside: tiny })).to.deep.equal([5]);
    });

    it("are inside a box across the antimeridian, whose edge has two names", async () => {
      await place({ lat: 1, lng: 170 }, { lat: 1, lng: -170 }, { lat: 1, lng: 180 }, { lat: 1, lng: -180 });
      const band = { south: 0, north: 2 };
      expect(await found({ inside: { ...band, west: 175, east: -175 } })).to.deep.equal([3, 4]);
      expect(await found({ inside: { ...band, west: 170, east: -170 } })).to.deep.equal([1, 2, 3, 4]);
      expect(await found({ inside: { ...band, west: 170, east: 180 } })).to.deep.equal([1, 3, 4]);
      expect(await found({ inside: { ...band, west: -180, east: -170 } })).to.deep.equal([2, 3, 4]);
      expect(await found({ inside: { ...band, west: 180, east: -180 } })).to.deep.equal([3, 4]);
      expect(await found({ inside: { ...band, west: -180, east: 180 } })).to.deep.equal([1, 2, 3, 4]);
      expect(await found({ inside: { ...band, west: 0.0000001, east: 0 } })).to.deep.equal([1, 2, 3, 4]);
    });

    it("are known or not, and all that is asked for holds", async () => {
      await place(VIENNA, undefined, { lat: 0, lng: 0 });
      expect(await found({})).to.deep.equal([1, 2, 3]);
      expect(await found({ known: true })).to.deep.equal([1, 3]);
      expect(await found({ known: false })).to.deep.equal([2]);
      expect(await found({ known: true, ...around(VIENNA, 1) })).to.deep.equal([1]);
      expect(await found({ known: false, ...around(VIENNA, 1) })).to.deep.equal([]);
      const inside = { west: 16, south: 48, east: 17, north: 49 };
      expect(await found({ ...around(VIENNA, 1), inside })).to.deep.equal([1]);
      expect(await found({ ...around({ lat: 0, lng: 0 }, 1), inside })).to.deep.equal([]);
    });

    it("of events without a venue, or whose venue is missing, are not known", async () => {
      await store().venues.save(aVenue({ id: 101, coordinates: VIENNA, status: "trash" }));
      await store().venues.save(aVenue({ id: 102, coordinates: VIENNA, status: "draft" }));
      for (const [id, venueId] of [
        [1, 101],
        [2, 102],
        [3, 999],
      ] as const)
        await store().events.save(anEvent({ id, venueId }));
      await store().events.save(anEvent({ id: 4 }));
      const ids = async (location: LocationFilter): Promise<readonly number[]> =>
        (await store().events.list({ ...EVERYTHING, location: ofAll(location) })).items.map(({ id }) => id);
      expect(await ids(around(VIENNA, 1))).to.deep.equal([1, 2]);
      expect(await ids({ known: true })).to.deep.equal([1, 2]);
      expect(await ids({ known: false })).to.deep.equal([3, 4]);
      await store().events.unlinkVenue(101);
      expect(await ids(around(VIENNA, 1))).to.deep.equal([2]);
      expect(await ids({ known: false })).to.deep.equal([1, 3, 4]);
      const { items } = await store().venues.list({
        ...ALL_LINKED,
        visible: { statuses: ["draft"] },
        location: around(VIENNA, 1),
      });
      expect(items.map(({ id }) => id)).to.deep.equal([102]);
    });

    it("of venues that do not show are not known, to whom they do not show", async () => {
      const venue = { status: "draft", author: 7, coordinates: VIENNA };
      await store().venues.save(aVenue({ id: 101, ...venue }));
      await store().venues.save(aVenue({ id: 102, coordinates: VIENNA }));
      await store().events.save(anEvent({ id: 1, venueId: 101, categoryIds: [301] }));
      await store().events.save(anEvent({ id: 2, venueId: 102, categoryIds: [301] }));
      const listed = async (location: LocationFilter, visible: Visibility): Promise<readonly number[]> => {
        const query: EventQuery = { ...EVERYTHING, location: { ...location, visible } };
        const { items, total } = await store().events.list(query);
        expect(total).to.equal(items.length);
        expect((await store().events.list({ ...query, categoryIds: [301] })).items).to.deep.equal(items);
        return items.map(({ id }) => id);
      };
      const inside = { west: 16, south: 48, east: 17, north: 49 };
      const mine = { statuses: ["publish"], own: { author: 7, statuses: ["draft"] } };
      const others = { statuses: ["publish"], own: { author: 8, statuses: ["draft"] } };
      for (const location of [around(VIENNA, 1), { inside }, { known: true }]) {
        expect(await listed(location, mine)).to.deep.equal([1, 2]);
        expect(await listed(location, others)).to.deep.equal([2]);
      }
      expect(await listed({ known: false }, mine)).to.deep.equal([]);
      expect(await listed({ known: false }, others)).to.deep.equal([1]);
      await store().venues.save(aVenue({ id: 101, ...venue, status: "publish" }));
      expect(await listed({ known: true }, others)).to.deep.equal([1, 2]);
      await store().venues.save(aVenue({ id: 101, ...venue, author: 8 }));
      expect(await listed(around(VIENNA, 1), mine)).to.deep.equal([2]);
    });

    it("are those of today", async () => {
      await place(VIENNA);
      await store().venues.save(aVenue({ id: 101, coordinates: BRATISLAVA }));
      expect(await found(around(VIENNA, 1))).to.deep.equal([]);
      expect(await found(around(BRATISLAVA, 1))).to.deep.equal([1]);
      await store().venues.save(aVenue({ id: 101 }));
      expect(await found({ known: true })).to.deep.equal([]);
      await store().venues.save(aVenue({ id: 102, slug: "held" }));
      expect(await store().venues.save(aVenue({ id: 101, slug: "held", coordinates: VIENNA }))).to.equal(
        false,
      );
      expect(await found({ known: true })).to.deep.equal([]);
    });

    nearestFirst(store);
  });
};

const nearestFirst = (store: () => Store): void => {
  const within: Circle = { center: VIENNA, kilometres: 1000 };
  const byDistance = { location: ofAll({ within }), order: "distance" } as const;

  it("order by distance, ties as without, page by page with the true total", async () => {
    const east: Coordinates = { lat: 48.2082, lng: 17 };
    const west: Coordinates = { lat: 48.2082, lng: 16 };
    for (const [id, coordinates, date] of [
      [101, east, "2029-01-01 00:00:00"],
      [102, VIENNA, "2029-01-02 00:00:00"],
      [103, east, "2029-01-02 00:00:00"],
      [104, west, "2029-01-01 00:00:00"],
      [105, east, "2029-01-01 00:00:00"],
    ] as const)
      await store().venues.save(aVenue({ id, coordinates, date }));
    for (const [id, venueId, start] of [
      [1, 101, "2030-01-03 10:00:00"],
      [2, 103, "2030-01-02 10:00:00"],
      [3, 102, "2030-01-04 10:00:00"],
      [4, 104, "2030-01-05 10:00:00"],
      [5, 102, "2030-01-04 10:00:00"],
      [6, 105, "2030-01-02 10:00:00"],
    ] as const)
      await store().events.save(anEvent({ id, venueId, start }));
    const page = async (query: Partial<EventQuery>): Promise<readonly number[]> => {
      const { items, total } = await store().events.list({ ...EVERYTHING, ...byDistance, ...query });
      expect(total).to.equal(6);
      return items.map(({ id }) => id);
    };
    expect(await page({})).to.deep.equal([3, 5, 4, 2, 6, 1]);
    expect(await page({ perPage: 4 })).to.deep.equal([3, 5, 4, 2]);
    expect(await page({ perPage: 4, page: 2 })).to.deep.equal([6, 1]);
    expect(await page({ perPage: 4, page: 3 })).to.deep.equal([]);
    const { items, total } = await store().venues.list({ ...ALL_LINKED, ...byDistance, perPage: 4 });
    expect(items.map(({ id }) => id)).to.deep.equal([102, 104, 103, 105]);
    expect(total).to.equal(5);
  });

  it("order by distance beside every other filter", async () => {
    await store().venues.save(aVenue({ id: 101, coordinates: VIENNA }));
    await store().venues.save(aVenue({ id: 102, coordinates: BRATISLAVA }));
    const links = { organizerIds: [201], categoryIds: [301], tagIds: [401], parentId: 9 };
    await store().events.save(anEvent({ id: 9 }));
    await store().events.save(anEvent({ id: 1, venueId: 102, ...links }));
    await store().events.save(anEvent({ id: 2, venueId: 101, ...links, start: "2030-01-02 10:00:00" }));
    const filters: readonly Partial<EventQuery>[] = [
      { ids: [1, 2, 9] },
      { venueIds: [101, 102] },
      { parentId: 9 },
      { organizerIds: [201] },
      { categoryIds: [301, 302] },
      { tagIds: [401], search: { all: ["event"], none: ["nothing"] } },
      { start: { from: "2030-01-01 00:00:00" }, clock: "utc" },
    ];
    for (const filter of filters) {
      const { items } = await store().events.list({ ...EVERYTHING, ...byDistance, ...filter });
      expect(
        items.map(({ id }) => id),
        JSON.stringify(filter),
      ).to.deep.equal([2, 1]);
    }
  });
};
