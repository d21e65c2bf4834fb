import { createHash } from "node:crypto";
import type { BlobStore } from "@kalends/core";
import type { Store, StoreWithAccounts } from "@kalends/core/storage";
import { openMongodbBlobStore, openMongodbStorage, openMongodbStore } from "@kalends/store-mongodb";
import type { Db, Document } from "mongodb";
import { databaseAddress, newDatabase, sharedClient, takeWritten } from "./shared-server.ts";

/** Collection with the version of the layout. It is kept when a database is emptied. */
const LAYOUT = "layout";

/**
 * Empty databases whose layout exists already, for reuse. Creating the layout takes longer than most tests.
 */
const free: Db[] = [];

/** Database of each store that was opened by this module. */
const places = new WeakMap<Store, Db>();

const dbAt = async (address: string): Promise<Db> =>
  (await sharedClient()).db(new URL(address).pathname.slice(1));

const takeDb = async (): Promise<Db> => {
  const known = free.pop();
  if (known !== undefined) return known;
  const db = await dbAt(await newDatabase());
  const { store, openBlobStore } = await openMongodbStorage({ db, prefix: "" });
  await store.openAccounts();
  await openBlobStore();
  await store.close();
  return db;
};

const giveBack = async (db: Db, collections: readonly string[]): Promise<void> => {
  const filled = collections.filter((name) => name !== LAYOUT);
  await Promise.all(filled.map((name) => db.collection(name).deleteMany({})));
  takeWritten(db.databaseName);
  free.push(db);
};

/** Returns the address of an empty database whose layout exists already. */
export const takeDatabase = async (): Promise<string> => databaseAddress((await takeDb()).databaseName);

/** Empties a database and makes it available for other tests. No process may still write to it. */
export const giveBackDatabase = async (address: string): Promise<void> => {
  const db = await dbAt(address);
  const collections = await db.listCollections({}, { nameOnly: true }).toArray();
  return giveBack(
    db,
    collections.map(({ name }) => name),
  );
};

/** Opens an empty store on the shared server. It uses a connection that all stores share. */
export const openEmptyStore = async (): Promise<StoreWithAccounts> => {
  const db = await takeDb();
  const store = await openMongodbStore({ db, prefix: "" });
  let isClosed = false;
  const opened: StoreWithAccounts = {
    ...store,
    async close() {
      await store.close();
      if (isClosed) return;
      isClosed = true;
      await giveBack(db, takeWritten(db.databaseName));
    },
  };
  places.set(opened, db);
  return opened;
};

/** Opens the image files that belong to a store of `openEmptyStore`. */
export const openEmptyMedia = async (store: Store): Promise<BlobStore> => {
  const db = places.get(store);
  if (db === undefined) throw new Error("The store is not one of these");
  return openMongodbBlobStore({ db });
};

/** Opens the store at an address with a connection of its own. */
export const openMongodbAddress = (address: string): Promise<StoreWithAccounts> => openMongodbStore(address);

/** Opens the image files at an address with a connection of their own. */
export const openMongodbMedia = (address: string): Promise<BlobStore> => openMongodbBlobStore(address);

/** Filter without pending changes of usage counts. The store adds these up shortly after a commit. */
const LASTING: Document = { _id: { $not: /^guard\/usage/ } };
const USAGE = "usage";

/** Filter for the marker documents that each writing transaction updates. */
const MARKS: Document = { _id: /^commit\// };

/**
 * Creates an observer of a database. `version` uses the markers of transactions; `contents` uses every byte
 * of all documents.
 */
export const watchDatabase = async (address: string): Promise<Watched> => {
  const db = await dbAt(address);
  const collections = await db.collections();
  const names = collections
    .map(({ collectionName }) => collectionName)
    .filter((name) => name !== USAGE)
    .toSorted();
  return {
    async version() {
      const marks = await db.collection("keys").find(MARKS).toArray();
      return marks
        .map((mark) => JSON.stringify(mark))
        .toSorted()
        .join();
    },
    async contents() {
      const found = names.map((name) =>
        db.collection(name).find(LASTING, { raw: true, sort: { _id: 1 }, projection: { [USAGE]: 0 } }),
      );
      const hash = createHash("sha256");
      for (const documents of await Promise.all(found.map((cursor) => cursor.toArray()))) {
        hash.update(String(documents.length));
        // Raw BSON documents are byte arrays.
        for (const document of documents) hash.update(document as unknown as Uint8Array);
      }
      return hash.digest("hex");
    },
    close: async () => {},
  };
};

/** Observer of a storage. */
export interface Watched {
  /** Returns a value that changes with most changes of the storage. Faster than `contents`. */
  version(): Promise<unknown>;
  /** Returns a value that changes with every change of the storage. */
  contents(): Promise<unknown>;
  close(): Promise<void>;
}
