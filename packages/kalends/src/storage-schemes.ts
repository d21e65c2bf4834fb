import type { Store } from "@kalends/core";

/** What opening a store may depend on besides its place. */
export interface StorageOptions {
  /** How long to wait for a busy or distant store before giving up, in seconds. */
  readonly storageTimeout: number;
  /** Whether a MongoDB server that is no member of a replica set will do. */
  readonly mongodbStandalone: boolean;
}

/** Opens the store at the place that follows the scheme and its colon. */
export type OpenStorage = (place: string, options: StorageOptions) => Promise<Store>;

/** The scheme belongs to the address that the driver understands. The database is its path. */
const atMongodb =
  (scheme: string): OpenStorage =>
  async (place, { storageTimeout, mongodbStandalone }) => {
    const { openMongodbStore } = await import("@kalends/store-mongodb");
    return openMongodbStore(`${scheme}:${place}`, {
      timeout: storageTimeout * 1000,
      standalone: mongodbStandalone,
    });
  };

/** Storage adapters by the scheme of `KALENDS_STORAGE`; each is loaded when it is needed. Source: 90-decisions P10. */
export const STORAGE_SCHEMES: Readonly<Record<string, OpenStorage>> = {
  sqlite: async (place, { storageTimeout }) => {
    const { openSqliteStore } = await import("@kalends/store-sqlite");
    return openSqliteStore(place, { busyTimeout: storageTimeout * 1000 });
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
