import type { AccountStore, Store, StoreWithAccounts } from "@kalends/core/storage";

/** Returns a new, empty store. Called once for each test or suite. */
export type OpenStore = () => Promise<Store>;

/** Like `OpenStore`, for the store of accounts, which may be a separate store. */
export type OpenAccounts = () => Promise<Pick<StoreWithAccounts, "openAccounts" | "close">>;

interface Opened<T> {
  open(): Promise<T>;
  close(): Promise<void>;
  get(): T;
}

const opening = <T extends Pick<Store, "close">>(open: () => Promise<T>): Opened<T> => {
  let store: T | undefined;
  return {
    async open() {
      store = await open();
      return store;
    },
    async close() {
      await store?.close();
      store = undefined;
    },
    get() {
      if (store === undefined) throw new Error("No store is open: only tests and hooks may ask for it");
      return store;
    },
  };
};

/** Returns the ids of records, in their order. */
export const idsOf = (records: readonly { readonly id: number }[]): readonly number[] =>
  records.map(({ id }) => id);

export const sorted = (numbers: readonly number[]): readonly number[] => [...numbers].sort((a, b) => a - b);

/** Time limit in milliseconds for tests that send a thousand requests to a store over a network. */
export const LONG = 120_000;

/**
 * Opens a store before each test of the suite and closes it afterwards. Returns a function that returns the
 * current store.
 */
export const storeForEach = <T extends Pick<Store, "close">>(open: () => Promise<T>): (() => T) => {
  const opened = opening(open);
  beforeEach(async () => {
    await opened.open();
  });
  afterEach(() => opened.close());
  return opened.get;
};

/**
 * Opens and fills one store for a suite that only reads, and closes it after the suite. Returns a function
 * that returns the store.
 */
export const storeForAll = (open: OpenStore, fill: (store: Store) => Promise<void>): (() => Store) => {
  const opened = opening(open);
  before(async function () {
    this.timeout(LONG);
    await fill(await opened.open());
  });
  after(() => opened.close());
  return opened.get;
};

/** Like `storeForEach`, for a store of accounts. */
export const accountsForEach = (open: OpenAccounts): (() => AccountStore) => {
  const opened = storeForEach(async () => {
    const store = await open();
    return { accounts: await store.openAccounts(), close: () => store.close() };
  });
  return () => opened().accounts;
};
