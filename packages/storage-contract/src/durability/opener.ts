import type { Store } from "@kalends/core/storage";

/**
 * Exports of an opener module. `open` opens the store at a place, and creates the store if it does not exist.
 */
interface Opener<Opened = Store> {
  readonly open: (place: string) => Promise<Opened>;
}

/** Description of how tests open a durable store of records, accounts or blobs. */
export interface DurableStore {
  /** Returns a place at which no store exists, such as the path of a new file. */
  readonly newPlace: () => string | Promise<string>;
  /** URL of a compiled module that exports `open(place)`. Other processes import it too. */
  readonly opener: URL;
}

/** Imports a compiled module that exports `open(place)`. */
export const importOpener = async <Opened = Store>(url: URL | string): Promise<Opener<Opened>> => {
  const module: Partial<Opener<Opened>> = await import(String(url));
  const { open } = module;
  if (typeof open !== "function") throw new TypeError(`${url} does not export a function "open"`);
  return { open };
};

/** Opens the store at a place, runs the work, and always closes the store. */
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
