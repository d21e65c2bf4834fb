import { expect } from "chai";
import { ALL_LINKED, anOrganizer } from "./fixtures.ts";
import { linkedRepositoryContract } from "./linked-repository.ts";
import { type OpenStore, storeForEach } from "./opened.ts";

/** What every organizer repository does. `open` gives a new, empty store; no test may be skipped. */
export const organizerRepositoryContract = (open: OpenStore): void => {
  describe("OrganizerRepository", () => {
    linkedRepositoryContract(open, {
      repository: ({ organizers }) => organizers,
      make: anOrganizer,
      all: ALL_LINKED,
      linkedTo: (...organizerIds) => ({ organizerIds }),
    });

    const store = storeForEach(open);

    it("searches every text of an organizer", async () => {
      const texts = {
        name: "alpha",
        description: "<b>bravo</b>",
        excerpt: "charlie",
        phone: "delta",
        email: "echo",
        website: "foxtrot",
      };
      await store().organizers.save(anOrganizer(texts));
      for (const text of Object.values(texts)) {
        const search = [text.replace(/<.>|<..>/g, "")];
        expect((await store().organizers.list({ ...ALL_LINKED, search })).total, text).to.equal(1);
      }
    });
  });
};
