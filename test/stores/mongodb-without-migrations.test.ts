import {
  type Cost,
  type EventQuery,
  type ExtensionRange,
  isCalendarError,
  type VenueQuery,
} from "@kalends/core";
import { aChange, anEvent, aVenue, EVERYTHING } from "@kalends/storage-contract";
import { openMongodbStorage } from "@kalends/store-mongodb";
import { expect } from "chai";
import type { Db, Document } from "mongodb";
import { describeWithServer, newDatabase, sharedClient } from "../mongodb/shared-server.ts";

const failureOf = async (work: Promise<unknown>): Promise<string> => {
  try {
    await work;
  } catch (error) {
    if (error instanceof Error) return error.message;
  }
  throw new Error("It was expected to fail");
};

const aCost = (value: string): Cost => ({ symbol: "$", position: "prefix", values: [value] });

describeWithServer("openMongodbStorage without migrations", () => {
  let db: Db;
  beforeEach(async () => {
    db = (await sharedClient()).db(new URL(await newDatabase()).pathname.slice(1));
  });

  const open = (clock?: "local" | "utc") =>
    openMongodbStorage({ db }, { migrate: false, ...(clock !== undefined && { clock }) });

  /** Every collection with its indexes, and what the layout says. */
  const layoutOf = async (): Promise<unknown> => {
    const collections = await db.collections();
    const indexes = await Promise.all(
      collections.map(async (collection) => [collection.collectionName, await collection.indexes()]),
    );
    return [indexes.toSorted(), await db.collection("layout").find().sort({ _id: 1 }).toArray()];
  };

  const setVersion = (version: number): Promise<unknown> =>
    db.collection<Document>("layout").updateOne({ _id: "layout" as never }, { $set: { version } });

  it("refuses a database without a calendar, and creates nothing", async () => {
    expect(await failureOf(open())).to.contain("holds no calendar: run kalends migrate");
    expect(await db.collections()).to.deep.equal([]);
  });

  it("uses a layout as it is, also by a clock that has no indexes, and makes no accounts and no files", async () => {
    await (await openMongodbStorage({ db }, { clock: "local" })).store.close();
    const before = await layoutOf();
    const { store, openBlobStore } = await open("utc");
    expect(await store.events.save(anEvent())).to.equal(true);
    expect((await store.events.list({ ...EVERYTHING, clock: "utc" })).total).to.equal(1);
    expect(await failureOf(store.openAccounts())).to.contain("holds no accounts: run kalends migrate");
    expect(await failureOf(openBlobStore())).to.contain("holds no files of images: run kalends migrate");
    await store.close();
    expect(await layoutOf()).to.deep.equal(before);
  });

  it("uses accounts and files that are there", async () => {
    const made = await openMongodbStorage({ db });
    await made.store.openAccounts();
    await made.openBlobStore();
    await made.store.close();
    const { store, openBlobStore } = await open();
    expect(await (await store.openAccounts()).list()).to.deep.equal([]);
    expect(await (await openBlobStore()).readAfter("", 1)).to.deep.equal([]);
    await store.close();
  });

  /** As the version before wrote it: without values, and without the collections that have come since. */
  const writeBefore = async (version: number): Promise<void> => {
    const { store } = await openMongodbStorage({ db });
    const extensions = { test: { level: 5 } };
    await store.events.save(anEvent({ id: 1, extensions, cost: aCost("10") }));
    await store.venues.save(aVenue({ id: 3, extensions }));
    await store.close();
    for (const name of [
      ...["leases", "userIds", "pluginDocuments", "pluginValues"],
      ...["outbox", "outboxReaders", "outboxFailures"],
    ])
      await db.collection(name).drop();
    for (const name of ["events", "venues", "organizers"]) {
      await db.collection(name).dropIndex("kalends_values");
      await db.collection(name).updateMany({}, { $unset: { "derived.values": "" } });
    }
    await setVersion(version);
  };

  const level: ExtensionRange = { plugin: "test", field: "level", range: { from: 1 } };
  const byValues: readonly EventQuery[] = [
    { ...EVERYTHING, extensions: [level] },
    { ...EVERYTHING, cost: { decimalMark: ".", from: 1 } },
    { ...EVERYTHING, order: { by: "field", plugin: "test", field: "level" } },
    { ...EVERYTHING, order: { by: "cost", decimalMark: "." } },
  ];
  const venuesByValue: VenueQuery = {
    ...{ page: 1, perPage: 10, visible: EVERYTHING.visible },
    extensions: [level],
  };

  for (const version of [3, 4]) {
    it(`uses layout ${version}, but for lists by what its records lack, and what it writes stays right`, async () => {
      await writeBefore(version);
      const { store } = await open();
      expect((await store.events.list(EVERYTHING)).total).to.equal(1);
      expect(await store.events.listAfter(EVERYTHING, 0, 9)).to.have.length(1);
      const refused = async (work: Promise<unknown>): Promise<void> => {
        const error: unknown = await work.catch((thrown: unknown) => thrown);
        expect(isCalendarError(error) && error.code).to.equal("rest_storage_unavailable");
        expect(String((error as Error).cause)).to.match(
          new RegExp(`older layout \\(${version};.*run kalends migrate`),
        );
      };
      for (const query of byValues) {
        await refused(store.events.list(query));
        if (typeof query.order === "string") await refused(store.events.listAfter(query, 0, 9));
        await refused(store.transaction(({ events }) => events.list(query)));
      }
      await refused(store.events.findByField({ plugin: "test", field: "level", value: 5 }));
      await refused(store.venues.list(venuesByValue));
      await refused(store.userIds.restore({ number: 1_000_000_007, hostId: "b" }));
      const cost = aCost("20");
      await store.events.save(anEvent({ id: 2, extensions: { test: { level: 6 } }, cost, slug: "2" }));
      expect(await store.leases.acquire("a", "b", 60_000)).to.equal(true);
      expect(await store.leases.acquire("a", "c", 60_000)).to.equal(false);
      const number = await store.userIds.numberOf("a");
      await store.documents.save({ collection: "test/notes", key: "k", value: { n: 1 } });
      expect(await store.outbox.readers()).to.deep.equal([]);
      await store.transaction(({ outbox }) => outbox.append([aChange()]));
      await store.close();
      const migrated = (await openMongodbStorage({ db })).store;
      for (const query of byValues) {
        const { items } = await migrated.events.list(query);
        expect(items.map(({ id }) => id)).to.deep.equal([1, 2]);
      }
      expect((await migrated.venues.list(venuesByValue)).total).to.equal(1);
      expect(await migrated.userIds.numberOf("a")).to.equal(number);
      const noted = { collection: "test/notes", member: "n", range: { equals: 1 }, limit: 2 };
      expect(await migrated.documents.list(noted)).to.have.length(1);
      expect(await migrated.outbox.readAfter(0, 2)).to.have.length(1);
      await migrated.close();
    });
  }

  it("refuses older and newer layouts that it cannot use, and leaves them as they are", async () => {
    await (await openMongodbStorage({ db })).store.close();
    for (const [version, message] of [
      [2, "older layout (2;"],
      [99, "newer version"],
    ] as const) {
      await setVersion(version);
      const before = await layoutOf();
      expect(await failureOf(open())).to.contain(message);
      expect(await layoutOf()).to.deep.equal(before);
    }
  });
});
