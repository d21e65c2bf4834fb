import type { Clock } from "@kalends/core";

/** A bounded set whose keys expire. */
export interface ExpiringSet {
  has(key: string): boolean;
  /** Adds the key, or begins its lifetime anew; the oldest one goes when there are too many. */
  add(key: string): void;
  /** How many keys it holds; at most its capacity. */
  size(): number;
}

export interface ExpiringSetDeps {
  readonly clock: Clock;
  readonly lifetimeMs: number;
  readonly capacity: number;
}

export const createExpiringSet = ({ clock, lifetimeMs, capacity }: ExpiringSetDeps): ExpiringSet => {
  const addedAt = new Map<string, number>();
  return {
    has(key) {
      const added = addedAt.get(key);
      if (added === undefined) return false;
      const age = clock.now() - added;
      // A clock that was set back would make keys live longer.
      if (age >= 0 && age < lifetimeMs) return true;
      addedAt.delete(key);
      return false;
    },
    add(key) {
      // Taken out and put in again, a key moves to the end: the first one is always the oldest.
      addedAt.delete(key);
      addedAt.set(key, clock.now());
      for (const oldest of addedAt.keys()) {
        if (addedAt.size <= capacity) break;
        addedAt.delete(oldest);
      }
    },
    size: () => addedAt.size,
  };
};
