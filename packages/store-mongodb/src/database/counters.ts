import type { Collections } from "./collections.ts";
import { isDuplicate } from "./errors.ts";

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

/** Others may begin at the same time. */
export const beginCounter = async ({ sequences }: Counters, name: string): Promise<void> => {
  try {
    await sequences.insertOne({ _id: name, last: 0 });
  } catch (error) {
    if (!isDuplicate(error)) throw error;
  }
};
