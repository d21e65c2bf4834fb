import { setTimeout as sleep } from "node:timers/promises";
import type { Access } from "../database/collections.ts";
import { BATCH } from "../transactions/coalesced-reads.ts";
import type { Session } from "../transactions/session.ts";
import type { Transactions } from "../transactions/transactions.ts";

/*
 * Transactions commit in another order than they write in, so entries have no position at first. Before anybody reads, a transaction of
 * its own gives positions to all that have none: whatever is committed later gets a later one, and no writer ever waits for
 * another one. Of two changes of one record the second transaction has begun after the first one was committed, so that the number in
 * its `_id`, which it has taken since, is higher; only the first one of a record may have taken its number ahead. And whoever sees the
 * second entry sees the first one, too.
 */

/** The counter of positions, and that of what has been removed. */
export const LAST = "outbox";
export const REMOVED = "outboxRemoved";

/** Milliseconds after a conflict with another process that gives positions, at most. */
const MAX_PAUSE = 20;

/** Answers what gives a position to all entries that are there when it is called. */
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
    // What comes while this one gives is left to later calls: there may always be something.
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
