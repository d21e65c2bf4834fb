import type { IdSequences, Sequence } from "@kalends/core";
import type { Access } from "../database/collections.ts";
import { isDuplicate } from "../database/errors.ts";
import type { Session } from "../transactions/session.ts";

/** Counters outside of transactions, which take none back: those that ask for ids never wait for one another. */
export const createIdSequences = <Name extends string = Sequence>({
  outside,
}: Session): IdSequences<Name> => ({
  next: (sequence) =>
    outside(async (access) => {
      const id =
        (await count(access, sequence)) ??
        (await begin(access, sequence).then(() => count(access, sequence)));
      if (id === undefined || !Number.isSafeInteger(id)) throw new Error(`No ids are left for ${sequence}s.`);
      return id;
    }),
  last: (sequence) =>
    outside(
      async ({ sequences, reading }) => (await sequences.findOne({ _id: sequence }, reading))?.last ?? 0,
    ),
  reserve: (sequence, id) =>
    outside(async (access) => {
      const raise = () => access.sequences.updateOne({ _id: sequence }, { $max: { last: id } });
      if ((await raise()).matchedCount > 0) return;
      await begin(access, sequence);
      await raise();
    }),
});

const count = async ({ sequences }: Access, sequence: string): Promise<number | undefined> => {
  const counted = await sequences.findOneAndUpdate(
    { _id: sequence },
    { $inc: { last: 1 } },
    { returnDocument: "after" },
  );
  return counted?.last;
};

/** Others may begin at the same time. */
const begin = async ({ sequences }: Access, sequence: string): Promise<void> => {
  try {
    await sequences.insertOne({ _id: sequence, last: 0 });
  } catch (error) {
    if (!isDuplicate(error)) throw error;
  }
};
