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
  /** A new, empty store. Whoever opens it closes it. */
  open(): Promise<StoreWithAccounts>;
  /** The files of images that belong to such a store, if they are kept beside it. Closed with the store. */
  openMedia?(store: Store): Promise<BlobStore>;
  /** What `KALENDS_STORAGE` calls a new, empty storage; in this directory if it is a file. */
  newAddress(directory: string, name: string): Promise<string>;
  /** The same of an empty one that may be laid out already, as others are whose calendar has been served, so that it is soon there. */
  takeAddress(directory: string, name: string): Promise<string>;
  /** Lets others have it, once nobody writes to it any more. */
  giveBack(address: string): Promise<void>;
  /** Opens the store at such an address. */
  openAt(address: string): Promise<StoreWithAccounts>;
  /** Opens the files of the images at such an address, as kept by default by a command that runs in this directory. */
  openMediaAt(address: string, directory: string): Promise<BlobStore>;
  /** Watches what is stored at such an address. */
  watch(address: string): Promise<Watched>;
}

const newFile = async (directory: string, name: string): Promise<string> =>
  `sqlite:${join(directory, `${name}.db`)}`;

const sqlite: TestStore = {
  name: "sqlite",
  open: () => openSqliteStore(":memory:"),
  newAddress: newFile,
  takeAddress: newFile,
  // It goes with its directory.
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

/** In memory, where there is such a file system: that the disk has it is for other tests. */
const FILES = existsSync("/dev/shm") ? "/dev/shm" : tmpdir();

/** In a file, as people have it: lists are read over a connection of their own while something is written. */
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
 * The stores that the environment variable `STORES` asks for, a comma list; when it is not set, SQLite, and MongoDB where a
 * server can be had.
 */
export const stores: readonly TestStore[] = pick(toPick);

/** The first of them: for what is the same whatever store is below. */
export const firstStore: readonly TestStore[] = stores.slice(0, 1);

/** The first of them, in a file if it is in memory. */
export const lastingStores: readonly TestStore[] = firstStore.map((store) =>
  store === sqlite ? sqliteFile : store,
);

/** What a run says of its stores at its beginning. */
export const describeStores = (): string => {
  const described = stores.map(({ name }) =>
    name === mongodb.name && serverSource !== undefined ? `${name} (${serverSource.description})` : name,
  );
  const missing = stores.includes(mongodb)
    ? ""
    : "; no MongoDB: STORES, MONGOD and KALENDS_TEST_MONGODB name none";
  return `stores: ${described.join(", ")}${missing}`;
};
