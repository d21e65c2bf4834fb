import type { CacheUse } from "@kalends/core";
import { LRUCache } from "lru-cache";
import type { Addresses } from "../request/address/addresses.ts";
import type { Fragment } from "./records.ts";

/**
 * Fragments of one presentation that are made once. `key` names the record; `shown` is everything that the text is made from: objects
 * that never change, and plain values. `make` is told of what was kept for the key, and how many of the first of `shown` are still the same.
 */
export type KeepFragment = (
  key: string,
  shown: readonly unknown[],
  make: (last: Fragment | undefined, same: number) => Fragment | undefined,
) => Fragment | undefined;

/** For records shown at these addresses, which are those of one language, on their own (`structured`) or in lists. */
export interface KeptFragments {
  of(addresses: Addresses, structured: boolean): KeepFragment;
  /** Absent where nothing is kept. */
  readonly use?: () => CacheUse;
}

interface Entry {
  readonly shown: readonly unknown[];
  readonly fragment: Fragment;
}

/** Clients name hosts as they like. */
const PRESENTATIONS = 8;
/** Bytes of an entry in addition to its text, and for everything that it is made from. */
const ENTRY = 512;
const SHOWN = 16;

const weightOf = ({ shown, fragment }: Entry): number => ENTRY + SHOWN * shown.length + fragment.text.length;

/** `memory`: in bytes; 0: nothing is kept. */
export const createKeptFragments = (memory: number): KeptFragments => {
  if (memory === 0) return { of: () => (_key, _shown, make) => make(undefined, 0) };
  const entries = new LRUCache<string, Entry>({ maxSize: memory, sizeCalculation: weightOf });
  const presentations = new LRUCache<string, KeepFragment>({ max: PRESENTATIONS });
  const identities = new WeakMap<object, number>();
  let objects = 0;
  let names = 0;
  let hits = 0;
  let misses = 0;

  /** Numbers in place of objects: what is kept must not keep records that are gone. */
  const identify = (value: unknown): unknown => {
    if (typeof value !== "object" || value === null) return value;
    const known = identities.get(value);
    if (known !== undefined) return known;
    objects += 1;
    identities.set(value, objects);
    return objects;
  };

  const createKeep =
    (presentation: number): KeepFragment =>
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
