import type { Clock } from "@kalends/core";

/** A bounded set whose keys expire. */
export interface ExpiringSet {
  has(key: string): boolean;
  /** Adds the key, or restarts its lifetime; the oldest one goes when there are too many. */
  add(key: string): void;
  /** How many keys it holds; at most its capacity. */
  size(): number;
}

interface ExpiringSetOptions {
  readonly clock: Clock;
  readonly lifetimeMs: number;
  readonly capacity: number;
}

/** Sets an entry of a map that is in order of age; the oldest one goes when there are too many. */
export const setYoungest = <Key, Value>(
  map: Map<Key, Value>,
  key: Key,
  value: Value,
  capacity: number,
): void => {
  // Taken out and put in again, a key moves to the end.
  map.delete(key);
  map.set(key, value);
  for (const oldest of map.keys()) {
    if (map.size <= capacity) break;
    map.delete(oldest);
  }
};

export const createExpiringSet = ({ clock, lifetimeMs, capacity }: ExpiringSetOptions): ExpiringSet => {
  const addedAt = new Map<string, number>();
  return {
    has(key) {
      const age = clock.now() - (addedAt.get(key) ?? Number.NaN);
      // A clock that was set back would make keys live longer.
      if (age >= 0 && age < lifetimeMs) return true;
      addedAt.delete(key);
      return false;
    },
    add: (key) => setYoungest(addedAt, key, clock.now(), capacity),
    size: () => addedAt.size,
  };
};
