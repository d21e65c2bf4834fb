import { createHash } from "node:crypto";
import type { BlobStore } from "@kalends/core";
import type { Store, StoreWithAccounts } from "@kalends/core/storage";
import { openMongodbBlobStore, openMongodbStorage, openMongodbStore } from "@kalends/store-mongodb";
import type { Db, Document } from "mongodb";
import { databaseAddress, newDatabase, sharedClient, takeWritten } from "./shared-server.ts";

/** What the store knows of its own layout: it stays when a database is emptied. */
const LAYOUT = "layout";

/** Databases that are laid out and empty: to lay one out takes longer than most tests. */
const free: Db[] = [];

/** Where the stores are that were answered. */
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

/** The address of a database that is laid out and empty. */
export const takeDatabase = async (): Promise<string> => databaseAddress((await takeDb()).databaseName);

/** Lets others have it, once nobody writes to it any more. */
export const giveBackDatabase = async (address: string): Promise<void> => {
  const db = await dbAt(address);
  const collections = await db.listCollections({}, { nameOnly: true }).toArray();
  return giveBack(
    db,
    collections.map(({ name }) => name),
  );
};

/** Opens an empty store on the shared server, through a connection that many share. */
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

/** Opens the files of images beside a store that `openEmptyStore` answered. */
export const openEmptyMedia = async (store: Store): Promise<BlobStore> => {
  const db = places.get(store);
  if (db === undefined) throw new Error("The store is not one of these");
  return openMongodbBlobStore({ db });
};

/** Opens the store at an address, over a connection of its own. */
export const openMongodbAddress = (address: string): Promise<StoreWithAccounts> => openMongodbStore(address);

/** Opens the files of the images there, over a connection of its own. */
export const openMongodbMedia = (address: string): Promise<BlobStore> => openMongodbBlobStore(address);

/** Without what the store tidies up by itself a moment after commits: changes of the usage of terms, added to these. */
const LASTING: Document = { _id: { $not: /^guard\/usage/ } };
const USAGE = "usage";

/** Each transaction that writes leaves a mark of its own. */
const MARKS: Document = { _id: /^commit\// };

/** Watches a database: by the marks of its transactions, and by every byte of its documents. */
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
        // Raw documents are bytes.
        for (const document of documents) hash.update(document as unknown as Uint8Array);
      }
      return hash.digest("hex");
    },
    close: async () => {},
  };
};

/** A storage under observation. */
export interface Watched {
  /** Changes with most changes of the storage, whoever makes them; soon answered. */
  version(): Promise<unknown>;
  /** Changes with every change. */
  contents(): Promise<unknown>;
  close(): Promise<void>;
}
