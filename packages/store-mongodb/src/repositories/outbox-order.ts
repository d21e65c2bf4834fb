import { setTimeout as sleep } from "node:timers/promises";
import type { Access } from "../database/collections.ts";
import { BATCH } from "../transactions/coalesced-reads.ts";
import type { Session } from "../transactions/session.ts";
import type { Transactions } from "../transactions/transactions.ts";

/**
 * Order of outbox entries.
 * Transactions do not commit in the order of their writes, so an entry has no position when it is written.
 * Before each read, a separate transaction assigns positions to all entries without one. Entries that are
 * committed later get later positions, and writers never wait for each other.
 * If two transactions change the same record, the second begins after the commit of the first. It therefore
 * reserves a higher number for the `_id` of its entry. Only the first entry of a record may use a number that
 * was reserved in advance. A consumer that gets the second entry has thus got the first one before.
 */

/** Names of the counters for the last position and the last removed position. */
export const LAST = "outbox";
export const REMOVED = "outboxRemoved";

/** Maximum pause in milliseconds after a conflict with another process that assigns positions too. */
const MAX_PAUSE = 20;

/** Creates a function that assigns a position to every entry that exists when it is called. */
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
    // Entries that are added meanwhile are left to later calls, so that the loop ends.
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
