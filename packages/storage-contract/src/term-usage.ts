import type { Taxonomy, TermUsage } from "@kalends/core";
import { expect } from "chai";
import { allTerms, anEvent, anOrganizer, aTerm, aVenue } from "./fixtures.ts";
import { type OpenStore, storeForEach } from "./opened.ts";

/** Usage without the statuses that no event has: a store may name them with 0 or leave them out. */
export const usedStatuses = (usage: TermUsage): TermUsage =>
  Object.fromEntries(Object.entries(usage).filter(([, count]) => count !== 0));

/** How terms count the events that have them. `open` gives a new, empty store; no test may be skipped. */
export const termUsageContract = (open: OpenStore): void => {
  describe("usage", () => {
    const store = storeForEach(open);

    const usage = async (id: number, taxonomy: Taxonomy = "category"): Promise<TermUsage> => {
      const { terms } = store();
      const found = await terms.find(taxonomy, id);
      const ways = [
        found,
        await terms.findBySlug(taxonomy, `term-${id}`),
        ...(await terms.findMany([id])),
        ...(await terms.findByName(taxonomy, `Term ${id}`)),
        ...(await terms.list({ ...allTerms(taxonomy), ids: [id] })).items,
        ...(await terms.readAfter(id - 1, 1)),
      ].map((term) => usedStatuses(term?.usage ?? {}));
      for (const way of ways) expect(way).to.deep.equal(ways[0]);
      expect(ways).to.have.length(6);
      return ways[0] ?? {};
    };

    beforeEach(async () => {
      await store().terms.save(aTerm({ id: 1 }));
      await store().terms.save(aTerm({ id: 2, parentId: 1 }));
      await store().terms.save(aTerm({ id: 3, taxonomy: "tag" }));
    });

    it("counts the events that have the term directly, by status", async () => {
      await store().events.save(anEvent({ id: 1, categoryIds: [2], tagIds: [3] }));
      await store().events.save(anEvent({ id: 2, categoryIds: [1, 2] }));
      await store().events.save(anEvent({ id: 3, categoryIds: [2], status: "trash" }));
      await store().events.save(anEvent({ id: 4, categoryIds: [2], status: "draft" }));
      expect(await usage(1)).to.deep.equal({ publish: 1 });
      expect(await usage(2)).to.deep.equal({ publish: 2, trash: 1, draft: 1 });
      expect(await usage(3, "tag")).to.deep.equal({ publish: 1 });
    });

    it("leaves out hidden events, and follows them when they are hidden or shown", async () => {
      const event = anEvent({ id: 1, categoryIds: [1], tagIds: [3] });
      await store().events.save(anEvent({ id: 2, categoryIds: [1] }));
      await store().events.save({ ...event, hideFromListings: true });
      expect([await usage(1), await usage(3, "tag")]).to.deep.equal([{ publish: 1 }, {}]);
      await store().events.save(event);
      expect([await usage(1), await usage(3, "tag")]).to.deep.equal([{ publish: 2 }, { publish: 1 }]);
      await store().events.save({ ...event, hideFromListings: true });
      expect([await usage(1), await usage(3, "tag")]).to.deep.equal([{ publish: 1 }, {}]);
      await store().events.save({ ...event, hideFromListings: true, status: "draft" });
      expect([await usage(1), await usage(3, "tag")]).to.deep.equal([{ publish: 1 }, {}]);
    });

    it("follows the status and the terms of an event", async () => {
      const event = anEvent({ id: 1, categoryIds: [1], tagIds: [3] });
      await store().events.save(event);
      await store().events.save(event);
      expect(await usage(1)).to.deep.equal({ publish: 1 });
      await store().events.save({ ...event, status: "draft" });
      expect(await usage(1)).to.deep.equal({ draft: 1 });
      await store().events.save({ ...event, categoryIds: [2], tagIds: [] });
      expect([await usage(1), await usage(2), await usage(3, "tag")]).to.deep.equal([{}, { publish: 1 }, {}]);
    });

    it("stays when a term is saved again, and when another one is removed", async () => {
      await store().events.save(anEvent({ id: 1, categoryIds: [1, 2], tagIds: [3] }));
      await store().terms.save(aTerm({ id: 2, description: "changed" }));
      expect(await usage(2)).to.deep.equal({ publish: 1 });
      await store().terms.remove(1);
      expect(await usage(2)).to.deep.equal({ publish: 1 });
      await store().terms.save(aTerm({ id: 1 }));
      expect(await usage(1)).to.deep.equal({});
      await store().events.save(anEvent({ id: 1, categoryIds: [1, 2] }));
      expect([await usage(1), await usage(2)]).to.deep.equal([{ publish: 1 }, { publish: 1 }]);
    });

    it("stays when a venue or an organizer is unlinked", async () => {
      await store().venues.save(aVenue({ id: 8 }));
      await store().organizers.save(anOrganizer({ id: 9 }));
      await store().events.save(anEvent({ id: 1, categoryIds: [1], venueId: 8, organizerIds: [9] }));
      await store().events.unlinkVenue(8);
      await store().events.unlinkOrganizer(9);
      expect(await usage(1)).to.deep.equal({ publish: 1 });
    });

    it("does not count what was refused or undone", async () => {
      await store().events.save(anEvent({ id: 1, slug: "held", categoryIds: [1] }));
      await store().events.save(anEvent({ id: 2, slug: "held", categoryIds: [1, 2] }));
      const undone = store().transaction(async ({ events }) => {
        await events.save(anEvent({ id: 1, slug: "held", categoryIds: [2], status: "draft" }));
        throw new Error("halfway");
      });
      await undone.catch(() => undefined);
      expect([await usage(1), await usage(2)]).to.deep.equal([{ publish: 1 }, {}]);
    });
  });
};
