import { expect } from "chai";
import { anEvent, aTerm, aVenue, EVERYTHING } from "../fixtures.ts";
import { findingsOf } from "../inspection.ts";
import { idsOf, LONG, type OpenStore, storeForEach } from "../opened.ts";
import { moveAll, saveAll } from "./merge-repository.ts";

/** Range with all events of the tests. */
const ALWAYS = { from: "2000-01-01 00:00:00", until: "2100-01-01 00:00:00" };

/**
 * Defines the tests for merges of records with so many events that a store may move their links later. `open`
 * must return a new, empty store.
 */
export const manyMergedEventsContract = (open: OpenStore): void => {
  describe("MergeRepository with many events", function () {
    this.timeout(LONG);
    const store = storeForEach(open);
    const COUNT = 2_300;
    const FIRST = 100;

    beforeEach(async () => {
      await saveAll(store(), {
        venues: [1, 2, 3].map((id) => aVenue({ id, slug: `v-${id}` })),
        terms: [1, 2, 3].map((id) => aTerm({ id, slug: `c-${id}`, taxonomy: "category" })),
      });
      for (let from = 0; from < COUNT; from += 500)
        await store().transaction(async ({ events }) => {
          await Promise.all(
            Array.from({ length: Math.min(500, COUNT - from) }, (_, index) => {
              const id = FIRST + from + index;
              const categoryIds = id % 2 === 0 ? [1, 2] : [2];
              return events.save(anEvent({ id, venueId: 2, categoryIds, utcEnd: "2030-01-01 11:00:00" }));
            }),
          );
        });
      await store().ids.reserve("record", 99_999);
      await store().ids.reserve("term", 999);
    });

    const expectAllAt = async (venueId: number): Promise<void> => {
      const { events, venues } = store();
      expect((await events.list({ ...EVERYTHING, venueIds: [venueId] })).total).to.equal(COUNT);
      expect(await events.idsLinkedTo({ venueId }, 0, COUNT + 1)).to.have.length(COUNT);
      expect((await events.listAfter({ ...EVERYTHING, venueIds: [venueId] }, 0, COUNT + 1)).length).to.equal(
        COUNT,
      );
      const visible = { statuses: ["publish"] };
      const withEvents = await venues.list({
        ...{ visible, page: 1, perPage: 10 },
        events: { linked: "any", visible },
      });
      expect(idsOf(withEvents.items)).to.deep.equal([venueId]);
      const ofEvent = await venues.list({ visible, page: 1, perPage: 10, eventId: FIRST + COUNT - 1 });
      expect(idsOf(ofEvent.items)).to.deep.equal([venueId]);
      // Source: rules/free-busy.md#counted-events.
      expect(await events.occupying(venueId, ALWAYS, COUNT + 1)).to.have.length(COUNT);
      expect(await events.isOccupied(venueId, [ALWAYS], FIRST)).to.equal(true);
    };

    it("finds all events of the target at once, and while their links are moved", async () => {
      const { merges } = store();
      await merges.merge({ kind: "venue", targetId: 1, sourceIds: [2] });
      await expectAllAt(1);
      while (await merges.movePortion?.()) await expectAllAt(1);
      await expectAllAt(1);
      expect(await findingsOf(store())).to.deep.equal([]);
    });

    it("counts all events of the target at once, each once", async () => {
      const { merges, terms } = store();
      const usage = async () => (await terms.find("category", 1))?.usage;
      await merges.merge({ kind: "category", targetId: 1, sourceIds: [2] });
      expect(await usage()).to.deep.equal({ publish: COUNT });
      while (await merges.movePortion?.()) expect(await usage()).to.deep.equal({ publish: COUNT });
      expect(await usage()).to.deep.equal({ publish: COUNT });
      expect((await store().events.find(FIRST))?.categoryIds).to.deep.equal([1]);
      expect(await findingsOf(store())).to.deep.equal([]);
    });

    it("merges the target into another one before all links are moved", async () => {
      const { merges } = store();
      await merges.merge({ kind: "venue", targetId: 1, sourceIds: [2] });
      await merges.movePortion?.();
      await merges.merge({ kind: "venue", targetId: 3, sourceIds: [1] });
      await expectAllAt(3);
      await moveAll(store());
      await expectAllAt(3);
      expect((await store().events.find(FIRST))?.venueId).to.equal(3);
    });

    it("unlinks the target from every event before all links are moved", async () => {
      const { merges, events } = store();
      await merges.merge({ kind: "venue", targetId: 1, sourceIds: [2] });
      await events.unlinkVenue(1);
      expect(await events.idsLinkedTo({ venueId: 1 }, 0, 10)).to.deep.equal([]);
      await moveAll(store());
      expect((await events.find(FIRST))?.venueId).to.equal(undefined);
    });

    it("counts events that change before all links are moved", async () => {
      const { merges, events, terms } = store();
      await merges.merge({ kind: "category", targetId: 1, sourceIds: [2] });
      await events.save(anEvent({ id: FIRST, categoryIds: [] }));
      await events.save(anEvent({ id: FIRST + COUNT - 1, categoryIds: [1], status: "draft" }));
      await moveAll(store());
      expect((await terms.find("category", 1))?.usage).to.deep.equal({ publish: COUNT - 2, draft: 1 });
      expect(await findingsOf(store())).to.deep.equal([]);
    });
  });
};
