import { expect } from "chai";
import { ALL_LINKED, aVenue } from "./fixtures.ts";
import { linkedRepositoryContract } from "./linked-repository.ts";
import { type OpenStore, storeForEach } from "./opened.ts";

/** What every venue repository does. `open` gives a new, empty store; no test may be skipped. */
export const venueRepositoryContract = (open: OpenStore): void => {
  describe("VenueRepository", () => {
    linkedRepositoryContract(open, {
      repository: ({ venues }) => venues,
      make: aVenue,
      all: ALL_LINKED,
      linkedTo: (venueId) => (venueId === undefined ? {} : { venueId }),
    });

    const store = storeForEach(open);

    it("searches every text of a venue", async () => {
      const texts = {
        name: "alpha",
        description: "<b>bravo</b>",
        excerpt: "charlie",
        address: "delta",
        city: "echo",
        country: "foxtrot",
        province: "golf",
        state: "hotel",
        stateProvince: "india",
        zip: "juliett",
        phone: "kilo",
        website: "lima",
      };
      await store().venues.save(aVenue(texts));
      for (const text of Object.values(texts)) {
        const search = [text.replace(/<.>|<..>/g, "")];
        expect((await store().venues.list({ ...ALL_LINKED, search })).total, text).to.equal(1);
      }
    });
  });
};
