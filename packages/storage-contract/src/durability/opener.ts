import type { Store } from "@kalends/core/storage";

/** Exports of an opener module. `open` opens the store at a place and creates it if necessary. */
interface Opener<Opened = Store> {
  readonly open: (place: string) => Promise<Opened>;
}

/** How to open a durable store of records, accounts or blobs. */
export interface DurableStore {
  /** Returns a place without a store, such as the path of a new file. */
  readonly newPlace: () => string | Promise<string>;
  /** Compiled module that exports `open(place)`; other processes import it as well. */
  readonly opener: URL;
}

/** Imports a compiled module that exports `open(place)`. */
export const importOpener = async <Opened = Store>(url: URL | string): Promise<Opener<Opened>> => {
  const module: Partial<Opener<Opened>> = await import(String(url));
  const { open } = module;
  if (typeof open !== "function") throw new TypeError(`${url} does not export a function "open"`);
  return { open };
};

/** Runs work with the store at a place and always closes it. */
export type Use<Opened> = <T>(place: string, work: (opened: Opened) => Promise<T>) => Promise<T>;

export const createUse =
  <Opened extends Pick<Store, "close"> = Store>(opener: URL): Use<Opened> =>
  async (place, work) => {
    const { open } = await importOpener<Opened>(opener);
    const opened = await open(place);
    try {
      return await work(opened);
    } finally {
      await opened.close();
    }
  };
