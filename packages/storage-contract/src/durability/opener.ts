import type { Store } from "@kalends/core";

/** What the module at an opener's URL exports: what is kept at a place, created when there is nothing. */
interface Opener<Opened = Store> {
  readonly open: (place: string) => Promise<Opened>;
}

/** How a store, of records, accounts or blobs, that outlives its process is opened. */
export interface DurableStore {
  /** A place where there is no store yet, such as the path of a new file. */
  readonly newPlace: () => string | Promise<string>;
  /** A compiled module that exports `open(place)`; other processes import it, too. */
  readonly opener: URL;
}

/** Imports a compiled module that exports `open(place)`. */
export const importOpener = async <Opened = Store>(url: URL | string): Promise<Opener<Opened>> => {
  const module: Partial<Opener<Opened>> = await import(String(url));
  const { open } = module;
  if (typeof open !== "function") throw new TypeError(`${url} does not export a function "open"`);
  return { open };
};

/** Runs work with the store at a place and closes it, come what may. */
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
