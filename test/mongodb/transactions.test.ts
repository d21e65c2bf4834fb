import { setTimeout as sleep } from "node:timers/promises";
import { CalendarError } from "@kalends/core";
import type { Store } from "@kalends/core/storage";
import { anEvent, anImage, aTerm, aVenue, EVERYTHING } from "@kalends/storage-contract";
import { openMongodbStore } from "@kalends/store-mongodb";
import { expect } from "chai";
import type { ClientSession, Db } from "mongodb";
import { openEmptyStore } from "./empty-stores.ts";
import { describeWithServer, newDatabase } from "./shared-server.ts";

const messageOf = async (work: Promise<unknown>): Promise<string> => {
  try {
    await work;
  } catch (error) {
    if (error instanceof Error) return error.message;
  }
  throw new Error("It was expected to fail");
};

describeWithServer("a unit of work of store-mongodb", () => {
  let store: Store;
  beforeEach(async () => {
    store = await openEmptyStore();
  });
  afterEach(() => store.close());

  it("ends with its repositories", async () => {
    const repositories = await store.transaction(async (unit) => unit);
    expect(await messageOf(repositories.events.find(1))).to.contain("has ended");
    expect(await messageOf(repositories.events.save(anEvent({ id: 1 })))).to.contain("has ended");
  });

  it("writes nothing of a record whose id is one of another kind, and goes on", async () => {
    await store.venues.save(aVenue({ id: 7 }));
    await store.transaction(async ({ events, venues }) => {
      await venues.save(aVenue({ id: 8, slug: "eight" }));
      expect(await messageOf(events.save(anEvent({ id: 7, slug: "seven" })))).to.contain("another kind");
      expect(await events.save(anEvent({ id: 9, slug: "seven" }))).to.equal(true);
    });
    expect(await store.kindOf(7)).to.equal("venue");
    expect(await store.kindOf(8)).to.equal("venue");
    expect(await store.events.find(7)).to.equal(undefined);
  });

  it("gives up soon where a command of a host has failed in it, even if its error was caught", async () => {
    await store.events.save(anEvent({ id: 1 }));
    let runs = 0;
    const work = store.nativeTransaction?.(async ({ events }, native) => {
      runs += 1;
      const { db, session } = native as { readonly db: Db; readonly session: ClientSession };
      await events.save(anEvent({ id: 2, slug: "two" }));
      // A document with this id exists, so the server aborts the transaction.
      const again = { _id: 1 as never };
      await db
        .collection("events")
        .insertOne(again, { session })
        .catch(() => undefined);
    });
    expect(await messageOf(Promise.resolve(work))).to.equal("rest_storage_unavailable");
    expect(runs).to.equal(3);
    expect(await store.events.find(2)).to.equal(undefined);
  });

  it("does what it is asked for at once in turn", async () => {
    const answers = await store.transaction(({ events }) =>
      Promise.all([1, 2, 3].map((id) => events.save(anEvent({ id, slug: "same" })))),
    );
    expect(answers).to.deep.equal([true, false, false]);
    expect((await store.events.list(EVERYTHING)).total).to.equal(1);
  });

  it("looks very many up with several commands, for one gets slow", async () => {
    const commands: Readonly<Record<string, unknown>>[] = [];
    const own = await openMongodbStore(await newDatabase(), {
      onCommand: (command) => commands.push({ ...command }),
    });
    await own.events.save(anEvent({ id: 1, slug: "slug-119" }));
    const slugs = Array.from({ length: 120 }, (_, index) => `slug-${index}`);
    const found = await own.transaction(({ events }) => Promise.all(slugs.map(events.findBySlug)));
    await own.close();
    expect(found.map((event) => event?.id)).to.deep.equal([...Array(119).fill(undefined), 1]);
    const lengths = commands.flatMap(({ aggregate, pipeline }) =>
      aggregate === "events" && Array.isArray(pipeline) ? pipeline.length : [],
    );
    expect(lengths.length).to.be.within(2, 4);
    expect(Math.max(...lengths)).to.be.below(60);
  });

  it("runs again after a conflict, and keeps nothing of its first attempt", async () => {
    await store.events.save(anEvent({ id: 1, author: 0 }));
    let attempts = 0;
    const unit = store.transaction(async ({ events }) => {
      attempts += 1;
      const event = await events.find(1);
      if (attempts === 1) {
        await store.events.save(anEvent({ id: 1, author: 10 }));
        await events.save(anEvent({ id: 2 }));
      }
      await events.save(anEvent({ id: 1, author: (event?.author ?? 0) + 1 }));
    });
    await unit;
    expect(attempts).to.equal(2);
    expect((await store.events.find(1))?.author).to.equal(11);
    expect(await store.events.find(2)).to.equal(undefined);
  });

  it("runs again also when the work takes the conflict for something else", async () => {
    await store.events.save(anEvent({ id: 1 }));
    let attempts = 0;
    await store.transaction(async ({ events }) => {
      attempts += 1;
      await events.find(1);
      if (attempts === 1) await store.events.save(anEvent({ id: 1, author: 10 }));
      await events.save(anEvent({ id: 1, author: 20 })).catch(() => {
        throw new Error("It could not be saved.");
      });
    });
    expect(attempts).to.equal(2);
    expect((await store.events.find(1))?.author).to.equal(20);
  });

  it("finds nothing by numbers that no record has, and throws nothing", async () => {
    const page = { page: 1e9, perPage: 1e9 };
    const visible = { statuses: ["publish"] };
    const nothing = { items: [], total: 0 };
    for (const id of [Number.MAX_SAFE_INTEGER, 2 ** 53, 2 ** 63, 1e300, -1, 0, 1.5, Number.NaN]) {
      expect(await store.events.find(id), String(id)).to.equal(undefined);
      expect(await store.events.findMany([id, id]), String(id)).to.deep.equal([]);
      expect(await store.kindOf(id), String(id)).to.equal(undefined);
      expect(await store.terms.withDescendants([id]), String(id)).to.deep.equal([]);
      expect(await store.venues.list({ ...page, visible, eventId: id }), String(id)).to.deep.equal(nothing);
      const own = { author: id, statuses: ["draft"] };
      const query = { ...EVERYTHING, ...page, visible: { ...visible, own }, parentId: id };
      expect(await store.events.list(query), String(id)).to.deep.equal(nothing);
    }
  });

  it("finds the image of a source that another one has just stored", async () => {
    const sourceUrl = "https://images.example/poster.jpg";
    const other = await openMongodbStore(await newDatabase());
    const keep = (id: number, meanwhile: () => Promise<unknown>): Promise<number> =>
      other.transaction(async ({ images }) => {
        const known = await images.findByUrl(sourceUrl);
        if (known !== undefined) return known.id;
        await meanwhile();
        await images.save(anImage({ id, sourceUrl }));
        return id;
      });
    let isFirst = true;
    const kept = await keep(1, async () => {
      if (isFirst) await keep(2, async () => undefined);
      isFirst = false;
    });
    expect(kept).to.equal(2);
    await other.close();
  });

  it("waits for ever where the patience has no end", async () => {
    const patient = await openMongodbStore(await newDatabase(), { timeout: Number.POSITIVE_INFINITY });
    // Number of transactions that can run concurrently.
    const others = Array.from({ length: 64 }, () => patient.transaction(() => sleep(50)));
    const last = patient.transaction(async () => "ran");
    expect(await last.finally(() => Promise.all(others))).to.equal("ran");
    await patient.close();
  });

  it("gives up in the end", async () => {
    const address = await newDatabase();
    const impatient = await openMongodbStore(address, { timeout: 300 });
    await impatient.events.save(anEvent({ id: 1 }));
    const other = await openMongodbStore(address);
    const refusal = await impatient
      .transaction(async ({ events }) => {
        await events.find(1);
        await other.transaction((unit) => unit.events.save(anEvent({ id: 1, author: Math.random() })));
        await events.save(anEvent({ id: 1 }));
      })
      .catch((error: unknown) => error);
    expect(refusal).to.be.instanceOf(CalendarError).and.to.include({ code: "rest_storage_unavailable" });
    await Promise.all([impatient.close(), other.close()]);
  });
});

describeWithServer("what a unit of work of store-mongodb is asked for at once", () => {
  let address: string;
  let store: Store;
  let commands: string[];
  beforeEach(async () => {
    address = await newDatabase();
    commands = [];
    store = await openMongodbStore(address, {
      onCommand: (command) => commands.push(Object.keys(command)[0] ?? ""),
    });
    await store.venues.save(aVenue({ id: 7 }));
    await store.events.save(anEvent({ id: 1, slug: "one" }));
    await store.terms.save(aTerm({ id: 31 }));
  });
  afterEach(() => store.close());

  it("is done with few commands, and as if one by one", async () => {
    const asked = [
      anEvent({ id: 2, slug: "two", categoryIds: [31] }),
      anEvent({ id: 3, slug: "two" }),
      anEvent({ id: 7, slug: "seven" }),
      anEvent({ id: 1, slug: "first", categoryIds: [31] }),
      anEvent({ id: 4, slug: "one", status: "draft" }),
      anEvent({ id: 5, slug: "one" }),
      anEvent({ id: 2, slug: "again" }),
      anEvent({ id: 6, slug: "two", categoryIds: [31] }),
      ...Array.from({ length: 300 }, (_, index) => anEvent({ id: 1000 + index, slug: `event-${index}` })),
    ];
    commands.length = 0;
    const answers = await store.transaction(({ events }) =>
      Promise.allSettled(asked.map((event) => events.save(event))),
    );
    expect(commands.length).to.be.below(20);
    const outcomes = answers.map((answer) => (answer.status === "fulfilled" ? answer.value : "rejected"));
    expect(outcomes.slice(0, 8)).to.deep.equal([true, false, "rejected", true, true, true, true, true]);
    expect(outcomes.slice(8)).to.deep.equal(Array(300).fill(true));
    const stored = await store.events.readAfter(0, 10);
    expect(stored.map(({ id, slug }) => [id, slug])).to.deep.equal([
      [1, "first"],
      [2, "again"],
      [4, "one"],
      [5, "one"],
      [6, "two"],
      [1000, "event-0"],
      [1001, "event-1"],
      [1002, "event-2"],
      [1003, "event-3"],
      [1004, "event-4"],
    ]);
    expect((await store.terms.find("category", 31))?.usage).to.include({ publish: 2 });
    expect((await store.events.findBySlug("two"))?.id).to.equal(6);
    expect(await store.events.save(anEvent({ id: 8, slug: "first" }))).to.equal(false);
  });

  it("sees what was asked for before it", async () => {
    const [, found, , kind, other] = await store.transaction(({ events, kindOf }) =>
      Promise.all([
        events.save(anEvent({ id: 2, slug: "two" })),
        events.find(2),
        events.save(anEvent({ id: 2, slug: "second" })),
        kindOf(2),
        kindOf(7),
      ]),
    );
    expect(found?.slug).to.equal("two");
    expect([kind, other]).to.deep.equal(["event", "venue"]);
    expect((await store.events.find(2))?.slug).to.equal("second");
  });

  it("gets as many ids as it asks for, in order, with few commands", async () => {
    const [first = 0, ...others] = await store.transaction(({ ids }) => {
      commands.length = 0;
      return Promise.all(Array.from({ length: 100 }, () => ids.next("record")));
    });
    expect(others).to.deep.equal(others.map((_, index) => first + index + 1));
    expect(commands.filter((command) => command === "findAndModify").length).to.be.at.most(2);
    expect(await store.ids.next("record")).to.equal(first + 100);
  });
});
