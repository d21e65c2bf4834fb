import { setImmediate as nextTurn } from "node:timers/promises";
import type { Finding, Store } from "@kalends/core/storage";
import { expect } from "chai";
import { aChange, anEvent, anImage, anOrganizer, aTerm, aVenue } from "./fixtures.ts";
import { LONG, type OpenStore, storeForEach } from "./opened.ts";
import { createDataset, saveDataset } from "./queries/dataset.ts";
import { seedsOf } from "./random/seeds.ts";

/**
 * Returns the findings of the store's inspection as texts. Returns an empty list if the store has no
 * inspection.
 */
export const findingsOf = async ({ inspection }: Pick<Store, "inspection">): Promise<readonly string[]> => {
  const found: Finding[] = [];
  for await (const finding of inspection?.check() ?? []) found.push(finding);
  return found.map(({ kind, record, detail }) => `${kind}: ${record?.kind} ${record?.id}: ${detail}`);
};

/**
 * Defines the tests for `Store.inspection`. It must find nothing in a store that was written only through its
 * port. Stores without an inspection pass.
 */
export const inspectionContract = (open: OpenStore): void => {
  describe("the inspection of a store", function () {
    this.timeout(LONG);
    const store = storeForEach(open);

    it("finds nothing in an empty store", async () => {
      expect(await findingsOf(store())).to.deep.equal([]);
    });

    for (const seed of seedsOf(1).slice(1)) {
      it(`finds nothing in random records, written, written again and removed (SEED=${seed})`, async () => {
        const dataset = createDataset(seed);
        await saveDataset(store(), dataset);
        await store().ids.reserve("record", 9999);
        await store().ids.reserve("term", 999);
        expect(await findingsOf(store())).to.deep.equal([]);
        const [event, other] = dataset.events.filter(({ occurrence }) => occurrence === undefined);
        const [term] = dataset.terms;
        await store().transaction(async ({ events, terms, venues, outbox, documents, images }) => {
          await events.save({ ...event, ...anEvent({ id: event?.id ?? 0, slug: "anew" }) });
          await events.save(anEvent({ id: other?.id ?? 0, slug: "changed", organizerIds: [7], tagIds: [8] }));
          await events.unlinkOrganizer(7);
          await events.unlinkVenue(dataset.venues[0]?.id ?? 0);
          await venues.remove(dataset.venues[0]?.id ?? 0);
          await terms.remove(term?.id ?? 0);
          await images.save(anImage({ id: 9500 }));
          await documents.save({ collection: "sample/notes", key: "a", value: { text: "x", place: 4 } });
          await outbox.append([aChange()]);
        });
        expect(await findingsOf(store())).to.deep.equal([]);
      });
    }

    it("finds nothing while others write", async () => {
      const { events, venues, organizers, terms, ids } = store();
      let isOver = false;
      const write = async (): Promise<void> => {
        for (let round = 0; !isOver; round += 1) {
          const id = 1 + (round % 40);
          await nextTurn();
          await store().transaction(async (unit) => {
            await unit.ids.reserve("record", 3000);
            await unit.ids.reserve("term", 50);
            await unit.terms.save(aTerm({ id: 1 + (round % 5), slug: `t-${round % 5}` }));
            await unit.venues.save(
              aVenue({ id: 1001 + (round % 7), slug: "", coordinates: { lat: round % 90, lng: 1 } }),
            );
            await unit.organizers.save(anOrganizer({ id: 2001, slug: "", name: `name ${round}` }));
            await unit.events.save(
              anEvent({
                id,
                slug: `e-${id}-${round % 3}`,
                title: `words ${round}`,
                tagIds: [1 + (round % 5)],
              }),
            );
          });
        }
      };
      const writing = write();
      const found: string[] = [];
      try {
        for (let round = 0; round < 5; round += 1) found.push(...(await findingsOf(store())));
      } finally {
        isOver = true;
        await writing;
      }
      expect(found).to.deep.equal([]);
      expect(
        await Promise.all([
          events.find(1),
          venues.find(1001),
          organizers.find(2001),
          terms.findMany([1]),
          ids.last("term"),
        ]),
      ).to.not.include(undefined);
    });
  });
};
