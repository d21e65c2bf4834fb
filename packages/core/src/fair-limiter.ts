/** A part of a limiter's capacity, held or waiting. */
export interface Permit {
  isHeld(): boolean;
  /** Resolves when it is held, or given back before. */
  readonly settled: Promise<void>;
  /** Gives it back, or stops waiting for it; a second call does nothing. */
  release(): void;
}

/** Limits what runs at once; waiting permits are granted round robin: one of each key before a second one of any. */
export interface FairLimiter<Key> {
  /** Waits for `amount` of the capacity, 1 by default, the whole at most. `undefined` is a key like any other. */
  acquire(key: Key, amount?: number): Permit;
  /** Runs the task while it holds a permit of 1. */
  run<T>(key: Key, task: () => Promise<T>): Promise<T>;
  /** How much of the capacity is held. */
  used(): number;
}

interface LimiterOptions {
  /** What all permits may hold together. */
  readonly capacity: number;
  /** What the permits of one key may hold together, unless it is a single one; the capacity by default. */
  readonly perKey?: number;
}

interface Waiting {
  readonly amount: number;
  readonly grant: () => void;
}

export const createFairLimiter = <Key = undefined>({
  capacity,
  perKey = capacity,
}: LimiterOptions): FairLimiter<Key> => {
  const held = new Map<Key, number>();
  /** The next key comes first; no queue is empty. */
  const queues = new Map<Key, Set<Waiting>>();
  let free = capacity;

  const count = (key: Key, amount: number): void => {
    free -= amount;
    const own = (held.get(key) ?? 0) + amount;
    if (own === 0) held.delete(key);
    else held.set(key, own);
  };

  const grantWaiting = (): void => {
    for (const [key, queue] of queues) {
      const own = held.get(key) ?? 0;
      const [first] = queue;
      if (first === undefined || (own > 0 && own + first.amount > perKey)) continue;
      // Smaller ones do not pass, or the large ones would wait for ever.
      if (first.amount > free) return;
      queue.delete(first);
      // A key that is set again moves to the end, where this loop comes by once more.
      queues.delete(key);
      if (queue.size > 0) queues.set(key, queue);
      count(key, first.amount);
      first.grant();
    }
  };

  const acquire = (key: Key, wanted = 1): Permit => {
    const amount = Math.min(wanted, capacity);
    let state: "waiting" | "held" | "released" = "waiting";
    let settle = (): void => {};
    const settled = new Promise<void>((resolve) => {
      settle = resolve;
    });
    const waiting: Waiting = {
      amount,
      grant() {
        state = "held";
        settle();
      },
    };
    const queue = queues.get(key) ?? new Set();
    queues.set(key, queue.add(waiting));
    grantWaiting();
    return {
      isHeld: () => state === "held",
      settled,
      release() {
        if (state === "released") return;
        if (state === "held") count(key, -amount);
        else {
          const own = queues.get(key);
          own?.delete(waiting);
          if (own?.size === 0) queues.delete(key);
        }
        state = "released";
        settle();
        grantWaiting();
      },
    };
  };

  return {
    acquire,
    async run(key, task) {
      const permit = acquire(key);
      if (!permit.isHeld()) await permit.settled;
      try {
        return await task();
      } finally {
        permit.release();
      }
    },
    used: () => capacity - free,
  };
};
