import type { Collections } from "./collections.ts";
import { isDuplicate } from "./errors.ts";

/** Name of the counter for the first part of the ids of outbox entries. */
export const OUTBOX_ENTRY = "outboxEntry";

type Counters = Pick<Collections, "sequences">;

/**
 * Reserves `amount` numbers of a counter and returns the last one. Numbers begin at 1. No two processes get
 * the same number. If a transaction fails, its numbers stay unused.
 */
export const reserveNumbers = async (counters: Counters, name: string, amount = 1): Promise<number> => {
  const counted = await count(counters, name, amount);
  if (counted !== undefined) return counted;
  await beginCounter(counters, name);
  return (await count(counters, name, amount)) ?? Number.NaN;
};

const count = async ({ sequences }: Counters, name: string, amount: number): Promise<number | undefined> => {
  const counted = await sequences.findOneAndUpdate(
    { _id: name },
    { $inc: { last: amount } },
    { returnDocument: "after" },
  );
  return counted?.last;
};

interface Waiting {
  resolve(number: number): void;
  reject(error: unknown): void;
}

/**
 * Creates a function that returns the next number of a counter.
 * Requests that arrive during a reservation wait and share the next reservation, because reservations of all
 * processes run one after another.
 */
export const createCounter = (
  take: (name: string, amount: number) => Promise<number>,
): ((name: string) => Promise<number>) => {
  /** Waiting requests of each counter whose reservation is running. */
  const queues = new Map<string, Waiting[]>();
  const serve = async (name: string, queue: Waiting[]): Promise<void> => {
    // Requests that are made in the same turn of the event loop are included.
    await Promise.resolve();
    while (queue.length > 0) {
      const served = queue.splice(0);
      try {
        const last = await take(name, served.length);
        for (const [index, { resolve }] of served.entries()) resolve(last - served.length + 1 + index);
      } catch (error) {
        for (const { reject } of served) reject(error);
      }
    }
    queues.delete(name);
  };
  return (name) =>
    new Promise((resolve, reject) => {
      const queue = queues.get(name) ?? [];
      queue.push({ resolve, reject });
      if (queues.has(name)) return;
      queues.set(name, queue);
      void serve(name, queue);
    });
};

/** Number of values that are reserved in advance. */
const AHEAD = 64;

/**
 * Creates a function that returns numbers reserved in advance. Each number is lower than all numbers that are
 * reserved later.
 */
export const createReserve = (take: (amount: number) => Promise<number>): (() => Promise<number>) => {
  let [next, last] = [1, 0];
  let taking: Promise<void> | undefined;
  const refill = async (): Promise<void> => {
    try {
      last = await take(AHEAD);
      next = last - AHEAD + 1;
    } finally {
      taking = undefined;
    }
  };
  return async () => {
    while (next > last) {
      taking ??= refill();
      await taking;
    }
    next += 1;
    return next - 1;
  };
};

/** Creates a counter if it does not exist. Several processes may do so at the same time. */
export const beginCounter = async ({ sequences }: Counters, name: string): Promise<void> => {
  try {
    await sequences.insertOne({ _id: name, last: 0 });
  } catch (error) {
    if (!isDuplicate(error)) throw error;
  }
};
