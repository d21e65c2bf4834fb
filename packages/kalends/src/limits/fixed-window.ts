import type { Count, Counters } from "./counters.ts";
import type { Rate } from "./rate-limits.ts";

/** How much one key may do in a window that begins with the first thing it does. */
export interface FixedWindow {
  readonly rate: Rate;
  /** Counts so many points, one by default, also beyond those that the rate allows. */
  add(key: string, points?: number): Promise<Count>;
  find(key: string): Promise<Count | undefined>;
  /** False when nothing was counted. */
  remove(key: string): Promise<boolean>;
}

/** `name` tells its keys from those of other windows on the same counters. */
export const createFixedWindow = (counters: Counters, name: string, rate: Rate): FixedWindow => {
  const keyOf = (key: string): string => `${name}:${key}`;
  return {
    rate,
    add: (key, points = 1) => counters.add(keyOf(key), points, rate.duration * 1000),
    find: (key) => counters.find(keyOf(key)),
    remove: (key) => counters.remove(keyOf(key)),
  };
};
