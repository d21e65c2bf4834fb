import type { IdSequences } from "@kalends/core";
import type { Session } from "./session.ts";

/** Counters that no unit of work takes back: units that ask for ids never wait for one another. */
export const createIdSequences = ({ beside }: Session): IdSequences => ({
  next: (sequence) =>
    beside(async ({ sequences }) => {
      const counted = await sequences.findOneAndUpdate(
        { _id: sequence },
        { $inc: { last: 1 } },
        { upsert: true, returnDocument: "after" },
      );
      const id = counted?.last;
      if (id === undefined || !Number.isSafeInteger(id)) throw new Error(`No ids are left for ${sequence}s.`);
      return id;
    }),
  last: (sequence) =>
    beside(async ({ sequences }) => (await sequences.findOne({ _id: sequence }))?.last ?? 0),
  reserve: (sequence, id) =>
    beside(async ({ sequences }) => {
      await sequences.updateOne({ _id: sequence }, { $max: { last: id } }, { upsert: true });
    }),
});
