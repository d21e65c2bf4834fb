import type { Collections } from "./collections.ts";
import { isDuplicate } from "./errors.ts";

type Counters = Pick<Collections, "sequences">;

/** The next number of a counter, from 1: no other process gets it, whatever becomes of transactions. */
export const countOn = async (counters: Counters, name: string): Promise<number> => {
  const counted = await count(counters, name);
  if (counted !== undefined) return counted;
  await beginCounter(counters, name);
  return (await count(counters, name)) ?? Number.NaN;
};

const count = async ({ sequences }: Counters, name: string): Promise<number | undefined> => {
  const counted = await sequences.findOneAndUpdate(
    { _id: name },
    { $inc: { last: 1 } },
    { returnDocument: "after" },
  );
  return counted?.last;
};

/** Others may begin at the same time. */
export const beginCounter = async ({ sequences }: Counters, name: string): Promise<void> => {
  try {
    await sequences.insertOne({ _id: name, last: 0 });
  } catch (error) {
    if (!isDuplicate(error)) throw error;
  }
};
