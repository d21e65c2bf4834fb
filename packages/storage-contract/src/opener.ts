import type { Store } from "@kalends/core";

/** What the module at an opener's URL exports: the store that is kept at a place, created when there is none. */
export interface Opener<Opened = Store> {
  readonly open: (place: string) => Promise<Opened>;
}

/** Imports a compiled module that exports `open(place)`. */
export const importOpener = async <Opened = Store>(url: URL | string): Promise<Opener<Opened>> => {
  const module: Partial<Opener<Opened>> = await import(String(url));
  const { open } = module;
  if (typeof open !== "function") throw new TypeError(`${url} does not export a function "open"`);
  return { open };
};
