import type { Sequence } from "@kalends/core";
import { expect } from "chai";
import { anEvent, anImage, anOrganizer, aTerm, aVenue } from "./fixtures.ts";
import { type OpenStore, storeForEach } from "./opened.ts";

const SEQUENCES: readonly Sequence[] = ["record", "term", "account"];

/** What the id sequences and `kindOf` of every store do. `open` gives a new, empty store; no test may be skipped. */
export const idSequencesContract = (open: OpenStore): void => {
  describe("IdSequences", () => {
    const store = storeForEach(open);

    it("counts from 1, each sequence for itself", async () => {
      for (const sequence of SEQUENCES) {
        expect(await store().ids.last(sequence)).to.equal(0);
        expect(await store().ids.next(sequence)).to.equal(1);
        expect(await store().ids.next(sequence)).to.equal(2);
        expect(await store().ids.last(sequence)).to.equal(2);
      }
    });

    it("goes on above a reserved id, and never back", async () => {
      await store().ids.reserve("record", 100);
      expect(await store().ids.last("record")).to.equal(100);
      const next = await store().ids.next("record");
      expect(next).to.be.above(100);
      await store().ids.reserve("record", 50);
      expect(await store().ids.next("record")).to.be.above(next);
      await store().ids.reserve("record", 2 ** 40);
      expect(await store().ids.next("record")).to.be.above(2 ** 40);
      expect(await store().ids.next("term")).to.equal(1);
    });

    it("hands out no id twice to parallel callers, inside and outside units of work", async () => {
      const ids = await Promise.all(
        Array.from({ length: 60 }, (_, index) =>
          index % 2 === 0
            ? store().ids.next("record")
            : store().transaction(async (unit) => {
                const id = await unit.ids.next("record");
                await unit.events.save(anEvent({ id }));
                return id;
              }),
        ),
      );
      expect(new Set(ids).size).to.equal(60);
      expect(Math.min(...ids)).to.be.at.least(1);
      expect(await store().ids.last("record")).to.be.at.least(Math.max(...ids));
      expect(await store().events.readAfter(0, 100)).to.have.length(30);
    });

    it("hands out no id again, not even one that a unit asked for which failed", async () => {
      const seen: number[] = [];
      for (let round = 0; round < 5; round += 1) {
        const failing = store().transaction(async ({ ids }) => {
          seen.push(await ids.next("record"));
          throw new Error("halfway");
        });
        await failing.catch(() => undefined);
        seen.push(await store().ids.next("record"));
      }
      expect(new Set(seen).size).to.equal(10);
    });
  });

  describe("kindOf", () => {
    const store = storeForEach(open);

    it("tells which kind of record has an id", async () => {
      await store().events.save(anEvent({ id: 1, status: "trash", hideFromListings: true }));
      await store().venues.save(aVenue({ id: 2, status: "draft" }));
      await store().organizers.save(anOrganizer({ id: 3 }));
      await store().images.save(anImage({ id: 4 }));
      await store().terms.save(aTerm({ id: 5 }));
      const kinds = await Promise.all([1, 2, 3, 4, 5, 6].map((id) => store().kindOf(id)));
      expect(kinds).to.deep.equal(["event", "venue", "organizer", "image", undefined, undefined]);
      await store().images.remove(4);
      expect(await store().kindOf(4)).to.equal(undefined);
    });
  });

  describe("ping", () => {
    it("answers while the store is open, and rejects once it is closed", async () => {
      const store = await open();
      await store.ping();
      await store.close();
      const refusal = await store.ping().catch((error: unknown) => error);
      expect(refusal).to.be.instanceOf(Error);
    });
  });
};
