import type { Clock } from "@kalends/core";

/** Current points of a key. */
export interface Count {
  readonly points: number;
  /** Milliseconds until the count expires and starts again from 0. */
  readonly left: number;
}

/** Counts points by key. Each count expires. */
export interface Counters {
  /**
   * Adds points to the count of a key and returns the count. The count expires `milliseconds` after its first
   * points.
   */
  add(key: string, points: number, milliseconds: number): Promise<Count>;
  find(key: string): Promise<Count | undefined>;
  /** Removes the count of a key. Returns false if the key has none. */
  remove(key: string): Promise<boolean>;
}

/**
 * Maximum number of counts in memory. If a client uses many addresses, the oldest counts are dropped and
 * start again early.
 */
const CAPACITY = 100_000;

interface Entry {
  points: number;
  readonly until: number;
}

/** Creates counters in the memory of this process. */
export const createMemoryCounters = (clock: Clock, capacity: number = CAPACITY): Counters => {
  const entries = new Map<string, Entry>();
  const current = (key: string): Entry | undefined => {
    const entry = entries.get(key);
    if (entry !== undefined && entry.until > clock.now()) return entry;
    entries.delete(key);
    return undefined;
  };
  const toCount = ({ points, until }: Entry): Count => ({ points, left: until - clock.now() });
  return {
    add(key, points, milliseconds) {
      const entry = current(key) ?? { points: 0, until: clock.now() + milliseconds };
      entry.points += points;
      entries.set(key, entry);
      for (const oldest of entries.keys()) {
        if (entries.size <= capacity) break;
        entries.delete(oldest);
      }
      return Promise.resolve(toCount(entry));
    },
    find(key) {
      const entry = current(key);
      return Promise.resolve(entry && toCount(entry));
    },
    remove: (key) => Promise.resolve(entries.delete(key)),
  };
};
