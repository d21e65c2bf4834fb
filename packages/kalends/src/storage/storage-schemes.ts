import { resolve } from "node:path";
import type { BlobStore, Logger } from "@kalends/core";
import type { StorageOptions, Store, StoreWithAccounts } from "@kalends/core/storage";
import type { MongodbPlace, Sharding } from "@kalends/store-mongodb";
import { messageOf } from "../operator-error.ts";

export interface BuiltInStorageOptions extends StorageOptions {
  /** Whether a MongoDB server that is no member of a replica set will do. */
  readonly mongodbStandalone: boolean;
  /** Before the names of the collections at an address. */
  readonly collectionPrefix: string;
  /** How much memory records may take that are kept to be answered again, in bytes; 0: none is kept. */
  readonly cacheMemory: number;
  /** The clock that lists of events go by. */
  readonly clock: "local" | "utc";
  readonly logger?: Logger | undefined;
}

/** A store, and the place for the files of images that it brings along, if it does. */
export interface OpenedStorage {
  readonly store: Store | StoreWithAccounts;
  /** Ends with the store. */
  openBlobStore?(): Promise<BlobStore>;
  /** What only older versions use and opening leaves for them, where a storage has such things: the names of indexes. */
  listOldIndexes?(): Promise<readonly string[]>;
  /** Drops these and answers them. */
  dropOldIndexes?(): Promise<readonly string[]>;
  /** How to spread it over a sharded cluster, where it can be: with the files of images, or without. */
  planSharding?(withFiles: boolean): Sharding;
  /** Does what stores very many events, where a storage prepares for that; lists may be slow meanwhile. */
  load?<T>(work: () => Promise<T>): Promise<T>;
}

type OpenStorage = (place: string, options: BuiltInStorageOptions) => Promise<OpenedStorage>;

const MONGODB_IS_MISSING =
  "the package mongodb, the driver, is not installed beside kalends: npm install mongodb@7";

/** The driver comes with whoever wants it. */
const loadMongodbStore = async (): Promise<typeof import("@kalends/store-mongodb")> => {
  try {
    return await import("@kalends/store-mongodb");
  } catch (error) {
    const { code } = error as { readonly code?: unknown };
    const isMissing = code === "ERR_MODULE_NOT_FOUND" && /'mongodb'/.test(messageOf(error));
    throw isMissing ? new Error(MONGODB_IS_MISSING) : error;
  }
};

/** At an address or in a database of a host. */
export const openMongodb = async (
  place: string | MongodbPlace,
  { storageTimeout, mongodbStandalone, logger, ...options }: BuiltInStorageOptions,
): Promise<OpenedStorage> => {
  const { openMongodbStorage } = await loadMongodbStore();
  return openMongodbStorage(place, {
    timeout: storageTimeout * 1000,
    standalone: mongodbStandalone,
    ...options,
    ...(logger && { logger }),
  });
};

/** The scheme belongs to the address that the driver understands. The database is its path. */
const atMongodb =
  (scheme: string): OpenStorage =>
  (place, options) =>
    openMongodb(`${scheme}:${place}`, options);

/**
 * Storage adapters by the scheme of `KALENDS_STORAGE`; each is loaded when it is needed.
 * Source: rules/choices.md#storage-address.
 */
export const STORAGE_SCHEMES: Readonly<Record<string, OpenStorage>> = {
  sqlite: async (place, { storageTimeout, cacheMemory, create, migrate }) => {
    const { openSqliteStore } = await import("@kalends/store-sqlite");
    return {
      store: await openSqliteStore(place, {
        ...{ busyTimeout: storageTimeout * 1000, cacheMemory, create, migrate },
      }),
    };
  },
  mongodb: atMongodb("mongodb"),
  "mongodb+srv": atMongodb("mongodb+srv"),
};

/** The scheme of a storage address and what follows it. */
export const splitStorage = (storage: string): { readonly scheme: string; readonly place: string } => {
  const colon = storage.indexOf(":");
  return { scheme: storage.slice(0, colon), place: storage.slice(colon + 1) };
};

/** Where a storage is, for people: the absolute path of a SQLite file, else its address without secrets. */
export const describeStorage = (storage: string): string => {
  const { scheme, place } = splitStorage(storage);
  return scheme === "sqlite" && place !== ":memory:" ? resolve(place.trim()) : withoutCredentials(storage);
};

/**
 * The address without its secrets: the credentials of a URL and its options, which may hold passwords, too.
 * A password with characters that should have been escaped counts as one.
 */
export const withoutCredentials = (storage: string): string => {
  const { scheme, place } = splitStorage(storage);
  if (!place.startsWith("//") && !scheme.startsWith("mongodb")) return storage;
  return `${scheme}:${place.replace(/^(\/*)(?!\/).*@/s, "$1***@").replace(/\?.*$/s, "")}`;
};
