/** Permit for a part of a limiter's capacity; held or waiting. */
export interface Permit {
  isHeld(): boolean;
  /** Resolves when the permit is held, or released before that. */
  readonly decided: Promise<void>;
  /** Releases the permit, or stops waiting for it. A second call does nothing. */
  release(): void;
}

/**
 * Limiter of concurrent work. Waiting permits are granted round robin: one for each key before a second one
 * for any.
 */
export interface FairLimiter<Key> {
  /**
   * Requests `amount` of the capacity, 1 by default and at most the capacity. `undefined` is a key like any
   * other. The permit also counts for `also`, such as a kind of work. It waits while that key has its share,
   * and permits of other keys may overtake it.
   */
  acquire(key: Key, amount?: number, also?: Key): Permit;
  /** Runs the task while it holds a permit of 1. */
  run<T>(key: Key, task: () => Promise<T>, also?: Key): Promise<T>;
  /** Returns the amount of capacity in use. */
  used(): number;
}

/** Limits of concurrent work. */
export interface LimiterCapacity {
  /** Maximum amount that all permits hold together. */
  readonly capacity: number;
  /**
   * Maximum amount that the permits of one key hold together; a single permit may exceed it. The capacity by
   * default.
   */
  readonly perKey?: number;
}

interface Entry<Key> {
  readonly amount: number;
  readonly also: Key;
  state: "waiting" | "held" | "released";
  /** Resolves `Permit.settled`. */
  decide: () => void;
}

/** Creates a limiter for work that runs at the same time. Each key, such as a caller, gets a fair share. */
export const createFairLimiter = <Key = undefined>({
  capacity,
  perKey = capacity,
}: LimiterCapacity): FairLimiter<Key> => {
  const held = new Map<Key, number>();
  /** Queues in the order in which keys are served; no queue is empty. */
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
      // Smaller permits must not overtake, or large ones would never be granted.
      if (first.amount > free) return;
      queue.delete(first);
      // A key that is set again moves to the end, where this loop visits it once more.
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
