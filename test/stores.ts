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

/** A storage adapter under test. */
export interface TestStore {
  readonly name: string;
  /** Opens a new, empty store. The caller closes it. */
  open(): Promise<StoreWithAccounts>;
  /** Opens the image files of such a store, if they are kept separately. They are closed with the store. */
  openMedia?(store: Store): Promise<BlobStore>;
  /** Returns the `KALENDS_STORAGE` value of a new, empty storage; a file is in this directory. */
  newAddress(directory: string, name: string): Promise<string>;
  /** Returns the address of an empty storage that may already have its layout, which is faster. */
  takeAddress(directory: string, name: string): Promise<string>;
  /** Makes a storage available again; nothing may write to it any more. */
  giveBack(address: string): Promise<void>;
  /** Opens the store at such an address. */
  openAt(address: string): Promise<StoreWithAccounts>;
  /**
   * Opens the image files at such an address, in the default place of a command that runs in this directory.
   */
  openMediaAt(address: string, directory: string): Promise<BlobStore>;
  /** Watches changes of the storage at such an address. */
  watch(address: string): Promise<Watched>;
}

const newFile = async (directory: string, name: string): Promise<string> =>
  `sqlite:${join(directory, `${name}.db`)}`;

const sqlite: TestStore = {
  name: "sqlite",
  open: () => openSqliteStore(":memory:"),
  newAddress: newFile,
  takeAddress: newFile,
  // The file is deleted with its directory.
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

/** Folder for files, in memory if possible: other tests check that data reach the disk. */
const FILES = existsSync("/dev/shm") ? "/dev/shm" : tmpdir();

/** SQLite in a file, like an installation: lists are read over a separate connection during writes. */
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
 * Stores that the environment variable `STORES` lists, separated by commas. By default SQLite, and MongoDB if
 * a server is available.
 */
export const stores: readonly TestStore[] = pick(toPick);

/** The first store, for behaviour that does not depend on the store. */
export const firstStore: readonly TestStore[] = stores.slice(0, 1);

/** The first store, in a file if it is in memory. */
export const lastingStores: readonly TestStore[] = firstStore.map((store) =>
  store === sqlite ? sqliteFile : store,
);

/** Returns a line about the stores, printed at the start of a run. */
export const describeStores = (): string => {
  const described = stores.map(({ name }) =>
    name === mongodb.name && serverSource !== undefined ? `${name} (${serverSource.description})` : name,
  );
  const missing = stores.includes(mongodb)
    ? ""
    : "; no MongoDB: STORES, MONGOD and KALENDS_TEST_MONGODB name none";
  return `stores: ${described.join(", ")}${missing}`;
};
