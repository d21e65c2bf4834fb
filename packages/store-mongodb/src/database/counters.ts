import type { Collections } from "./collections.ts";
import { isDuplicate } from "./errors.ts";

/** Counter for the first part of the ids of outbox entries. */
export const OUTBOX_ENTRY = "outboxEntry";

type Counters = Pick<Collections, "sequences">;

/**
 * Reserves this many numbers of a counter and returns the last one. Numbers start at 1. They are unique among
 * all processes and not returned by failed transactions.
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
 * Creates a function that returns the next number of a counter. Requests made during a reservation are served
 * together by the next one, because all processes wait for each other there.
 */
export const createCounter = (
  take: (name: string, amount: number) => Promise<number>,
): ((name: string) => Promise<number>) => {
  /** Waiting requests of each counter with a running reservation. */
  const queues = new Map<string, Waiting[]>();
  const serve = async (name: string, queue: Waiting[]): Promise<void> => {
    // Requests made at the same time are included.
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

/** Number of values reserved in advance. */
const AHEAD = 64;

/**
 * Creates a function that returns numbers reserved in advance. Each is lower than all numbers that are
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

/** Creates a counter unless it exists; other processes may do so at the same time. */
export const beginCounter = async ({ sequences }: Counters, name: string): Promise<void> => {
  try {
    await sequences.insertOne({ _id: name, last: 0 });
  } catch (error) {
    if (!isDuplicate(error)) throw error;
  }
};
