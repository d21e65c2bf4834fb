import type { Coordinates, LocationFilter, Visibility } from "@kalends/core/storage";
import { expect } from "chai";
import { ALL_LINKED, anEvent, aVenue, EVERYTHING, STATUSES } from "../fixtures.ts";
import { idsOf, type OpenStore, storeForEach } from "../opened.ts";

const VIENNA: Coordinates = { lat: 48.2082, lng: 16.3738 };
const BRATISLAVA: Coordinates = { lat: 48.1486, lng: 17.1077 };
const INSIDE = { west: 16, south: 48, east: 17, north: 49 };

const around = (center: Coordinates): LocationFilter => ({ within: { center, kilometres: 1 } });

/**
 * Defines tests to check that lists by location reflect changes of venues. Random queries test all other
 * properties of such lists. `open` must return a new, empty store.
 */
export const locationContract = (open: OpenStore): void => {
  describe("locations", () => {
    const store = storeForEach(open);

    const events = async (
      location: LocationFilter,
      visible: Visibility = { statuses: STATUSES },
    ): Promise<readonly number[]> => {
      const query = { ...EVERYTHING, location: { ...location, visible } };
      const { items, total } = await store().events.list(query);
      expect(total).to.equal(items.length);
      expect((await store().events.list({ ...query, categoryIds: [301] })).items).to.deep.equal(items);
      return idsOf(items);
    };
    const venues = async (location: LocationFilter): Promise<readonly number[]> =>
      idsOf((await store().venues.list({ ...ALL_LINKED, location })).items);

    beforeEach(async () => {
      await store().venues.save(aVenue({ id: 101, status: "draft", author: 7, coordinates: VIENNA }));
      await store().venues.save(aVenue({ id: 102, coordinates: VIENNA }));
      for (const [id, venueId] of [
        [1, 101],
        [2, 102],
      ] as const)
        await store().events.save(anEvent({ id, venueId, categoryIds: [301] }));
    });

    it("of venues that do not show are not known, to whom they do not show", async () => {
      const [mine, others] = [7, 8].map((author) => ({
        statuses: ["publish"],
        own: { author, statuses: ["draft"] },
      }));
      for (const location of [around(VIENNA), { inside: INSIDE }, { known: true }]) {
        expect(await events(location, mine)).to.deep.equal([1, 2]);
        expect(await events(location, others)).to.deep.equal([2]);
      }
      expect(await events({ known: false }, mine)).to.deep.equal([]);
      expect(await events({ known: false }, others)).to.deep.equal([1]);
      const venue = { id: 101, author: 7, coordinates: VIENNA };
      await store().venues.save(aVenue(venue));
      expect(await events({ known: true }, others)).to.deep.equal([1, 2]);
      await store().venues.save(aVenue({ ...venue, status: "draft", author: 8 }));
      expect(await events(around(VIENNA), mine)).to.deep.equal([2]);
    });

    it("are those of today", async () => {
      await store().venues.save(aVenue({ id: 101, coordinates: BRATISLAVA }));
      for (const found of [events, venues]) expect(await found(around(VIENNA))).to.have.length(1);
      expect(await events(around(BRATISLAVA))).to.deep.equal([1]);
      expect(await venues(around(BRATISLAVA))).to.deep.equal([101]);
      await store().venues.save(aVenue({ id: 101 }));
      const refused = aVenue({ id: 101, slug: "venue-102", coordinates: VIENNA });
      expect(await store().venues.save(refused)).to.equal(false);
      expect(await events({ known: true })).to.deep.equal([2]);
      expect(await venues({ known: true })).to.deep.equal([102]);
      await store().events.unlinkVenue(102);
      expect(await events({ known: false })).to.deep.equal([1, 2]);
    });
  });
};
