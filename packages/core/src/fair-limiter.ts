/** Permit to use a part of a limiter's capacity. It is waiting, held or released. */
export interface Permit {
  isHeld(): boolean;
  /** Resolves when the permit is held, or when it is released while it still waits. */
  readonly decided: Promise<void>;
  /** Frees the held capacity, or stops waiting for it. Repeated calls have no effect. */
  release(): void;
}

/**
 * Limiter of concurrent work. Waiting permits are granted in turn: one for each key, then a second one for
 * each key.
 */
export interface FairLimiter<Key> {
  /**
   * Requests a permit for `amount` of the capacity. The default is 1; a larger amount than the capacity
   * counts as the capacity.
   * `undefined` is a key like any other.
   * The permit also counts for the key `also`, such as a kind of work. It waits while either key has used up
   * its share; permits of other keys are then granted first.
   */
  acquire(key: Key, amount?: number, also?: Key): Permit;
  /** Waits for a permit of 1, runs the task, and releases the permit. */
  run<T>(key: Key, task: () => Promise<T>, also?: Key): Promise<T>;
  /** Returns the amount of the capacity that permits hold. */
  used(): number;
}

/** Limits of a limiter. */
export interface LimiterCapacity {
  /** Maximum amount that all permits may hold together. */
  readonly capacity: number;
  /**
   * Maximum amount that the permits of one key may hold together; the complete capacity by default. A permit
   * may exceed this limit if no other permit of its keys is held.
   */
  readonly perKey?: number;
}

interface Entry<Key> {
  readonly amount: number;
  readonly also: Key;
  state: "waiting" | "held" | "released";
  /** Resolves `Permit.decided`. */
  decide: () => void;
}

/**
 * Creates a limiter for concurrent work that gives each key, such as a caller, a fair share of the capacity.
 */
export const createFairLimiter = <Key = undefined>({
  capacity,
  perKey = capacity,
}: LimiterCapacity): FairLimiter<Key> => {
  const held = new Map<Key, number>();
  /** Waiting permits by key, in the order in which keys are served. Empty queues are removed. */
  const queues = new Map<Key, Set<Entry<Key>>>();
  let free = capacity;

  const count = (key: Key, also: Key, amount: number): void => {
    free -= amount;
    for (const one of key === also ? [key] : [key, also]) {
      const own = (held.get(one) ?? 0) + amount;
      if (own === 0) held.delete(one);
      else held.set(one, own);
    }
  };

  const grantWaiting = (): void => {
    for (const [key, queue] of queues) {
      const [first] = queue;
      if (first === undefined) continue;
      const own = Math.max(held.get(key) ?? 0, held.get(first.also) ?? 0);
      if (own > 0 && own + first.amount > perKey) continue;
      // Later, smaller permits must wait too. Otherwise a large permit might never be granted.
      if (first.amount > free) return;
      queue.delete(first);
      // Setting the key again moves it to the end of the map, so this loop visits it once more.
      queues.delete(key);
      if (queue.size > 0) queues.set(key, queue);
      count(key, first.also, first.amount);
      first.state = "held";
      first.decide();
    }
  };

  const acquire = (key: Key, wanted = 1, also = key): Permit => {
    const amount = Math.min(wanted, capacity);
    const entry: Entry<Key> = { amount, also, state: "waiting", decide: () => {} };
    const decided = new Promise<void>((resolve) => {
      entry.decide = resolve;
    });
    const queue = queues.get(key) ?? new Set();
    queues.set(key, queue.add(entry));
    grantWaiting();
    return {
      isHeld: () => entry.state === "held",
      decided,
      release() {
        if (entry.state === "released") return;
        if (entry.state === "held") count(key, also, -amount);
        else {
          const own = queues.get(key);
          own?.delete(entry);
          if (own?.size === 0) queues.delete(key);
        }
        entry.state = "released";
        entry.decide();
        grantWaiting();
      },
    };
  };

  return {
    acquire,
    async run(key, task, also = key) {
      const permit = acquire(key, 1, also);
      if (!permit.isHeld()) await permit.decided;
      try {
        return await task();
      } finally {
        permit.release();
      }
    },
    used: () => capacity - free,
  };
};
