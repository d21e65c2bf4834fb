import type { StorageOptions, Store } from "@kalends/core";
import type { MongodbPlace } from "@kalends/store-mongodb";

export interface BuiltInStorageOptions extends StorageOptions {
  /** Whether a MongoDB server that is no member of a replica set will do. */
  readonly mongodbStandalone: boolean;
}

type OpenStorage = (place: string, options: BuiltInStorageOptions) => Promise<Store>;

/** At an address, whose path is the database, or in a database that the host has connected to. */
export const openMongodb = async (
  place: string | MongodbPlace,
  { storageTimeout, mongodbStandalone }: BuiltInStorageOptions,
): Promise<Store> => {
  const { openMongodbStore } = await import("@kalends/store-mongodb");
  return openMongodbStore(place, { timeout: storageTimeout * 1000, standalone: mongodbStandalone });
};

/** The scheme belongs to the address that the driver understands. */
const atMongodb =
  (scheme: string): OpenStorage =>
  (place, options) =>
    openMongodb(`${scheme}:${place}`, options);

/** Storage adapters by the scheme of `KALENDS_STORAGE`; each is loaded when it is needed. Source: 90-decisions P10. */
export const STORAGE_SCHEMES: Readonly<Record<string, OpenStorage>> = {
  sqlite: async (place, { storageTimeout, accounts }) => {
    const { openSqliteStore } = await import("@kalends/store-sqlite");
    return openSqliteStore(place, { busyTimeout: storageTimeout * 1000, accounts });
  },
  mongodb: atMongodb("mongodb"),
  "mongodb+srv": atMongodb("mongodb+srv"),
};

/** The scheme of a storage address and what follows it. */
export const splitStorage = (storage: string): { readonly scheme: string; readonly place: string } => {
  const colon = storage.indexOf(":");
  return { scheme: storage.slice(0, colon), place: storage.slice(colon + 1) };
};

/**
 * The address without what nobody else should read: the credentials of a URL and its options, which may hold passwords, too.
 * A password with characters that should have been escaped counts as one.
 */
export const withoutCredentials = (storage: string): string => {
  const { scheme, place } = splitStorage(storage);
  if (!place.startsWith("//") && !scheme.startsWith("mongodb")) return storage;
  return `${scheme}:${place.replace(/^(\/*).*@/s, "$1***@").replace(/\?.*$/s, "")}`;
};
