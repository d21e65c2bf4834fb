import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { CalendarError } from "@kalends/core";
import { anAccount, anEvent, aVenue } from "@kalends/storage-contract";
import { openMongodbStorage, openMongodbStore } from "@kalends/store-mongodb";
import { expect } from "chai";
import type { CollectionOptions, Db, Document } from "mongodb";
import { describeWithServer, newDatabase, sharedClient } from "./shared-server.ts";

const failure = async (work: Promise<unknown>): Promise<Error> => {
  try {
    await work;
  } catch (error) {
    if (error instanceof Error) return error;
  }
  throw new Error("It was expected to fail");
};

const dbAt = async (address: string): Promise<Db> =>
  (await sharedClient()).db(new URL(address).pathname.slice(1));

const newDb = async (): Promise<Db> => dbAt(await newDatabase());

const indexesOf = async (db: Db, collection: string): Promise<readonly string[]> =>
  (await db.collection(collection).indexes()).map(({ name }) => String(name));

describeWithServer("openMongodbStore", () => {
  it("lays a database out once when ten processes open it together", async () => {
    const address = await newDatabase();
    const program = `
      import { openMongodbStore } from ${JSON.stringify(import.meta.resolve("@kalends/store-mongodb"))};
      const built = [];
      const store = await openMongodbStore(${JSON.stringify(address)}, {
        onCommand: ({ createIndexes: collection }) => collection && built.push(collection),
      });
      await store.openAccounts();
      console.log(JSON.stringify([await store.ids.next("record"), built]));
      await store.close();`;
    const run = promisify(execFile);
    const builds: readonly (readonly [id: number, built: readonly string[]])[] = await Promise.all(
      Array.from({ length: 10 }, async () => {
        const { stdout } = await run(process.execPath, ["--input-type=module", "--eval", program]);
        return JSON.parse(stdout);
      }),
    );
    const ids = builds.map(([id]) => id).toSorted((one, other) => one - other);
    expect(ids).to.deep.equal([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    const built = builds.flatMap(([, collections]) => collections);
    expect(built).to.include.members(["events", "venues", "accounts"]);
    expect(new Set(built).size).to.equal(built.length);
  }).timeout(60_000);

  it("takes over from a process that has died over it", async () => {
    const db = await newDb();
    const lease = { owner: "somebody else", until: new Date(Date.now() - 1) };
    await db.collection<Document>("layout").insertOne({ _id: "layout" as never, version: 0, lease });
    const store = await openMongodbStore({ db });
    await store.openAccounts();
    expect(await db.collection("layout").find().toArray()).to.have.deep.members([
      { _id: "layout", version: 10, clocks: ["local", "utc"] },
      { _id: "accounts", version: 10 },
    ]);
    await store.close();
  });

  it("makes the collection of accounts only for those who want accounts, whenever that is", async () => {
    const db = await newDb();
    const store = await openMongodbStore({ db });
    const names = async () => (await db.collections()).map(({ collectionName }) => collectionName);
    expect(await names())
      .to.include("events")
      .and.not.to.include("accounts");
    const accounts = await store.openAccounts();
    expect(await indexesOf(db, "accounts")).to.include("kalends_credential");
    expect(await accounts.save(anAccount({ id: 1 }))).to.equal(true);
    expect(await (await store.openAccounts()).find(1)).to.deep.equal(anAccount({ id: 1 }));
    await store.close();
  });

  describe("for a clock that lists go by", () => {
    const LISTS = /^kalends_list_.*_(local|utc)$/;
    const listIndexesOf = async (db: Db): Promise<readonly string[]> =>
      (await indexesOf(db, "events")).filter((name) => LISTS.test(name)).toSorted();
    const open = (db: Db, clock: "local" | "utc") => openMongodbStorage({ db }, { clock });

    it("creates no indexes for the other one, which come with it", async () => {
      const db = await newDb();
      const first = await open(db, "local");
      const local = await listIndexesOf(db);
      expect(local).to.include("kalends_list_all_local");
      expect(local.filter((name) => name.endsWith("_utc"))).to.deep.equal([]);
      const both = await open(db, "utc");
      expect(await listIndexesOf(db)).to.include.members([...local, "kalends_list_all_utc"]);
      expect(await both.listOldIndexes()).to.include("events.kalends_list_all_local");
      const all = await openMongodbStorage({ db });
      expect(await all.listOldIndexes()).to.deep.equal([]);
      await Promise.all([first, both, all].map(({ store }) => store.close()));
    });

    it("drops those of the other one when it is asked to, and creates them again", async () => {
      const db = await newDb();
      await (await openMongodbStorage({ db })).store.close();
      const { store, dropOldIndexes } = await open(db, "utc");
      expect(await dropOldIndexes()).to.include("events.kalends_list_all_local");
      const left = await listIndexesOf(db);
      // A list of the occurrences of one series always uses the time zone of the series, so its index is
      // kept.
      expect(left.filter((name) => name.endsWith("_local"))).to.deep.equal(["kalends_list_parent_local"]);
      await store.close();
      await (await open(db, "utc")).store.close();
      expect(await listIndexesOf(db)).to.deep.equal(left);
      await (await open(db, "local")).store.close();
      expect(await listIndexesOf(db)).to.include("kalends_list_all_local");
    });

    it("creates them again also when dropping them ended halfway", async () => {
      const db = await newDb();
      await (await openMongodbStorage({ db })).store.close();
      const dropsOne = Object.create(db, {
        collection: {
          value: (name: string, options: CollectionOptions) =>
            Object.create(db.collection(name, options), {
              dropIndex: {
                value: (index: string) =>
                  index === "kalends_list_all_local"
                    ? db.collection(name).dropIndex(index)
                    : Promise.reject(new Error("gone")),
              },
            }),
        },
      });
      const { store, dropOldIndexes } = await open(dropsOne, "utc");
      expect((await failure(dropOldIndexes())).message).to.equal("gone");
      await store.close();
      expect(await listIndexesOf(db)).not.to.include("kalends_list_all_local");
      await (await open(db, "local")).store.close();
      expect(await listIndexesOf(db)).to.include("kalends_list_all_local");
    });
  });

  it("refuses a prefix that no collection can have", async () => {
    const db = await newDb();
    for (const prefix of ["system.", ".a", "a$", "a b", "x".repeat(65)])
      expect((await failure(openMongodbStore({ db, prefix }))).message).to.contain("prefix");
  });

  describe("on a database of an older version", () => {
    const OLD = ["accounts.kalends_of_old", "blobs.files.kalends_of_old", "events.kalends_of_old"];
    let db: Db;
    beforeEach(async () => {
      db = await newDb();
      for (const collection of ["events", "accounts", "blobs.files"])
        await db.collection(collection).createIndex({ title: 1 }, { name: "kalends_of_old" });
      await db.collection("events").createIndex({ website: 1 }, { name: "mine" });
      await db.collection("events").createIndex({ _id: "hashed" });
      await db.collection<Document>("layout").insertOne({ _id: "layout" as never, version: 0 });
    });
    const open = () => openMongodbStorage({ db }, { timeout: 1000 });

    it("leaves the indexes that it had, for processes of that version", async () => {
      const { store, openBlobStore, listOldIndexes } = await open();
      await openBlobStore();
      expect([...(await listOldIndexes())].sort()).to.deep.equal(OLD);
      expect(await indexesOf(db, "events")).to.include.members([
        "kalends_of_old",
        "mine",
        "_id_hashed",
        "kalends_list_all_local",
      ]);
      await store.close();
    });

    it("drops them when it is asked to, and none of others", async () => {
      const { store, openBlobStore, listOldIndexes, dropOldIndexes } = await open();
      await openBlobStore();
      await store.openAccounts();
      const [first, second] = await Promise.all([dropOldIndexes(), dropOldIndexes()]);
      expect([...first, ...second].sort()).to.deep.equal(OLD);
      expect(await listOldIndexes()).to.deep.equal([]);
      expect(await indexesOf(db, "events"))
        .to.include.members(["mine", "_id_hashed", "kalends_list_all_local"])
        .and.not.to.include("kalends_of_old");
      await store.close();
    });

    it("drops none beside a process that changes the collections, nor of a newer version", async () => {
      const { store, dropOldIndexes } = await open();
      const layout = db.collection("layout");
      const lease = { owner: "somebody else", until: new Date(Date.now() + 600_000) };
      await layout.updateOne({ _id: "layout" as never }, { $set: { lease } });
      const dropping = dropOldIndexes();
      await layout.updateOne({ _id: "layout" as never }, { $set: { version: 999 }, $unset: { lease: "" } });
      expect((await failure(dropping)).message).to.contain("newer version");
      expect(await indexesOf(db, "events")).to.include("kalends_of_old");
      await store.close();
    });
  });

  it("refuses a database of a newer version, and one from before the first release", async () => {
    const db = await newDb();
    await (await openMongodbStore({ db })).close();
    await db.collection("layout").updateOne({}, { $set: { version: 999 } });
    expect((await failure(openMongodbStore({ db }))).message)
      .to.contain("newer version")
      .and.to.contain("999");
    await db.collection("layout").updateOne({}, { $set: { version: 9 } });
    expect((await failure(openMongodbStore({ db }))).message).to.contain("export it with that version");
  });

  it("leaves collections of a host alone in a database that it shares without a prefix", async () => {
    const db = await newDb();
    const names = ["users", "documents", "values"];
    for (const name of names) await db.collection(name).insertMany([{ host: 1 }, { host: 2 }]);
    const store = await openMongodbStore({ db });
    await store.userIds.numberOf("somebody");
    await store.documents.save({ collection: "test/notes", key: "a", value: { n: 1 } });
    await store.close();
    for (const name of names) {
      expect(await db.collection(name).countDocuments()).to.equal(2);
      expect(await db.collection(name).indexes()).to.have.length(1);
    }
  });

  it("shares a database by prefixes: one store does not see the other", async () => {
    const db = await newDb();
    const one = await openMongodbStore({ db, prefix: "one_" });
    const other = await openMongodbStore({ db, prefix: "other_" });
    await one.venues.save(aVenue({ id: 1 }));
    await one.events.save(anEvent({ id: 2, venueId: 1 }));
    await one.ids.reserve("record", 2);
    expect(await other.kindOf(2)).to.equal(undefined);
    expect(await other.ids.next("record")).to.equal(1);
    expect(await other.events.save(anEvent({ id: 2 }))).to.equal(true);
    const linked = { visible: { statuses: ["publish"] }, page: 1, perPage: 10 };
    const events = { linked: "any", visible: linked.visible } as const;
    expect((await one.venues.list({ ...linked, events })).total).to.equal(1);
    await other.venues.save(aVenue({ id: 1 }));
    expect((await other.venues.list({ ...linked, events })).total).to.equal(0);
    const names = (await db.collections()).map(({ collectionName }) => collectionName);
    expect(names.filter((name) => !/^(one|other)_/.test(name))).to.deep.equal([]);
    await Promise.all([one.close(), other.close()]);
  });

  it("never closes a client that was passed in, and refuses to go on once it is closed itself", async () => {
    const db = await newDb();
    const store = await openMongodbStore({ db });
    await Promise.all([store.close(), store.close()]);
    expect(await db.command({ ping: 1 })).to.include({ ok: 1 });
    expect((await failure(store.ping())).message).to.contain("closed");
    expect((await failure(store.events.find(1))).message).to.contain("closed");
    expect((await failure(store.events.save(anEvent()))).message).to.contain("closed");
  });

  it("finishes open units before it closes", async () => {
    const address = await newDatabase();
    const store = await openMongodbStore(address);
    const unit = store.transaction(async ({ events, ids }) => {
      const id = await ids.next("record");
      await events.save(anEvent({ id }));
    });
    await Promise.all([unit, store.close()]);
    const again = await openMongodbStore(address);
    expect(await again.events.readAfter(0, 10)).to.have.length(1);
    await again.close();
  });

  it("says after its time that there is no server", async () => {
    const begun = performance.now();
    const error = await failure(openMongodbStore("mongodb://127.0.0.1:9/nowhere", { timeout: 400 }));
    expect(error).to.be.instanceOf(CalendarError).and.to.include({ code: "rest_storage_unavailable" });
    expect(error.cause).to.be.instanceOf(Error);
    expect(performance.now() - begun).to.be.below(10_000);
  });

  it("says what is wrong with an address", async () => {
    expect((await failure(openMongodbStore("mongodb://"))).message).to.match(/hostname|host/i);
  });
});
