import type { Count, Counters } from "./counters.ts";
import type { Rate } from "./rate-limits.ts";

/** Counts points by key in windows of fixed length. A window starts with the first points of its key. */
export interface FixedWindow {
  readonly rate: Rate;
  /** Adds points to the count of a key, 1 by default. Counting continues beyond the limit of the rate. */
  add(key: string, points?: number): Promise<Count>;
  find(key: string): Promise<Count | undefined>;
  /** Removes the count of a key. Returns false if the key has none. */
  remove(key: string): Promise<boolean>;
}

/**
 * Creates a fixed window. `name` separates its keys from those of other windows that use the same counters.
 */
export const createFixedWindow = (counters: Counters, name: string, rate: Rate): FixedWindow => {
  const keyOf = (key: string): string => `${name}:${key}`;
  return {
    rate,
    add: (key, points = 1) => counters.add(keyOf(key), points, rate.duration * 1000),
    find: (key) => counters.find(keyOf(key)),
    remove: (key) => counters.remove(keyOf(key)),
  };
};
