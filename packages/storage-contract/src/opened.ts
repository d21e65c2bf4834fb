import type { AccountStore, Store, StoreWithAccounts } from "@kalends/core";

/** Answers an empty store; called once a test or once a suite. */
export type OpenStore = () => Promise<Store>;

/** The same for accounts, wherever they are kept. */
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

/** In their order. */
export const idsOf = (records: readonly { readonly id: number }[]): readonly number[] =>
  records.map(({ id }) => id);

export const sorted = (numbers: readonly number[]): readonly number[] => [...numbers].sort((a, b) => a - b);

/** Milliseconds: a store that is reached over a network is asked a thousand times. */
export const LONG = 120_000;

/** A store of its own for each test of the suite, closed after it. */
export const storeForEach = <T extends Pick<Store, "close">>(open: () => Promise<T>): (() => T) => {
  const opened = opening(open);
  beforeEach(async () => {
    await opened.open();
  });
  afterEach(() => opened.close());
  return opened.get;
};

/** One store for a suite that only reads, filled once, closed after it. */
export const storeForAll = (open: OpenStore, fill: (store: Store) => Promise<void>): (() => Store) => {
  const opened = opening(open);
  before(async function () {
    this.timeout(LONG);
    await fill(await opened.open());
  });
  after(() => opened.close());
  return opened.get;
};

/** The same with a store of accounts. */
export const accountsForEach = (open: OpenAccounts): (() => AccountStore) => {
  const opened = storeForEach(async () => {
    const store = await open();
    return { accounts: await store.openAccounts(), close: () => store.close() };
  });
  return () => opened().accounts;
};
