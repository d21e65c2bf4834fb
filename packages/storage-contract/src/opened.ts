import type { Store } from "@kalends/core";

/** Answers an empty store; called once a test or once a suite. */
export type OpenStore = () => Promise<Store>;

interface OpenedStore {
  open(): Promise<Store>;
  close(): Promise<void>;
  get(): Store;
}

const opening = (open: OpenStore): OpenedStore => {
  let store: Store | undefined;
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

/** Milliseconds: a store that is reached over a network is asked a thousand times. */
export const LONG = 120_000;

/** A store of its own for each test of the suite, closed after it. */
export const storeForEach = (open: OpenStore): (() => Store) => {
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
