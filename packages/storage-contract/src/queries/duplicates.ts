import type { Venue } from "@kalends/core";
import { evaluateDuplicates, type VenuePair, type Visibility } from "@kalends/core/storage";
import { expect } from "chai";
import { aVenue, STATUSES } from "../fixtures.ts";
import { type OpenStore, storeForEach } from "../opened.ts";

const ALL: Visibility = { statuses: STATUSES };
const PLACE = { lat: 48.2082, lng: 16.3738 };

/** Defines tests of the search for venues that may be the same. `open` must return a new, empty store. */
export const duplicatesContract = (open: OpenStore): void => {
  describe("duplicate venues", () => {
    const store = storeForEach(open);
    const saved = new Map<number, Venue>();

    const save = async (id: number, fields: Partial<Venue> = {}): Promise<void> => {
      const venue = aVenue({ id, slug: `venue-${id}`, name: `Venue ${id}`, city: "", ...BLANK, ...fields });
      expect(await store().venues.save(venue)).to.equal(true);
      saved.set(id, venue);
    };
    const pairs = async (visible = ALL, page = 1, perPage = 50): Promise<readonly VenuePair[]> => {
      const paging = { page, perPage };
      const found = await store().venues.duplicates(visible, paging);
      const expected = evaluateDuplicates(visible, paging, [...saved.values()]);
      expect(found.items).to.deep.equal(expected.items);
      if (found.items.length > 0) expect(found.total).to.equal(expected.total);
      return found.items;
    };

    beforeEach(() => saved.clear());

    it("share a name and city, coordinates, a phone number or a web site", async () => {
      await save(1, { name: "Café Pier", city: "Linz" });
      await save(2, { name: "cafe pier ", city: "LINZ" });
      await save(3, { coordinates: PLACE });
      await save(4, { coordinates: { ...PLACE, lng: PLACE.lng + 0.000_001 } });
      await save(5, { phone: "+43 (1) 23-45" });
      await save(6, { phone: "43 12345" });
      await save(7, { website: "https://Pier.example/hall/" });
      await save(8, { website: "http://pier.example/hall" });
      expect(await pairs()).to.deep.equal([
        [1, 2],
        [3, 4],
        [5, 6],
        [7, 8],
      ]);
    });

    it("do not share blank values, or only a name", async () => {
      await save(1, { name: "Hall" });
      await save(2, { name: "Hall" });
      await save(3, { name: "Hall", city: "Graz", phone: "none" });
      await save(4, { name: "Hall", city: "Linz", phone: "n/a" });
      await save(5, { coordinates: PLACE });
      await save(6, { coordinates: { ...PLACE, lat: PLACE.lat + 0.001 } });
      expect(await pairs()).to.deep.equal([]);
    });

    it("are paired with the lowest id, once for all reasons", async () => {
      for (const id of [1, 2, 3]) await save(id, { phone: "123", coordinates: PLACE });
      await save(4, { website: "https://pier.example", phone: "123" });
      await save(5, { website: "https://pier.example" });
      expect(await pairs()).to.deep.equal([
        [1, 2],
        [1, 3],
        [1, 4],
        [4, 5],
      ]);
      expect(await pairs(ALL, 2, 2)).to.deep.equal([
        [1, 4],
        [4, 5],
      ]);
      expect(await pairs(ALL, 9, 2)).to.deep.equal([]);
    });

    it("follow changes of venues", async () => {
      await save(1, { phone: "123" });
      await save(2, { phone: "123" });
      await save(3, { phone: "123" });
      await save(1, { phone: "456" });
      expect(await pairs()).to.deep.equal([[2, 3]]);
      await save(3, { phone: "123", status: "trash" });
      expect(await pairs()).to.deep.equal([]);
      await save(3, { phone: "123" });
      expect(await pairs()).to.deep.equal([[2, 3]]);
      await store().venues.remove(2);
      saved.delete(2);
      expect(await pairs()).to.deep.equal([]);
    });

    it("are only those that are visible", async () => {
      await save(1, { phone: "123", status: "private", author: 7 });
      await save(2, { phone: "123", status: "draft", author: 8 });
      await save(3, { phone: "123" });
      await save(4, { phone: "123" });
      expect(await pairs({ statuses: ["publish"] })).to.deep.equal([[3, 4]]);
      const own = { author: 8, statuses: ["draft", "private"] };
      expect(await pairs({ statuses: ["publish"], own })).to.deep.equal([
        [2, 3],
        [2, 4],
      ]);
    });

    it("have values of any length", async () => {
      const website = `https://pier.example/${"x".repeat(1000)}`;
      await save(1, { website });
      await save(2, { website });
      await save(3, { website: `${website}y` });
      expect(await pairs()).to.deep.equal([[1, 2]]);
    });
  });
};

const BLANK = { phone: "", website: "" } as const;
