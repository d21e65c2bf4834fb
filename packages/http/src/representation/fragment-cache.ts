import type { CacheUse } from "@kalends/core";
import { LRUCache } from "lru-cache";
import type { Addresses } from "../request/address/addresses.ts";
import type { Fragment } from "./records.ts";

/**
 * Returns the cached fragment of a record, or calls `make` to create it. `key` identifies the record. `shown`
 * lists all values on which the text depends: immutable objects and primitive values. `make` gets the last
 * cached fragment of the key, and the number of leading entries of `shown` that have not changed.
 */
export type CacheFragment = (
  key: string,
  shown: readonly unknown[],
  make: (last: Fragment | undefined, same: number) => Fragment | undefined,
) => Fragment | undefined;

/**
 * Cache of JSON fragments. `of` returns the cache for one set of base URLs, and for one kind of reads: of
 * single records (`structured`) or of lists.
 */
export interface FragmentCache {
  of(addresses: Addresses, structured: boolean): CacheFragment;
  /** Returns the usage of the cache. Absent if the cache is disabled. */
  readonly use?: () => CacheUse;
}

interface Entry {
  readonly shown: readonly unknown[];
  readonly fragment: Fragment;
}

/**
 * Maximum number of caches that `of` stores for later calls. It is bounded because clients can send any host
 * name.
 */
const PRESENTATIONS = 8;
/** Approximate bytes: `ENTRY` of a cache entry in addition to its text, `SHOWN` of each value in `shown`. */
const ENTRY = 512;
const SHOWN = 16;

const weightOf = ({ shown, fragment }: Entry): number => ENTRY + SHOWN * shown.length + fragment.text.length;

/** Function that creates each fragment again instead of caching it. */
export const UNCACHED: CacheFragment = (_key, _shown, make) => make(undefined, 0);

/** Creates the cache. `memory`: maximum bytes; 0 disables the cache. */
export const createFragmentCache = (memory: number): FragmentCache => {
  if (memory === 0) return { of: () => UNCACHED };
  const entries = new LRUCache<string, Entry>({ maxSize: memory, sizeCalculation: weightOf });
  const presentations = new LRUCache<string, CacheFragment>({ max: PRESENTATIONS });
  const identities = new WeakMap<object, number>();
  let objects = 0;
  let names = 0;
  let hits = 0;
  let misses = 0;

  /**
   * Returns a number that identifies an object; all other values unchanged. The cache stores these numbers
   * instead of the objects, so that it does not keep deleted records in memory.
   */
  const identify = (value: unknown): unknown => {
    if (typeof value !== "object" || value === null) return value;
    const known = identities.get(value);
    if (known !== undefined) return known;
    objects += 1;
    identities.set(value, objects);
    return objects;
  };

  const createKeep =
    (presentation: number): CacheFragment =>
    (key, objects, make) => {
      const name = `${presentation}${key}`;
      const shown = objects.map(identify);
      const last = entries.get(name);
      let same = 0;
      while (last !== undefined && same < shown.length && shown[same] === last.shown[same]) same += 1;
      if (last !== undefined && same === shown.length && same === last.shown.length) {
        hits += 1;
        return last.fragment;
      }
      misses += 1;
      const fragment = make(last?.fragment, same);
      if (fragment !== undefined) entries.set(name, { shown, fragment });
      return fragment;
    };

  return {
    of({ site, namespace }, structured) {
      const name = `${site} ${namespace} ${structured}`;
      const known = presentations.get(name);
      if (known !== undefined) return known;
      names += 1;
      const keep = createKeep(names);
      presentations.set(name, keep);
      return keep;
    },
    use: () => ({ hits, misses, bytes: entries.calculatedSize }),
  };
};
