import type { Repositories } from "@kalends/core";
import type { IdSequences } from "@kalends/core/storage";
import { expect } from "chai";
import { anEvent, anImage, anOrganizer, aTerm, aVenue } from "../fixtures.ts";
import { type OpenStore, storeForEach } from "../opened.ts";

/** Part of a store that the tests of id sequences use. It may be a store of records or of accounts. */
interface Counting<Name extends string, Unit> {
  readonly ids: IdSequences<Name>;
  transaction<T>(work: (unit: Unit & { readonly ids: IdSequences<Name> }) => Promise<T>): Promise<T>;
}

interface Sequences<Name extends string, Unit> {
  readonly names: readonly [Name, ...(readonly Name[])];
  readonly get: () => Counting<Name, Unit>;
  /** Stores a record with this id. */
  readonly save: (unit: Unit, id: number) => Promise<unknown>;
  readonly countSaved: () => Promise<number>;
}

export const sequenceTests = <Name extends string, Unit>({
  names,
  get,
  save,
  countSaved,
}: Sequences<Name, Unit>): void => {
  const [first, ...others] = names;

  it("counts from 1, each sequence for itself", async () => {
    for (const name of names) {
      expect(await get().ids.last(name)).to.equal(0);
      expect(await get().ids.next(name)).to.equal(1);
      expect(await get().ids.next(name)).to.equal(2);
      expect(await get().ids.last(name)).to.equal(2);
    }
  });

  it("goes on above a reserved id, and never back", async () => {
    const { ids } = get();
    await ids.reserve(first, 100);
    expect(await ids.last(first)).to.equal(100);
    const next = await ids.next(first);
    expect(next).to.be.above(100);
    await ids.reserve(first, 50);
    expect(await ids.last(first)).to.be.at.least(next);
    expect(await ids.next(first)).to.be.above(next);
    await ids.reserve(first, 2 ** 40);
    expect(await ids.next(first)).to.be.above(2 ** 40);
    for (const other of others) expect(await ids.next(other)).to.equal(1);
  });

  it("hands out no id twice to parallel callers, inside and outside units of work", async () => {
    const ids = await Promise.all(
      Array.from({ length: 60 }, (_, index) =>
        index % 2 === 0
          ? get().ids.next(first)
          : get().transaction(async (unit) => {
              const id = await unit.ids.next(first);
              await save(unit, id);
              return id;
            }),
      ),
    );
    expect(new Set(ids).size).to.equal(60);
    expect(Math.min(...ids)).to.be.at.least(1);
    expect(await get().ids.last(first)).to.be.at.least(Math.max(...ids));
    expect(await countSaved()).to.equal(30);
  });

  it("hands out no id again, not even one that a unit asked for which failed", async () => {
    const seen: number[] = [];
    for (let round = 0; round < 5; round += 1) {
      const failing = get().transaction(async ({ ids }) => {
        seen.push(await ids.next(first));
        throw new Error("halfway");
      });
      await failing.catch(() => undefined);
      seen.push(await get().ids.next(first));
    }
    expect(new Set(seen).size).to.equal(10);
  });
};

/**
 * Defines the tests for id sequences and `kindOf` that every store must pass. `open` must return a new, empty
 * store. No test may be skipped.
 * Source: rules/interface.md#record-ids.
 */
export const idSequencesContract = (open: OpenStore): void => {
  describe("IdSequences", () => {
    const store = storeForEach(open);
    sequenceTests({
      names: ["record", "term"],
      get: store,
      save: ({ events }: Repositories, id) => events.save(anEvent({ id })),
      countSaved: async () => (await store().events.readAfter(0, 100)).length,
    });
  });

  describe("kindOf", () => {
    const store = storeForEach(open);

    it("knows which kind of record has an id", async () => {
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

  describe("revision", () => {
    it("is another one after a commit, and stays the same while nothing is written", async () => {
      const store = await open();
      const before = store.revision();
      await store.events.find(1);
      expect(store.revision()).to.equal(before);
      await store.events.save(anEvent({ id: 1 }));
      const after = store.revision();
      if (before !== undefined) expect(after).not.to.equal(before);
      expect(typeof after).to.equal(typeof before);
      await store.close();
    });
  });

  describe("readRevision", () => {
    it("is another one after each unit that wrote, and stays the same while nothing is written", async () => {
      const store = await open();
      const { readRevision = async () => store.revision() } = store;
      const seen: (string | undefined)[] = [await readRevision()];
      const isAnother = async (): Promise<void> => {
        const now = await readRevision();
        await store.events.find(1);
        // `revision`, which is valid in this process only, may also count transactions that only read.
        if (store.readRevision !== undefined) await store.transaction(({ events }) => events.find(1));
        expect(await readRevision()).to.equal(now);
        if (now !== undefined) expect(seen).not.to.include(now);
        seen.push(now);
      };
      await store.events.save(anEvent({ id: 1 }));
      await isAnother();
      await store.transaction(async ({ venues, events }) => {
        await venues.save(aVenue({ id: 2 }));
        await events.save(anEvent({ id: 3, venueId: 2 }));
      });
      await isAnother();
      await store.transaction(({ events }) => events.unlinkVenue(2));
      await isAnother();
      await Promise.all([4, 5, 6, 7].map((id) => store.events.save(anEvent({ id }))));
      await isAnother();
      await store.venues.remove(2);
      await isAnother();
      await store.close();
    });

    it("is the same after a unit that failed", async () => {
      const store = await open();
      const { readRevision = async () => store.revision() } = store;
      await store.events.save(anEvent({ id: 1 }));
      const before = await readRevision();
      const failed = store.transaction(async ({ events }) => {
        await events.save(anEvent({ id: 1, title: "Other" }));
        throw new Error("no");
      });
      expect(await failed.catch(() => "failed")).to.equal("failed");
      if (store.readRevision !== undefined) expect(await readRevision()).to.equal(before);
      await store.close();
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
