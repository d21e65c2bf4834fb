import { anEvent } from "@kalends/storage-contract";
import { openMongodbStorage } from "@kalends/store-mongodb";
import { expect } from "chai";
import type { Db } from "mongodb";
import { describeWithServer, newDatabase, sharedClient } from "./shared-server.ts";

const newDb = async (): Promise<Db> =>
  (await sharedClient()).db(new URL(await newDatabase()).pathname.slice(1));

const ofEvents = async (db: Db): Promise<readonly string[]> =>
  (await db.collection("events").indexes()).map(({ name }) => String(name)).toSorted();

describeWithServer("a load of very many events into store-mongodb", () => {
  for (const clock of ["local", "utc", undefined] as const)
    it(`makes the indexes afterwards, by ${clock ?? "both clocks"}`, async () => {
      const db = await newDb();
      const { store, load } = await openMongodbStorage({ db }, { ...(clock && { clock }) });
      const [before, layout] = [await ofEvents(db), await db.collection("layout").find().toArray()];
      const answer = await load(async () => {
        expect(await ofEvents(db)).to.deep.equal(["_id_"]);
        return store.events.save(anEvent({ id: 1 }));
      });
      expect(answer).to.equal(true);
      expect(await ofEvents(db)).to.deep.equal(before);
      expect(await db.collection("layout").find().toArray()).to.deep.equal(layout);
      await store.close();
    });

  it("makes them when it fails, too", async () => {
    const db = await newDb();
    const { store, load } = await openMongodbStorage({ db });
    const before = await ofEvents(db);
    const failed = load(() => Promise.reject(new Error("no more")));
    expect(await failed.catch((error: Error) => error.message)).to.equal("no more");
    expect(await ofEvents(db)).to.deep.equal(before);
    await store.close();
  });

  it("tells what it failed with, even when they cannot be made again", async () => {
    const db = await newDb();
    const { store, load } = await openMongodbStorage({ db });
    const failed = load(async () => {
      await db.collection("layout").updateOne({}, { $set: { version: 1_000_000 } });
      throw new Error("no more");
    });
    expect(await failed.catch((error: Error) => error.message)).to.equal("no more");
    await store.close();
  });

  it("leaves them to the next one that opens the store when it never ends, for all clocks", async () => {
    const db = await newDb();
    const both = await openMongodbStorage({ db });
    const before = await ofEvents(db);
    await new Promise<void>((resolve) => {
      void both.load(() => {
        resolve();
        return new Promise(() => {});
      });
    });
    for (const clock of ["utc", "local"] as const)
      await (await openMongodbStorage({ db }, { clock })).store.close();
    expect(await ofEvents(db)).to.deep.equal(before);
    await both.store.close();
  });

  it("keeps them where there are events", async () => {
    const db = await newDb();
    const { store, load } = await openMongodbStorage({ db });
    await store.events.save(anEvent({ id: 1 }));
    const before = await ofEvents(db);
    await load(async () => expect(await ofEvents(db)).to.deep.equal(before));
    await store.close();
  });
});
