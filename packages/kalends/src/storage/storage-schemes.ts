import { resolve } from "node:path";
import type { BlobStore, Logger } from "@kalends/core";
import type { StorageOptions, Store, StoreWithAccounts } from "@kalends/core/storage";
import type { MongodbPlace, Sharding } from "@kalends/store-mongodb";
import { messageOf } from "../operator-error.ts";

export interface BuiltInStorageOptions extends StorageOptions {
  /** True to accept a MongoDB server that is not part of a replica set. */
  readonly mongodbStandalone: boolean;
  /** Prefix of the collection names in a MongoDB database. */
  readonly collectionPrefix: string;
  /** Memory for cached records in bytes; 0 switches the cache off. */
  readonly cacheMemory: number;
  /** Clock by which event lists are sorted. */
  readonly clock: "local" | "utc";
  readonly logger?: Logger | undefined;
}

/** Opened store, with the storage of image files if it provides one. */
export interface OpenedStorage {
  readonly store: Store | StoreWithAccounts;
  /** Opens the storage of image files. It is closed together with the store. */
  openBlobStore?(): Promise<BlobStore>;
  /** Returns the names of indexes that only older versions use, and that opening keeps for them. */
  listOldIndexes?(): Promise<readonly string[]>;
  /** Drops these indexes and returns their names. */
  dropOldIndexes?(): Promise<readonly string[]>;
  /**
   * Plans how to spread the storage over a sharded cluster, with or without image files. Absent if it cannot
   * be sharded.
   */
  planSharding?(withFiles: boolean): Sharding;
  /**
   * Runs work that stores very many events, after preparing the storage for it. Lists may be slow meanwhile.
   */
  load?<T>(work: () => Promise<T>): Promise<T>;
}

type OpenStorage = (place: string, options: BuiltInStorageOptions) => Promise<OpenedStorage>;

const MONGODB_IS_MISSING = "the MongoDB driver is not installed next to kalends: run npm install mongodb@7";

/**
 * Imports the MongoDB adapter. Throws an error with installation advice if the driver is missing, because the
 * driver is an optional package.
 */
const loadMongodbStore = async (): Promise<typeof import("@kalends/store-mongodb")> => {
  try {
    return await import("@kalends/store-mongodb");
  } catch (error) {
    const { code } = error as { readonly code?: unknown };
    const isMissing = code === "ERR_MODULE_NOT_FOUND" && /'mongodb'/.test(messageOf(error));
    throw isMissing ? new Error(MONGODB_IS_MISSING) : error;
  }
};

/** Opens a MongoDB store at an address or in a database of a host application. */
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

/**
 * Returns the opener for a scheme. The driver needs the scheme as part of the address; the path names the
 * database.
 */
const atMongodb =
  (scheme: string): OpenStorage =>
  (place, options) =>
    openMongodb(`${scheme}:${place}`, options);

/**
 * Storage adapters by the scheme of `KALENDS_STORAGE`; each is imported when it is needed.
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

/** Splits a storage address into its scheme and the text after it. */
export const splitStorage = (storage: string): { readonly scheme: string; readonly place: string } => {
  const colon = storage.indexOf(":");
  return { scheme: storage.slice(0, colon), place: storage.slice(colon + 1) };
};

/**
 * Returns the place of a storage for messages: the absolute path of a SQLite file, or else the address
 * without secrets.
 */
export const describeStorage = (storage: string): string => {
  const { scheme, place } = splitStorage(storage);
  return scheme === "sqlite" && place !== ":memory:" ? resolve(place.trim()) : withoutCredentials(storage);
};

/**
 * Returns a storage address without secrets: without the credentials of a URL, and without its options, which
 * may contain passwords. An unescaped password is recognised, too.
 */
export const withoutCredentials = (storage: string): string => {
  const { scheme, place } = splitStorage(storage);
  if (!place.startsWith("//") && !scheme.startsWith("mongodb")) return storage;
  return `${scheme}:${place.replace(/^(\/*)(?!\/).*@/s, "$1***@").replace(/\?.*$/s, "")}`;
};
