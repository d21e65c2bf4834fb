import type { Collections } from "./collections.ts";
import { isDuplicate } from "./errors.ts";

/** The counter that the ids of entries of the outbox begin with. */
export const OUTBOX_ENTRY = "outboxEntry";

type Counters = Pick<Collections, "sequences">;

/** Takes so many numbers of a counter, from 1, and answers the last: no other process gets them, whatever becomes of transactions. */
export const takeNumbers = async (counters: Counters, name: string, amount = 1): Promise<number> => {
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
 * Answers the next number of a counter: those that are asked for while others are being taken are taken together after them, since
 * all processes wait for one another there.
 */
export const createCounter = (
  take: (name: string, amount: number) => Promise<number>,
): ((name: string) => Promise<number>) => {
  /** Of each counter that numbers are being taken of. */
  const queues = new Map<string, Waiting[]>();
  const serve = async (name: string, queue: Waiting[]): Promise<void> => {
    // Those that are asked for at once come along.
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

/** So many numbers are taken ahead. */
const AHEAD = 64;

/** Answers numbers of a counter that may have been taken long ago: only lower than those that anybody takes from now on. */
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

/** Others may begin at the same time. */
export const beginCounter = async ({ sequences }: Counters, name: string): Promise<void> => {
  try {
    await sequences.insertOne({ _id: name, last: 0 });
  } catch (error) {
    if (!isDuplicate(error)) throw error;
  }
};
