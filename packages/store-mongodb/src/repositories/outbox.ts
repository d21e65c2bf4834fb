import type { Outbox, OutboxChange, OutboxConsumer, OutboxEntry, OutboxFailure } from "@kalends/core/storage";
import type { Access } from "../database/collections.ts";
import { OUTBOX_ENTRY } from "../database/counters.ts";
import type { OutboxDocument, OutboxFailureDocument, OutboxReaderDocument } from "../database/documents.ts";
import { isDuplicate } from "../database/errors.ts";
import { LARGEST, oneOf } from "../queries/clauses.ts";
import { BATCH } from "../transactions/coalesced-reads.ts";
import type { Session } from "../transactions/session.ts";
import type { Transactions } from "../transactions/transactions.ts";
import { createOutboxOrder, LAST, REMOVED } from "./outbox-order.ts";

/**
 * True if the outbox cannot contain an earlier entry for this record. The entry may then use any number that
 * is lower than those of later entries. Ids of destroyed events, venues and organizers are never used again.
 */
const isFirst = ({ kind, before }: OutboxChange): boolean =>
  before === undefined && (kind === "event" || kind === "venue" || kind === "organizer");

/**
 * Creates the outbox functions for units of work. Entries of one record are in the order of their ids: see
 * `outbox-order.ts`.
 */
export const createOutboxWriter = ({
  write,
  takeNumber,
  takeReservedNumber: takeEarlierNumber,
}: Session): Pick<Outbox, "append"> => ({
  async append(changes) {
    if (changes.length === 0) return;
    await write(async ({ outbox, writing }) => {
      const append = await (changes.every(isFirst) ? takeEarlierNumber() : takeNumber(OUTBOX_ENTRY));
      const documents = changes.map(
        (change, n): OutboxDocument => ({
          _id: { append, n },
          position: 0,
          time: change.time,
          json: JSON.stringify(change),
        }),
      );
      const [first] = documents;
      // For one document, `insertOne` is much less work for the driver.
      if (first !== undefined && documents.length === 1) await outbox.insertOne(first, writing);
      else await outbox.insertMany(documents, writing);
    });
  },
});

const toEntry = ({ position, json }: Pick<OutboxDocument, "position" | "json">): OutboxEntry => {
  const change: OutboxChange = JSON.parse(json);
  return { ...change, position };
};

const ENTRY = { _id: 0, position: 1, json: 1 } as const;

const toReader = ({ _id: name, id, began, position }: OutboxReaderDocument): OutboxConsumer => ({
  ...{ name, id, began, position },
});

const toFailure = ({ _id, ...failure }: OutboxFailureDocument): OutboxFailure => failure;

const toFailureId = (reader: string, position: number): string => JSON.stringify([reader, position]);

const NOT_FOUND = 0;

/** Creates the outbox. All functions except `append` run outside of units of work. */
export const createOutbox = (session: Session, tryOnce: Transactions["tryOnce"]): Outbox => {
  const { read, write, outside } = session;
  const giveAll = createOutboxOrder(session, tryOnce);
  const lastOf = (name: string): Promise<number> =>
    read(async ({ sequences, reading }) => (await sequences.findOne({ _id: name }, reading))?.last ?? 0);
  const last = async (): Promise<number> => {
    await giveAll();
    return lastOf(LAST);
  };
  const findReader = (name: string): Promise<OutboxReaderDocument | null> =>
    read(({ outboxReaders, reading }) => outboxReaders.findOne({ _id: name }, reading));
  return {
    ...createOutboxWriter(session),
    async readAfter(position, limit) {
      await giveAll();
      return read(async ({ outbox, reading }) => {
        const options = { ...reading, projection: ENTRY, batchSize: BATCH, sort: { position: 1 } } as const;
        const found = outbox.find({ position: { $gt: Math.max(position, 0) } }, options);
        return (await found.limit(Math.min(limit, LARGEST)).toArray()).map(toEntry);
      });
    },
    findMany: (positions) =>
      read(async ({ outbox, reading }) => {
        const given = positions.filter((position) => position > 0);
        if (given.length === 0) return [];
        const options = { ...reading, projection: ENTRY, batchSize: BATCH } as const;
        return (await outbox.find(oneOf("position", given), options).toArray()).map(toEntry);
      }),
    last,
    removedUntil: () => lastOf(REMOVED),
    async removeOlder(time, limit) {
      await giveAll();
      return write((access) => removeOlder(access, time, limit));
    },
    replaceRecords: (position, { before, after, merged }) =>
      write(async ({ outbox, reading, writing }) => {
        if (position <= 0) return false;
        const found = await outbox.findOne({ position }, { ...reading, projection: ENTRY });
        if (found === null) return false;
        const { position: _, before: _before, after: _after, merged: _merged, ...rest } = toEntry(found);
        const records = { ...(before && { before }), ...(after && { after }), ...(merged && { merged }) };
        const change = { ...rest, ...records };
        await outbox.updateOne({ position }, { $set: { json: JSON.stringify(change) } }, writing);
        return true;
      }),
    consumers: () =>
      read(async ({ outboxReaders, reading }) =>
        (await outboxReaders.find({}, { ...reading, sort: { _id: 1 } }).toArray()).map(toReader),
      ),
    async addConsumer(name, id) {
      for (;;) {
        const known = await findReader(name);
        if (known !== null) return toReader(known);
        const began = await last();
        try {
          const added = { _id: name, id, began, position: began };
          await outside(({ outboxReaders }) => outboxReaders.insertOne(added));
          return toReader(added);
        } catch (error) {
          if (!isDuplicate(error)) throw error;
        }
      }
    },
    advance: (name, position) =>
      outside(async ({ outboxReaders }) => {
        await outboxReaders.updateOne({ _id: name, position: { $lt: position } }, { $set: { position } });
      }),
    removeConsumer: (name) =>
      write(async ({ outboxReaders, outboxFailures, writing }) => {
        const { deletedCount } = await outboxReaders.deleteOne({ _id: name }, writing);
        await outboxFailures.deleteMany({ reader: name }, writing);
        return deletedCount > 0;
      }),
    saveFailure: (failure) =>
      write(async ({ outboxReaders, outboxFailures, writing }) => {
        const { reader, position } = failure;
        const touch = { $inc: { touched: 1 } };
        const { matchedCount } = await outboxReaders.updateOne({ _id: reader }, touch, writing);
        if (matchedCount === NOT_FOUND) return;
        const _id = toFailureId(reader, position);
        await outboxFailures.replaceOne({ _id }, failure, { ...writing, upsert: true });
      }),
    removeFailure: (reader, position) =>
      outside(async ({ outboxFailures }) => {
        const { deletedCount } = await outboxFailures.deleteOne({ _id: toFailureId(reader, position) });
        return deletedCount > 0;
      }),
    failures: (reader, isSetAside, afterPosition, limit) =>
      read(async ({ outboxFailures, reading }) => {
        const found = outboxFailures.find(
          { reader, isSetAside, position: { $gt: afterPosition } },
          { ...reading, sort: { position: 1 }, limit, batchSize: BATCH },
        );
        return (await found.toArray()).map(toFailure);
      }),
  };
};

const removeOlder = async (access: Access, time: number, limit: number): Promise<number> => {
  const { outbox, outboxFailures, sequences, reading, writing } = access;
  const options = {
    ...reading,
    projection: { _id: 0, position: 1, time: 1 },
    limit,
    batchSize: BATCH,
  } as const;
  const oldest = await outbox.find({ position: { $gt: 0 } }, { ...options, sort: { position: 1 } }).toArray();
  const firstKept = oldest.findIndex((entry) => entry.time >= time);
  const old = firstKept === -1 ? oldest : oldest.slice(0, firstKept);
  const until = old.at(-1)?.position;
  if (until === undefined) return 0;
  // This document is written first. If several processes do this at the same time, all but one of them must
  // retry.
  await sequences.updateOne({ _id: REMOVED }, { $set: { last: until } }, { ...writing, upsert: true });
  await outbox.deleteMany({ position: { $gt: 0, $lte: until } }, writing);
  await outboxFailures.deleteMany({ position: { $lte: until } }, writing);
  return old.length;
};
