import { anEvent, EVERYTHING } from "@kalends/storage-contract";
import { openMongodbStorage } from "@kalends/store-mongodb";
import { expect } from "chai";
import type { Db, Document } from "mongodb";
import { describeWithServer, newDatabase, sharedClient } from "./shared-server.ts";

const failureOf = async (work: Promise<unknown>): Promise<string> => {
  try {
    await work;
  } catch (error) {
    if (error instanceof Error) return error.message;
  }
  throw new Error("It was expected to fail");
};

describeWithServer("openMongodbStorage without migrations", () => {
  let db: Db;
  beforeEach(async () => {
    db = (await sharedClient()).db(new URL(await newDatabase()).pathname.slice(1));
  });

  const open = (clock?: "local" | "utc") =>
    openMongodbStorage({ db }, { migrate: false, ...(clock !== undefined && { clock }) });

  /** Returns all collections with their indexes, and the layout document. */
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

  it("refuses layouts of other versions, and leaves them as they are", async () => {
    await (await openMongodbStorage({ db })).store.close();
    for (const [version, message] of [
      [0, "older layout (0;"],
      [9, "from before the first release"],
      [99, "newer version"],
    ] as const) {
      await setVersion(version);
      const before = await layoutOf();
      expect(await failureOf(open())).to.contain(message);
      expect(await layoutOf()).to.deep.equal(before);
    }
  });
});
