import { setTimeout as sleep } from "node:timers/promises";
import type { Access } from "../database/collections.ts";
import { BATCH } from "../transactions/coalesced-reads.ts";
import type { Session } from "../transactions/session.ts";
import type { Transactions } from "../transactions/transactions.ts";

/*
 * Transactions do not commit in the order of their writes, so new entries have no position. Before each read,
 * a separate transaction assigns positions to all entries without one. Entries committed later get later
 * positions, and writers never wait for each other. If two transactions change one record, the second begins
 * after the commit of the first. So it reserves a higher number for its `_id`. Only the first entry of a
 * record may use a number reserved in advance. A reader that sees the second entry also sees the first.
 */

/** Counters of the last position, and of the last removed one. */
export const LAST = "outbox";
export const REMOVED = "outboxRemoved";

/** Maximum pause after a conflict with another process that assigns positions, in milliseconds. */
const MAX_PAUSE = 20;

/** Creates a function that assigns a position to all entries that exist when it is called. */
export const createOutboxOrder = (
  { read, coalesce }: Session,
  tryOnce: Transactions["tryOnce"],
): (() => Promise<void>) => {
  const isSomethingLeft = (): Promise<boolean> =>
    read(
      async ({ outbox, reading }) =>
        (await outbox.findOne({ position: 0 }, { ...reading, projection: { _id: 1 } })) !== null,
    );
  const giveAll = async (): Promise<void> => {
    // Entries that arrive meanwhile are left to later calls, so that the loop ends.
    for (let given = BATCH; given >= BATCH && (await isSomethingLeft()); ) {
      const done = await tryOnce(give);
      if (done === undefined) await sleep(Math.random() * MAX_PAUSE);
      else given = done;
    }
  };
  return () => coalesce("outbox", giveAll);
};

const give = async ({ outbox, sequences, reading, writing }: Access): Promise<number> => {
  const options = { ...reading, projection: { _id: 1 }, limit: BATCH, batchSize: BATCH } as const;
  const found = await outbox.find({ position: 0 }, { ...options, sort: { _id: 1 } }).toArray();
  if (found.length === 0) return 0;
  const counter = await sequences.findOneAndUpdate(
    { _id: LAST },
    { $inc: { last: found.length } },
    { ...writing, upsert: true, returnDocument: "after" },
  );
  const before = (counter?.last ?? found.length) - found.length;
  await outbox.bulkWrite(
    found.map(({ _id }, index) => ({
      updateOne: { filter: { _id }, update: { $set: { position: before + index + 1 } } },
    })),
    { ...writing, ordered: false },
  );
  return found.length;
};
