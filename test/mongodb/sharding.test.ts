import { runInNewContext } from "node:vm";
import { anEvent } from "@kalends/storage-contract";
import { openMongodbStorage } from "@kalends/store-mongodb";
import { planSharding } from "@kalends/store-mongodb/internals";
import { expect } from "chai";
import type { Document } from "mongodb";
import { describeWithServer, newDatabase, sharedClient } from "./shared-server.ts";

interface Sharded {
  readonly collection: string;
  readonly key: Document;
}

/**
 * Creates a fake of the shell methods that the sharding recipe calls. It follows the rules of a router for
 * collections that contain documents.
 */
const createShell = (name: string, indexes: ReadonlyMap<string, Document[]>) => {
  const sharded: Sharded[] = [];
  const created: Sharded[] = [];
  const indexesOf = (collection: string): Document[] => {
    const found = indexes.get(collection);
    if (found === undefined) throw new Error(`There is no collection ${collection}`);
    return found;
  };
  const beginsWith = (index: Document, key: Document): boolean =>
    JSON.stringify(Object.entries(index).slice(0, Object.keys(key).length)) ===
    JSON.stringify(Object.entries(key));
  const db = {
    getSiblingDB: (database: string) => ({
      getCollection: (collection: string) => ({
        createIndex(key: Document) {
          expect(database).to.equal(name);
          indexesOf(collection).push({ key });
          created.push({ collection, key });
        },
      }),
    }),
  };
  const sh = {
    enableSharding: (database: string) => expect(database).to.equal(name),
    shardCollection(namespace: string, key: Document) {
      const collection = namespace.slice(name.length + 1);
      const has = indexesOf(collection);
      expect(
        has.some((index) => beginsWith(index.key, key)),
        `${collection} needs an index that begins with the shard key`,
      ).to.equal(true);
      for (const index of has.filter(({ unique }) => unique === true))
        expect(beginsWith(index.key, key), `${index.name} is unique`).to.equal(true);
      sharded.push({ collection, key });
    },
  };
  return { db, sh, sharded, created };
};

/** Creates a fake router that records its commands. `msg` is a member of its response to `hello`. */
const createCluster = (msg?: string) => {
  const sent: Document[] = [];
  const admin = {
    async command(command: Document) {
      if (!("hello" in command)) sent.push(command);
      return { ok: 1, msg };
    },
  };
  const collection = (name: string) => ({
    createIndex: async (key: Document) => void sent.push({ createIndex: name, key }),
  });
  const connection = {
    client: { db: () => admin },
    db: { databaseName: "events", collection },
    prefix: "a_",
  };
  // Cast: `planSharding` uses only this part of a connection.
  return { plan: planSharding(connection as never, true), sent };
};

describe("the plan of sharding", () => {
  it("is carried out on a router, index first", async () => {
    const { plan, sent } = createCluster("isdbgrid");
    const done: string[] = [];
    await plan.apply((line) => void done.push(line));
    expect(done).to.deep.equal(plan.commands);
    expect(sent.slice(0, 3)).to.deep.equal([
      { enableSharding: "events" },
      { createIndex: "a_events", key: { _id: "hashed" } },
      { shardCollection: "events.a_events", key: { _id: "hashed" } },
    ]);
    expect(sent).to.have.length(plan.commands.length);
    expect(sent.at(-1)).to.deep.equal({
      shardCollection: "events.a_blobs.chunks",
      key: { files_id: 1, n: 1 },
    });
  });

  it("is refused by another server, and changes nothing", async () => {
    const { plan, sent } = createCluster();
    const failure = await plan.apply(() => {}).catch((error: unknown) => error);
    expect(String(failure)).to.contain("no mongos");
    expect(sent).to.deep.equal([]);
  });
});

describeWithServer("what kalends shard prints", () => {
  it("shards collections that hold documents, by indexes that are there or that it makes", async () => {
    const address = await newDatabase();
    const database = (await sharedClient()).db(new URL(address).pathname.slice(1));
    const { store, openBlobStore, planSharding: plan } = await openMongodbStorage({ db: database });
    await openBlobStore();
    await store.events.save(anEvent({ id: 1 }));
    const names = (await database.listCollections().toArray()).map(({ name }) => name);
    const indexes = new Map<string, Document[]>();
    for (const name of names) indexes.set(name, await database.collection(name).indexes());

    const { db, sh, sharded, created } = createShell(database.databaseName, indexes);
    runInNewContext(plan(true).commands.join("\n"), { db, sh });
    expect(plan(false).commands).to.deep.equal(plan(true).commands.slice(0, -1));
    expect(sharded.map(({ collection }) => collection)).to.have.members([
      "events",
      "claims",
      "venues",
      "organizers",
      "images",
      "blobs.chunks",
    ]);

    // The server accepts the indexes, and opening the storage or removing old indexes keeps them.
    for (const { collection, key } of created) await database.collection(collection).createIndex(key);
    const again = await openMongodbStorage({ db: database });
    expect(await again.dropOldIndexes()).to.deep.equal([]);
    expect(created).not.to.deep.equal([]);
    for (const { collection, key } of created) {
      const keys = (await database.collection(collection).indexes()).map((index) => index.key);
      expect(keys).to.deep.include(key);
    }
    await Promise.all([store.close(), again.store.close()]);
  });
});
