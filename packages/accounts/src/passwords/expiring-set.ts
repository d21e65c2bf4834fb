import type { Clock } from "@kalends/core";

/** Bounded set whose keys expire. */
export interface ExpiringSet {
  has(key: string): boolean;
  /** Adds the key or restarts its lifetime. Removes the oldest key if the set is full. */
  add(key: string): void;
  /** Returns the number of stored keys; at most the capacity. */
  size(): number;
}

interface ExpiringSetOptions {
  readonly clock: Clock;
  readonly lifetimeMs: number;
  readonly capacity: number;
}

/**
 * Sets an entry and moves it to the end of the map. If the map then has more than `capacity` entries, removes
 * the entries that were set first.
 */
export const setNewest = <Key, Value>(
  map: Map<Key, Value>,
  key: Key,
  value: Value,
  capacity: number,
): void => {
  // Deleting a key and setting it again moves it to the end of the map.
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
      // A negative age means that the clock was set back. Without this check, the key would live longer than
      // `lifetimeMs`.
      if (age >= 0 && age < lifetimeMs) return true;
      addedAt.delete(key);
      return false;
    },
    add: (key) => setNewest(addedAt, key, clock.now(), capacity),
    size: () => addedAt.size,
  };
};
