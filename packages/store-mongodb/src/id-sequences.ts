import type { IdSequences, Sequence } from "@kalends/core";
import type { Access } from "./collections.ts";
import type { Session } from "./session.ts";
import { isDuplicate } from "./unavailable.ts";

/** Counters that no unit of work takes back: units that ask for ids never wait for one another. */
export const createIdSequences = <Name extends string = Sequence>({
  beside,
}: Session): IdSequences<Name> => ({
  next: (sequence) =>
    beside(async (access) => {
      const id =
        (await count(access, sequence)) ??
        (await begin(access, sequence).then(() => count(access, sequence)));
      if (id === undefined || !Number.isSafeInteger(id)) throw new Error(`No ids are left for ${sequence}s.`);
      return id;
    }),
  last: (sequence) =>
    beside(
      async ({ sequences, reading }) => (await sequences.findOne({ _id: sequence }, reading))?.last ?? 0,
    ),
  reserve: (sequence, id) =>
    beside(async (access) => {
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
