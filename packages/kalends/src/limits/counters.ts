import type { Clock } from "@kalends/core";

/** What is counted under a key at the moment. */
export interface Count {
  readonly points: number;
  /** Milliseconds until counting begins anew. */
  readonly left: number;
}

/** Counts that end by themselves. */
export interface Counters {
  /** Adds so many points to what is counted, for so many milliseconds from the first one on. */
  add(key: string, points: number, milliseconds: number): Promise<Count>;
  find(key: string): Promise<Count | undefined>;
  /** False when there is none. */
  remove(key: string): Promise<boolean>;
}

/** Whoever has many addresses pushes the oldest counts out of memory: they begin anew early, and memory stays bounded. */
const CAPACITY = 100_000;

interface Entry {
  points: number;
  readonly until: number;
}

/** In the memory of this process. */
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
