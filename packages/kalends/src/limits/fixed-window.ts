import type { Count, Counters } from "./counters.ts";
import type { Rate } from "./rate-limits.ts";

/** Count of one key in a window that starts with its first points. */
export interface FixedWindow {
  readonly rate: Rate;
  /** Adds points, 1 by default, even beyond the limit of the rate. */
  add(key: string, points?: number): Promise<Count>;
  find(key: string): Promise<Count | undefined>;
  /** Returns false if nothing was counted. */
  remove(key: string): Promise<boolean>;
}

/** Creates a window. `name` separates its keys from those of other windows with the same counters. */
export const createFixedWindow = (counters: Counters, name: string, rate: Rate): FixedWindow => {
  const keyOf = (key: string): string => `${name}:${key}`;
  return {
    rate,
    add: (key, points = 1) => counters.add(keyOf(key), points, rate.duration * 1000),
    find: (key) => counters.find(keyOf(key)),
    remove: (key) => counters.remove(keyOf(key)),
  };
};
