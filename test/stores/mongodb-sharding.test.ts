import { readFileSync } from "node:fs";
import { runInNewContext } from "node:vm";
import { anEvent } from "@kalends/storage-contract";
import { openMongodbStorage } from "@kalends/store-mongodb";
import { expect } from "chai";
import type { Document } from "mongodb";
import { describeWithServer, newDatabase, sharedClient } from "../mongodb/shared-server.ts";

const PAGE = readFileSync(new URL("../../../docs/scaling.md", import.meta.url), "utf8");
const BLOCKS = [...PAGE.matchAll(/^```js\n(.*?)^```$/gms)].map(([, block = ""]) => block);
const RECIPE = BLOCKS.find((block) => block.includes("shardCollection")) ?? "";

interface Sharded {
  readonly collection: string;
  readonly key: Document;
}

/** The part of a shell on a router that the recipe uses, with the rules that a router has for collections with documents. */
const createShell = (indexes: ReadonlyMap<string, Document[]>) => {
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
          expect(database).to.equal("kalends");
          indexesOf(collection).push({ key });
          created.push({ collection, key });
        },
      }),
    }),
  };
  const sh = {
    enableSharding: (database: string) => expect(database).to.equal("kalends"),
    shardCollection(namespace: string, key: Document) {
      const collection = namespace.replace(/^kalends\./, "");
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

describeWithServer("the sharding recipe of docs/scaling.md", () => {
  it("shards collections that hold documents, by indexes that are there or that it makes", async () => {
    const address = await newDatabase();
    const database = (await sharedClient()).db(new URL(address).pathname.slice(1));
    const { store, openBlobStore } = await openMongodbStorage({ db: database });
    await openBlobStore();
    await store.events.save(anEvent({ id: 1 }));
    const names = (await database.listCollections().toArray()).map(({ name }) => name);
    const indexes = new Map<string, Document[]>();
    for (const name of names) indexes.set(name, await database.collection(name).indexes());

    const { db, sh, sharded, created } = createShell(indexes);
    runInNewContext(RECIPE, { db, sh });
    expect(sharded.map(({ collection }) => collection)).to.have.members([
      "events",
      "claims",
      "venues",
      "organizers",
      "images",
      "blobs.chunks",
    ]);

    // The server takes these, and neither opening nor dropping takes them away.
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
