import type { IdSequences, Sequence } from "@kalends/core/storage";
import { beginCounter } from "../database/counters.ts";
import type { Session } from "../transactions/session.ts";

/**
 * Creates the id sequences. Their counters are changed outside of transactions and are not rolled back, so
 * that callers never wait for each other.
 */
export const createIdSequences = <Name extends string = Sequence>({
  outside,
  takeNumber,
}: Session): IdSequences<Name> => {
  const next = async (sequence: Name): Promise<number> => {
    const id = await takeNumber(sequence);
    if (!Number.isSafeInteger(id)) throw new Error(`No ids are left for ${sequence}s.`);
    return id;
  };
  return {
    next,
    nextMany: (sequence, count) => Promise.all(Array.from({ length: count }, () => next(sequence))),
    last: (sequence) =>
      outside(
        async ({ sequences, reading }) => (await sequences.findOne({ _id: sequence }, reading))?.last ?? 0,
      ),
    reserve: (sequence, id) =>
      outside(async (access) => {
        const raise = () => access.sequences.updateOne({ _id: sequence }, { $max: { last: id } });
        if ((await raise()).matchedCount > 0) return;
        await beginCounter(access, sequence);
        await raise();
      }),
  };
};
