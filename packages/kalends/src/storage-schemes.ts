import type { StorageScheme } from "@kalends/core";

type OpenStorage = StorageScheme["open"];

/** Storage adapters by the scheme of `KALENDS_STORAGE`; each is loaded when it is needed. Source: 90-decisions P10. */
export const STORAGE_SCHEMES: Readonly<Record<string, OpenStorage>> = {
  sqlite: async (place, { storageTimeout, accounts }) => {
    const { openSqliteStore } = await import("@kalends/store-sqlite");
    return openSqliteStore(place, { busyTimeout: storageTimeout * 1000, accounts });
  },
};

/** The scheme of a storage address and what follows it. */
export const splitStorage = (storage: string): { readonly scheme: string; readonly place: string } => {
  const colon = storage.indexOf(":");
  return { scheme: storage.slice(0, colon), place: storage.slice(colon + 1) };
};

/** The address without what nobody else should read: the credentials of a URL. */
export const withoutCredentials = (storage: string): string => storage.replace(/\/\/[^/@]*@/, "//***@");
