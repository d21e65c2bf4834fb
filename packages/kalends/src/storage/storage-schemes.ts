import { resolve } from "node:path";
import type { BlobStore, Logger } from "@kalends/core";
import type { StorageOptions, Store, StoreWithAccounts } from "@kalends/core/storage";
import type { MongodbPlace, Sharding } from "@kalends/store-mongodb";
import { messageOf } from "../operator-error.ts";

export interface BuiltInStorageOptions extends StorageOptions {
  /** True to accept a MongoDB server that is not part of a replica set. */
  readonly mongodbStandalone: boolean;
  /** Text with which the names of all collections start in a MongoDB database. */
  readonly collectionPrefix: string;
  /** Memory for cached records, in bytes; 0 switches the cache off. */
  readonly cacheMemory: number;
  /** Time by which event lists are sorted: local time or UTC. */
  readonly clock: "local" | "utc";
  readonly logger?: Logger | undefined;
}

/** An opened store. It may also offer a storage of image files. */
export interface OpenedStorage {
  readonly store: Store | StoreWithAccounts;
  /**
   * Opens the storage of image files that the store offers. This storage is closed together with the store.
   */
  openBlobStore?(): Promise<BlobStore>;
  /**
   * Returns the names of database indexes that only older versions of Kalends, or processes with another
   * `clock`, use. Opening the storage does not drop these.
   */
  listOldIndexes?(): Promise<readonly string[]>;
  /** Drops the indexes that `listOldIndexes` returns. Returns their names. */
  dropOldIndexes?(): Promise<readonly string[]>;
  /**
   * Returns a plan for distributing the storage over a sharded cluster, with or without image files. Absent
   * if the storage cannot be sharded.
   */
  planSharding?(withFiles: boolean): Sharding;
  /**
   * Runs work that stores very many events. Prepares the storage for bulk loading, during which lists may be
   * slow.
   */
  load?<T>(work: () => Promise<T>): Promise<T>;
}

type OpenStorage = (place: string, options: BuiltInStorageOptions) => Promise<OpenedStorage>;

const MONGODB_IS_MISSING = "the MongoDB driver is not installed next to kalends: run npm install mongodb@7";

/**
 * Imports the package `@kalends/store-mongodb`. Throws an error with installation advice if its driver is
 * missing, because the driver is an optional package.
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

/** Opens a MongoDB store, at an address or in a database of the host application. */
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
 * Returns the function that opens a MongoDB storage address with this scheme. The driver needs the complete
 * address with its scheme. The path of the address is the name of the database.
 */
const atMongodb =
  (scheme: string): OpenStorage =>
  (place, options) =>
    openMongodb(`${scheme}:${place}`, options);

/**
 * Functions that open a store, by the scheme of `KALENDS_STORAGE`. Each imports its package only when it is
 * called.
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

/** Splits a storage address into its scheme and the text after the scheme. */
export const splitStorage = (storage: string): { readonly scheme: string; readonly place: string } => {
  const colon = storage.indexOf(":");
  return { scheme: storage.slice(0, colon), place: storage.slice(colon + 1) };
};

/**
 * Returns a storage address for messages: the absolute path of a SQLite file, else the address without
 * secrets.
 */
export const describeStorage = (storage: string): string => {
  const { scheme, place } = splitStorage(storage);
  return scheme === "sqlite" && place !== ":memory:" ? resolve(place.trim()) : withoutCredentials(storage);
};

/**
 * Returns a storage address without secrets. The credentials of a URL are removed, even if the password is
 * not escaped. Options are removed too, because they may contain passwords.
 */
export const withoutCredentials = (storage: string): string => {
  const { scheme, place } = splitStorage(storage);
  if (!place.startsWith("//") && !scheme.startsWith("mongodb")) return storage;
  return `${scheme}:${place.replace(/^(\/*)(?!\/).*@/s, "$1***@").replace(/\?.*$/s, "")}`;
};
