import type { CalendarEvent } from "@kalends/core";
import {
  evaluateEventQuery,
  evaluateVenueQuery,
  type OutboxEntry,
  type Store,
  toTextSearch,
} from "@kalends/core/storage";
import { expect } from "chai";
import { anEvent, anImage, aTerm, EVERYTHING } from "../fixtures.ts";
import { acquireEventually } from "../leases.ts";
import { idsOf } from "../opened.ts";
import { expectOrdered, readAll } from "../outbox/outbox.ts";
import { createDataset, EVENT_COUNT, saveDataset } from "../queries/dataset.ts";
import { LONG_WITH_PROCESSES as LONG, runInThreeProcesses, runUntil } from "./child-process.ts";
import { CATEGORY_ID, type TaskName } from "./durable-tasks.ts";
import { killedMerge } from "./killed-merge.ts";
import { createUse, type DurableStore, type Use } from "./opener.ts";

/**
 * Defines the tests that every durable store must pass: reopening the store, several processes, and a killed
 * writer.
 */
export const durableStoreContract = ({ newPlace, opener }: DurableStore): void => {
  const use = createUse<Store>(opener);
  describe("durability", () => {
    reopening(newPlace, use);
    severalProcesses(newPlace, use, opener);
    killedWriter(newPlace, use, opener);
    killedMerge(newPlace, use, opener);
  });
};

const reopening = (newPlace: DurableStore["newPlace"], use: Use<Store>): void => {
  it("gives everything back after it was closed", async () => {
    const place = await newPlace();
    const data = createDataset(7);
    const image = anImage({ id: 5000 });
    const document = { collection: "sample/notes", key: "a", value: { number: 1 } };
    await use(place, async (store) => {
      await saveDataset(store, data);
      await store.images.save(image);
      await store.ids.reserve("record", 5000);
      await store.documents.save(document);
    });
    await use(place, async (store) => {
      const isKept = ({ occurrence }: CalendarEvent): boolean => occurrence === undefined;
      expect(await store.events.readAfter(0, 1000)).to.deep.equal(data.events.filter(isKept));
      expect(await store.events.occurrencesAfter(0, 1000)).to.have.length(
        data.events.filter((event) => !isKept(event)).length,
      );
      expect(await store.venues.readAfter(0, 1000)).to.deep.equal(data.venues);
      expect(await store.organizers.readAfter(0, 1000)).to.deep.equal(data.organizers);
      expect(await store.terms.readAfter(0, 1000)).to.have.length(data.terms.length);
      expect(await store.images.readAfter(0, 1000)).to.deep.equal([image]);
      expect(await store.documents.readAfter("", "", 10)).to.deep.equal([document]);
      const query = { ...EVERYTHING, search: toTextSearch("concert -100%") };
      expect(await store.events.list(query)).to.deep.equal(
        evaluateEventQuery(query, data.events, data.venues),
      );
      const linked = { visible: { statuses: ["publish"] }, search: ["a"], page: 1, perPage: 50 };
      expect(await store.venues.list(linked)).to.deep.equal(
        evaluateVenueQuery(linked, data.venues, data.events),
      );
      expect(await store.ids.next("record")).to.be.above(5000);
      expect(await store.ids.next("term")).to.equal(1);
    });
  }).timeout(LONG);

  it("keeps nothing of a unit that failed, and everything of one that did not", async () => {
    const place = await newPlace();
    await use(place, async (store) => {
      await store.transaction(({ events }) => events.save(anEvent({ id: 1 })));
      const failing = store.transaction(async ({ events }) => {
        await events.save(anEvent({ id: 2 }));
        throw new Error("halfway");
      });
      await failing.catch(() => undefined);
    });
    const kept = await use(place, ({ events }) => events.readAfter(0, 10));
    expect(kept).to.deep.equal([anEvent({ id: 1 })]);
  });

  it("may be opened twice: each sees what the other has written", async () => {
    const place = await newPlace();
    await use(place, (one) =>
      use(place, async (other) => {
        await one.events.save(anEvent({ id: 1, slug: "held" }));
        expect((await other.events.find(1))?.slug).to.equal("held");
        expect(await other.events.save(anEvent({ id: 2, slug: "held" }))).to.equal(false);
        await other.transaction(({ events }) => events.save(anEvent({ id: 3 })));
        expect((await one.events.list(EVERYTHING)).total).to.equal(2);
        expect(await one.leases.acquire("lease", "one", 3_600_000)).to.equal(true);
        expect(await other.leases.acquire("lease", "other", 3_600_000)).to.equal(false);
        await other.leases.release("lease", "other");
        expect(await one.leases.acquire("lease", "one", 3_600_000)).to.equal(true);
        const ids = await Promise.all(
          Array.from({ length: 20 }, (_, index) => (index % 2 === 0 ? one : other).ids.next("record")),
        );
        expect(new Set(ids).size).to.equal(20);
      }),
    );
  });
};

const severalProcesses = (newPlace: DurableStore["newPlace"], use: Use<Store>, opener: URL): void => {
  describe("several processes", () => {
    let place = "";
    const run = (task: TaskName, count: number): Promise<readonly string[]> =>
      runInThreeProcesses(opener, place, task, count);

    beforeEach(async () => {
      place = await newPlace();
      await use(place, (store) => store.events.save(anEvent({ id: 1, author: 0 })));
    });

    it("never get the same id", async () => {
      const ids = await run("takeIds", 30);
      expect(ids).to.have.length(90);
      expect(new Set(ids).size).to.equal(90);
      const last = await use(place, (store) => store.ids.last("record"));
      expect(last).to.be.at.least(Math.max(...ids.map(Number)));
    }).timeout(LONG);

    it("know each user of the host by one number", async () => {
      const numbers = await run("numberUsers", 20);
      expect(numbers).to.have.length(60);
      const stored = await use(place, ({ userIds }) => userIds.readAfter(0, 100));
      expect(stored.map(({ number }) => String(number))).to.have.members([...new Set(numbers)]);
      expect(stored.map(({ hostId }) => hostId)).to.have.members(range(0, 20).map((user) => `user ${user}`));
    }).timeout(LONG);

    it("never have the same lease", async () => {
      const taken = await run("takeLeases", 30);
      expect(taken.map(Number)).to.have.members(range(0, 30));
    }).timeout(LONG);

    it("are followed by another one in their leases when they are killed", async () => {
      await use(place, async (store) => {
        expect(await runUntil(1, opener, place, "holdLease", 500)).to.deep.equal(["held"]);
        await acquireEventually(store, "held", "the next one");
        expect(await store.leases.acquire("held", "the one that is killed", 1)).to.equal(false);
      });
    }).timeout(LONG);

    it("never get the same slug", async () => {
      const slugs = await run("takeSlugs", 8);
      expect(slugs).to.have.length(24);
      expect(new Set(slugs).size).to.equal(24);
      const events = await use(place, (store) => store.events.readAfter(1, 100));
      expect(events.map(({ slug }) => slug)).to.have.members([...slugs]);
    }).timeout(LONG);

    it("lose no update of one another", async () => {
      await run("increment", 15);
      expect((await use(place, ({ events }) => events.find(1)))?.author).to.equal(45);
    }).timeout(LONG);

    it("keep what they change in one order, of which a reader misses nothing, and are one reader", async () => {
      await use(place, async (store) => {
        const readers = await use(place, (other) =>
          Promise.all(
            [store, other, store, other].map(({ outbox }, index) => outbox.addConsumer("a", `${index}`)),
          ),
        );
        expect(new Set(readers.map(({ id }) => id)).size).to.equal(1);
        let isDone = false;
        const seen: OutboxEntry[] = [];
        const read = async (): Promise<void> => {
          for (let isLast = false; !isLast; await new Promise(setImmediate)) {
            isLast = isDone;
            seen.push(...(await readAll(store.outbox, seen.at(-1)?.position ?? 0)));
          }
        };
        await store.events.save(anEvent({ id: 1, author: 0 }));
        const reading = read();
        await run("noteChanges", 12);
        isDone = true;
        await reading;
        expectOrdered(seen, 36);
        expect(await use(place, ({ outbox }) => readAll(outbox, 0))).to.deep.equal(seen);
      });
    }).timeout(LONG);

    it("write at once, and everybody sees everything, also who had the store open all along", async () => {
      await use(place, async (store) => {
        const [reported] = await Promise.all([
          run("saveEvents", 20),
          ...Array.from({ length: 20 }, (_, index) => store.events.save(anEvent({ id: 4001 + index }))),
        ]);
        expect(reported).to.have.length(60);
        const expected = [1, ...[1001, 2001, 3001, 4001].flatMap((first) => range(first, 20))];
        const stored = await store.events.readAfter(0, 1000);
        expect(idsOf(stored)).to.deep.equal(expected);
        expect((await store.events.list({ ...EVERYTHING, perPage: 1 })).total).to.equal(81);
        const again = await use(place, (other) => other.events.readAfter(0, 1000));
        expect(again).to.deep.equal(stored);
      });
    }).timeout(LONG);
  });
};

const killedWriter = (newPlace: DurableStore["newPlace"], use: Use<Store>, opener: URL): void => {
  for (const [writers, task, killedAfter] of [
    ["a writer", "saveTogether", [1, 7, 25]],
    ["a process of many writers", "saveTogetherAtOnce", [1, 40, 90]],
  ] as const) {
    it(`keeps every acknowledged unit of ${writers} that is killed, and no half of another`, () =>
      keepsAcknowledged(task, killedAfter)).timeout(LONG);
  }

  const keepsAcknowledged = async (task: TaskName, killedAfter: readonly number[]): Promise<void> => {
    const place = await newPlace();
    await use(place, ({ terms }) => terms.save(aTerm({ id: CATEGORY_ID })));
    const acknowledged: number[] = [];
    for (const number of killedAfter) {
      acknowledged.push(...(await runUntil(number, opener, place, task)).map(Number));
      await use(place, async (store) => {
        expect(idsOf(await store.events.readAfter(0, 10_000))).to.include.members(acknowledged);
        await expectConsistent(store);
      });
    }
    const next = await use(place, async (store) => {
      await store.transaction(({ events }) => events.save(anEvent({ id: 900_000 + EVENT_COUNT })));
      return store.ids.next("record");
    });
    expect(next).to.be.above(Math.max(...acknowledged));
  };
};

/**
 * Expects that each event has its venue and each venue its event. Also expects that lists, search and usage
 * counts are consistent.
 */
const expectConsistent = async (store: Store): Promise<void> => {
  const events = await store.events.readAfter(0, 10_000);
  const venues = await store.venues.readAfter(0, 10_000);
  expect(events.map(({ venueId }) => venueId)).to.have.members(venues.map(({ id }) => id));
  for (const { id, venueId = 0, ...event } of events) {
    const expected = anEvent({ id, title: `Together ${id}`, venueId, categoryIds: [CATEGORY_ID] });
    expect({ id, venueId, ...event }).to.deep.equal(expected);
  }
  for (const narrowed of [
    {},
    { search: { all: ["together"], none: [] } },
    { categoryIds: [CATEGORY_ID] },
    { venueIds: venues.map(({ id }) => id) },
  ])
    expect((await store.events.list({ ...EVERYTHING, ...narrowed })).total).to.equal(events.length);
  const noted = await readAll(store.outbox, 0);
  expect(noted.map(({ recordId }) => recordId)).to.have.members(idsOf(events));
  expect((await store.terms.find("category", CATEGORY_ID))?.usage.publish ?? 0).to.equal(events.length);
};

const range = (first: number, count: number): readonly number[] =>
  Array.from({ length: count }, (_, index) => first + index);
