import type { Repositories } from "@kalends/core";
import type { Store } from "@kalends/core/storage";
import { expect } from "chai";
import { allTerms, anEvent, anImage, anOrganizer, aTerm, aVenue, EVERYTHING } from "../fixtures.ts";
import { type OpenStore, storeForEach } from "../opened.ts";

const HALFWAY = new Error("halfway");

/** Returns all readable data of a store, to check that nothing has changed. */
const everythingIn = async (repositories: Repositories): Promise<unknown> => ({
  events: await repositories.events.readAfter(0, 100),
  listed: await repositories.events.list(EVERYTHING),
  found: await repositories.events.list({ ...EVERYTHING, search: { all: ["event"], none: [] } }),
  venues: await repositories.venues.readAfter(0, 100),
  organizers: await repositories.organizers.readAfter(0, 100),
  terms: await repositories.terms.readAfter(0, 100),
  tags: await repositories.terms.list(allTerms("tag")),
  images: await repositories.images.readAfter(0, 100),
});

/** Stores two events with all records that they refer to, and an image. */
const populate = async (repositories: Repositories): Promise<void> => {
  await repositories.venues.save(aVenue({ id: 101 }));
  await repositories.organizers.save(anOrganizer({ id: 102 }));
  await repositories.images.save(anImage({ id: 103 }));
  await repositories.terms.save(aTerm({ id: 1 }));
  await repositories.terms.save(aTerm({ id: 2, parentId: 1 }));
  await repositories.terms.save(aTerm({ id: 3, taxonomy: "tag" }));
  const links = { venueId: 101, organizerIds: [102], categoryIds: [1, 2], tagIds: [3] };
  await repositories.events.save(anEvent({ id: 1, ...links }));
  await repositories.events.save(anEvent({ id: 2, ...links, status: "draft" }));
};

/** Changes records of every kind and their links, and requests new ids. */
const changeEverything = async (repositories: Repositories): Promise<void> => {
  for (const sequence of ["record", "term"] as const) await repositories.ids.next(sequence);
  await repositories.events.save(anEvent({ id: 1, title: "Changed", slug: "changed", categoryIds: [2] }));
  await repositories.venues.save(aVenue({ id: 104, name: "New venue" }));
  await repositories.events.save(anEvent({ id: 3, title: "New event", venueId: 104, tagIds: [3] }));
  await repositories.events.unlinkVenue(101);
  await repositories.events.unlinkOrganizer(102);
  await repositories.organizers.save(anOrganizer({ id: 102, name: "Changed" }));
  await repositories.terms.remove(1);
  await repositories.terms.save(aTerm({ id: 4, taxonomy: "tag" }));
  await repositories.images.remove(103);
  await repositories.images.save(anImage({ id: 105 }));
};

/** Number of steps in a transaction between which other work can run. */
const STEPS = 40;

/** Makes a transaction longer with additional reads, between which other work can run. */
const prolong = async (repositories: Repositories): Promise<void> => {
  for (let step = 0; step < STEPS; step += 1) await repositories.events.find(1);
};

/**
 * Repeats `work` until the transaction `unit` has ended, at most 1,000 times. Then waits for the transaction
 * and returns the results of `work`. The steps of the transaction may be synchronous or asynchronous.
 */
const whileRunning = async <T>(
  unit: Promise<unknown>,
  work: (step: number) => Promise<T>,
): Promise<readonly T[]> => {
  const started: Promise<T>[] = [];
  let isDone = false;
  const done = unit.finally(() => {
    isDone = true;
  });
  for (let step = 0; !isDone && step < 1000; step += 1) {
    started.push(work(step));
    // A transaction of a synchronous driver continues in microtasks. All other transactions also need the
    // event loop.
    await (step < STEPS ? Promise.resolve() : new Promise((resolve) => setImmediate(resolve)));
  }
  await done;
  return Promise.all(started);
};

const failing = (store: Store, work: (unit: Repositories) => Promise<void>): Promise<unknown> =>
  store
    .transaction(async (unit) => {
      await work(unit);
      throw HALFWAY;
    })
    .catch((error: unknown) => error);

/**
 * Defines the tests for transactions that every store must pass. `open` must return a new, empty store. No
 * test may be skipped.
 */
export const transactionContract = (open: OpenStore): void => {
  describe("transaction", () => {
    const store = storeForEach(open);

    it("answers what the work answers, and keeps what it wrote", async () => {
      const answer = await store().transaction(async (unit) => {
        await populate(unit);
        return { answer: 42 };
      });
      expect(answer).to.deep.equal({ answer: 42 });
      expect(await store().events.readAfter(0, 10)).to.have.length(2);
      expect((await store().terms.find("tag", 3))?.usage).to.include({ publish: 1, draft: 1 });
    });

    it("works with copies of the store and of its repositories", async () => {
      const { transaction, events } = { ...store() };
      const saved = await transaction(async (unit) => {
        const { save, find } = { ...unit.events };
        const { nextMany } = { ...unit.ids };
        const [id = 0] = await nextMany("record", 1);
        await save(anEvent({ id }));
        return find(id);
      });
      expect(saved).to.include({ title: anEvent({}).title });
      const { find } = { ...events };
      expect(await find(saved?.id ?? 0)).to.deep.equal(saved);
    });

    it("rejects with what the work threw, and leaves nothing of it", async () => {
      await populate(store());
      const before = await everythingIn(store());
      expect(await failing(store(), changeEverything)).to.equal(HALFWAY);
      expect(await everythingIn(store())).to.deep.equal(before);
      expect(await store().kindOf(3)).to.equal(undefined);
      expect(await store().events.findBySlug("changed")).to.equal(undefined);
      const search = { all: ["changed"], none: [] };
      expect((await store().events.list({ ...EVERYTHING, search })).total).to.equal(0);
    });

    it("goes on after a unit that failed", async () => {
      await failing(store(), populate);
      await store().transaction(populate);
      await store().transaction(changeEverything);
      expect((await store().events.find(1))?.slug).to.equal("changed");
      expect((await store().events.find(3))?.venueId).to.equal(104);
      expect(await store().images.find(103)).to.equal(undefined);
    });

    it("reads its own writes", async () => {
      await store().transaction(async (unit) => {
        await populate(unit);
        expect((await unit.events.find(1))?.venueId).to.equal(101);
        expect((await unit.events.findBySlug("event-1"))?.id).to.equal(1);
        expect((await unit.events.list({ ...EVERYTHING, tagIds: [3] })).total).to.equal(2);
        const search = { all: ["event 1"], none: [] };
        expect((await unit.events.list({ ...EVERYTHING, search })).total).to.equal(1);
        expect((await unit.terms.find("category", 2))?.usage).to.include({ publish: 1, draft: 1 });
        expect((await unit.terms.withDescendants([1])).length).to.equal(2);
        expect(await unit.kindOf(102)).to.equal("organizer");
        expect(await unit.ids.next("record")).to.be.at.least(1);
        await unit.ids.reserve("record", 500);
        expect(await unit.ids.last("record")).to.be.at.least(500);
        await changeEverything(unit);
        expect((await unit.events.find(1))?.title).to.equal("Changed");
        expect((await unit.terms.find("category", 2))?.parentId).to.equal(0);
      });
      expect(await store().ids.next("record")).to.be.above(500);
    });

    it("counts nothing of a term that goes after the events that a unit gave to it", async () => {
      await store().transaction(async ({ terms, events }) => {
        await terms.save(aTerm({ id: 7, slug: "gone" }));
        await events.save(anEvent({ id: 1, categoryIds: [7] }));
        await terms.remove(7);
        await terms.save(aTerm({ id: 7, slug: "back" }));
      });
      const usage = (await store().terms.find("category", 7))?.usage ?? {};
      expect(Object.values(usage).filter((count) => count !== 0)).to.deep.equal([]);
    });

    it("holds the slug of a new record that gave it up and took it again, among many others", async () => {
      const others = Array.from({ length: 30 }, (_, index) =>
        anEvent({ id: 10 + index, slug: `at-${index}` }),
      );
      const slugs = ["first", "second", "first"].map((slug) => anEvent({ id: 1, slug }));
      await store().transaction(({ events }) =>
        Promise.all([...others, ...slugs].map((one) => events.save(one))),
      );
      expect(await store().events.save(anEvent({ id: 2, slug: "first" }))).to.equal(false);
      expect(await store().events.save(anEvent({ id: 2, slug: "second" }))).to.equal(true);
    });

    it("goes on within a unit after a refused record", async () => {
      await populate(store());
      await store().transaction(async (unit) => {
        expect(await unit.events.save(anEvent({ id: 5, slug: "event-1" }))).to.equal(false);
        expect(await unit.terms.save(aTerm({ id: 5, slug: "term-1" }))).to.equal(false);
        expect(await unit.events.save(anEvent({ id: 5, slug: "event-1-2" }))).to.equal(true);
      });
      expect((await store().events.find(5))?.slug).to.equal("event-1-2");
      expect(await store().terms.find("category", 5)).to.equal(undefined);
    });

    it("shows nothing to others before it is done, and all at once when it is", async () => {
      const unit = store().transaction(async (repositories) => {
        await repositories.events.save(anEvent({ id: 1 }));
        await prolong(repositories);
        await repositories.events.save(anEvent({ id: 2 }));
        await prolong(repositories);
      });
      const seen = await whileRunning(unit, async () => {
        const many = await store().events.findMany([1, 2]);
        const { items, total } = await store().events.list(EVERYTHING);
        return [many.length, items.length, total];
      });
      // The counts may differ, because the transaction may end between two counts. No count may be 1.
      for (const counts of seen) for (const count of counts) expect(count).to.be.oneOf([0, 2]);
      expect((await store().events.list(EVERYTHING)).total).to.equal(2);
    });

    it("never shows what is undone", async () => {
      await populate(store());
      const undone = failing(store(), async (unit) => {
        await changeEverything(unit);
        await prolong(unit);
      });
      const slugs = await whileRunning(undone, async () => (await store().events.find(1))?.slug);
      expect([...new Set(slugs)]).to.deep.equal(["event-1"]);
      expect(await undone).to.equal(HALFWAY);
    });

    it("does not take others' writes along when it fails", async () => {
      const undone = failing(store(), async (unit) => {
        await unit.events.save(anEvent({ id: 1 }));
        await prolong(unit);
      });
      const others = await whileRunning(undone, async (step) => {
        if (step > 3 * STEPS) return true; // enough writes, if the unit takes long
        const id = 100 + step;
        if (step % 3 === 0) return store().events.save(anEvent({ id }));
        if (step % 3 === 1) return store().terms.save(aTerm({ id }));
        return store().transaction((unit) => unit.events.save(anEvent({ id })));
      });
      expect(others).not.to.include(false);
      expect(await undone).to.equal(HALFWAY);
      const steps = Array.from(others.slice(0, 3 * STEPS + 1).keys());
      const [events, terms] = [
        await store().events.readAfter(0, 1000),
        await store().terms.readAfter(0, 1000),
      ];
      expect(events.map(({ id }) => id - 100)).to.deep.equal(steps.filter((step) => step % 3 !== 1));
      expect(terms.map(({ id }) => id - 100)).to.deep.equal(steps.filter((step) => step % 3 === 1));
    });

    it("answers what was asked before it was closed", async () => {
      await populate(store());
      const asked = Array.from({ length: 20 }, () => store().events.list(EVERYTHING));
      const unit = store().transaction(({ events }) => events.findMany([1, 2]));
      await Promise.all([store().close(), ...asked]);
      for (const { total } of await Promise.all(asked)) expect(total).to.equal(2);
      expect(await unit).to.have.length(2);
    });

    it("loses no update among parallel units", async () => {
      await store().events.save(anEvent({ id: 1, author: 0 }));
      const increment = (): Promise<boolean> =>
        store().transaction(async ({ events }) => {
          const event = await events.find(1);
          if (event === undefined) throw new Error("The event is gone");
          await events.find(2);
          return events.save({ ...event, author: event.author + 1 });
        });
      await Promise.all(Array.from({ length: 25 }, increment));
      expect((await store().events.find(1))?.author).to.equal(25);
    });
  });
};
