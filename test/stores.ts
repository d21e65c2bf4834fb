import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { BlobStore } from "@kalends/core";
import type { Store, StoreWithAccounts } from "@kalends/core/storage";
import { openDirectoryBlobStore } from "@kalends/media";
import { openSqliteStore } from "@kalends/store-sqlite";
import Database from "better-sqlite3";
import {
  giveBackDatabase,
  openEmptyMedia,
  openEmptyStore,
  openMongodbAddress,
  openMongodbMedia,
  takeDatabase,
  type Watched,
  watchDatabase,
} from "./mongodb/empty-stores.ts";
import { newDatabase, serverSource } from "./mongodb/shared-server.ts";

/** Storage adapter under test. */
export interface TestStore {
  readonly name: string;
  /** Opens a new and empty store. The caller must close it. */
  open(): Promise<StoreWithAccounts>;
  /**
   * Opens the image files of a store, if the adapter stores them separately. Closing the store also closes
   * them.
   */
  openMedia?(store: Store): Promise<BlobStore>;
  /**
   * Returns the address of a new and empty storage, for `KALENDS_STORAGE`. If the storage is a file, it is in
   * this directory.
   */
  newAddress(directory: string, name: string): Promise<string>;
  /**
   * Returns the address of an empty storage. Its layout may exist already, which makes the first start
   * faster.
   */
  takeAddress(directory: string, name: string): Promise<string>;
  /** Makes a storage of `takeAddress` available for other tests. No process may still write to it. */
  giveBack(address: string): Promise<void>;
  /** Opens the store at an address of `newAddress` or `takeAddress`. */
  openAt(address: string): Promise<StoreWithAccounts>;
  /** Opens the image files of an address where a command that runs in `directory` stores them by default. */
  openMediaAt(address: string, directory: string): Promise<BlobStore>;
  /** Creates an observer for changes of the storage at this address. */
  watch(address: string): Promise<Watched>;
}

const newFile = async (directory: string, name: string): Promise<string> =>
  `sqlite:${join(directory, `${name}.db`)}`;

const sqlite: TestStore = {
  name: "sqlite",
  open: () => openSqliteStore(":memory:"),
  newAddress: newFile,
  takeAddress: newFile,
  // The file is deleted together with its directory.
  giveBack: async () => {},
  openAt: (address) => openSqliteStore(address.slice("sqlite:".length)),
  openMediaAt: (_, directory) => openDirectoryBlobStore(join(directory, "kalends-media")),
  async watch(address) {
    const database = new Database(address.slice("sqlite:".length), { readonly: true });
    const version = async (): Promise<unknown> => database.pragma("data_version", { simple: true });
    return {
      version,
      contents: version,
      close: async () => void database.close(),
    };
  },
};

/** Folder for files, in memory if possible. Tests in which data must reach a disk use other folders. */
const FILES = existsSync("/dev/shm") ? "/dev/shm" : tmpdir();

/** SQLite in a file, as in a real installation. During writes, lists are read with a separate connection. */
const sqliteFile: TestStore = {
  ...sqlite,
  name: "sqlite in a file",
  async open() {
    const directory = await mkdtemp(join(FILES, "kalends-store-"));
    const store = await openSqliteStore(join(directory, "calendar.db"));
    return {
      ...store,
      async close() {
        await store.close();
        await rm(directory, { recursive: true, force: true });
      },
    };
  },
};

const mongodb: TestStore = {
  name: "mongodb",
  open: openEmptyStore,
  openMedia: openEmptyMedia,
  newAddress: newDatabase,
  takeAddress: takeDatabase,
  giveBack: giveBackDatabase,
  openAt: openMongodbAddress,
  openMediaAt: openMongodbMedia,
  watch: watchDatabase,
};

const KNOWN: readonly TestStore[] = [sqlite, mongodb];

const pick = (names: string): readonly TestStore[] =>
  names.split(",").map((name) => {
    const store = KNOWN.find((known) => known.name === name.trim());
    if (store === undefined) {
      throw new Error(
        `STORES names the unknown store "${name}"; known: ${KNOWN.map((known) => known.name).join(", ")}`,
      );
    }
    return store;
  });

const toPick = process.env.STORES || (serverSource === undefined ? "sqlite" : "sqlite,mongodb");

/**
 * Stores that the environment variable `STORES` lists, separated by commas. Default: SQLite, and MongoDB if a
 * server is available.
 */
export const stores: readonly TestStore[] = pick(toPick);

/** First store under test. Use it for behaviour that does not depend on the store. */
export const firstStore: readonly TestStore[] = stores.slice(0, 1);

/** First store under test, but SQLite in a file instead of in memory. */
export const lastingStores: readonly TestStore[] = firstStore.map((store) =>
  store === sqlite ? sqliteFile : store,
);

/** Returns a line that names the stores. It is printed when a test run starts. */
export const describeStores = (): string => {
  const described = stores.map(({ name }) =>
    name === mongodb.name && serverSource !== undefined ? `${name} (${serverSource.description})` : name,
  );
  const missing = stores.includes(mongodb)
    ? ""
    : "; no MongoDB: STORES, MONGOD and KALENDS_TEST_MONGODB name none";
  return `stores: ${described.join(", ")}${missing}`;
};
