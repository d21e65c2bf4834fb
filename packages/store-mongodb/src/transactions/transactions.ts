import { setImmediate as nextEvent, setTimeout as sleep } from "node:timers/promises";
import { createFairLimiter, type Logger, type Permit, storageUnavailable } from "@kalends/core";
import type { ClientSession, MongoClient, TransactionOptions } from "mongodb";
import { type Access, type Collections, LONGEST_READ } from "../database/collections.ts";
import { createCounter, createReserve, OUTBOX_ENTRY, takeNumbers } from "../database/counters.ts";
import {
  ForeignDuplicate,
  isConflict,
  isLost,
  isUnknownCommit,
  isVanished,
  toStoreError,
} from "../database/errors.ts";
import { createIndexHints } from "../database/index-hints.ts";
import type { RecordCache } from "../database/record-cache.ts";
import { createCoalescer, createLookUp, toFirst, toWanted } from "./coalesced-reads.ts";
import { markCommit } from "./commits.ts";
import { createHousekeeping } from "./housekeeping.ts";
import { createLanes, LANES } from "./lanes.ts";
import { createTransactionSession, type Session } from "./session.ts";

/** Transactions of one process that run at once, beside one that cleans up; one that runs again after a write conflict runs alone. */
export const TRANSACTIONS: number = LANES - 1;
/** Milliseconds for which a transaction that has lost the server tries to go on: a new primary may take over. */
const RECOVERY = 5000;
/** Milliseconds between two attempts, at most: the others may be in other processes. */
const MAX_PAUSE = 50;
/** So often a transaction runs that is not there any more when it is to be committed. */
const MOST_VANISHED = 3;
/** What a timer can wait for, in milliseconds: one that is set to more, such as `Infinity`, ends at once. */
const LONGEST_TIMER = 2 ** 31 - 1;

const TRANSACTION: TransactionOptions = {
  readConcern: { level: "snapshot" },
  writeConcern: { w: "majority", j: true },
  readPreference: "primary",
};

export interface TransactionsDeps {
  readonly client: Pick<MongoClient, "startSession">;
  readonly collections: Collections;
  /** Whether the server has transactions. */
  readonly hasTransactions: boolean;
  /** How long a transaction waits for others and tries again, in milliseconds. */
  readonly patience: number;
  readonly logger?: Pick<Logger, "warn"> | undefined;
  readonly records: RecordCache;
  /** What is done from time to time after commits, in a transaction of its own. */
  readonly clean: (access: Access) => Promise<void>;
}

type Work<T> = (session: Session, native?: ClientSession) => Promise<T>;

/** The transactions of one store. */
export interface Transactions {
  /** Outside of transactions: reads see what is committed, each write is a transaction of its own. */
  readonly session: Session;
  /** `native`: what the driver's own calls take part with, where the server has transactions. */
  run<T>(work: Work<T>): Promise<T>;
  /** For what others do just as well: `undefined` after a conflict with them, where `run` would keep everybody waiting. */
  tryOnce<T>(work: (access: Access) => Promise<T>): Promise<T | undefined>;
  /** Waits for the transactions and reads begun so far and refuses everything later. */
  stop(): Promise<void>;
}

export const createTransactions = ({
  client,
  collections,
  hasTransactions,
  patience,
  logger,
  records,
  clean,
}: TransactionsDeps): Transactions => {
  const limiter = createFairLimiter({ capacity: TRANSACTIONS });
  const reading = { maxTimeMS: LONGEST_READ };
  const plain: Access = {
    ...collections,
    reading,
    snapshot: hasTransactions ? { readConcern: { level: "snapshot" } } : {},
    writing: {},
    isTransaction: false,
    lane: 0,
  };
  const lanes = createLanes(() => takeNumbers(collections, "process"));
  const hints = createIndexHints({ logger, now: () => performance.now() });
  const lookUp = createLookUp();
  const open = new Set<Promise<unknown>>();
  let isStopping = false;
  let isStopped = false;

  /** `stop` waits for it. */
  const whileOpen = async <T>(work: Promise<T>): Promise<T> => {
    open.add(work);
    try {
      return await work;
    } finally {
      open.delete(work);
    }
  };

  const read = async <T>(work: (access: Access) => Promise<T>, hint?: string): Promise<T> => {
    if (isStopped) throw closed();
    const along = (usable?: string): Promise<T> =>
      work(usable === undefined ? plain : { ...plain, reading: { ...reading, hint: usable } });
    try {
      return await whileOpen(hint === undefined ? along() : hints.read(hint, along));
    } catch (error) {
      throw toStoreError(error);
    }
  };

  const take = (name: string, amount: number): Promise<number> =>
    read((access) => takeNumbers(access, name, amount));
  const takeNumber = createCounter(take);
  const takeEarlierNumber = createReserve((amount) => take(OUTBOX_ENTRY, amount));

  const acquire = async (amount: number, milliseconds: number): Promise<Permit> => {
    const permit = limiter.acquire(undefined, amount);
    if (permit.isHeld()) return permit;
    const timer = setTimeout(permit.release, Math.min(milliseconds, LONGEST_TIMER));
    await permit.settled;
    clearTimeout(timer);
    if (!permit.isHeld()) throw waitedTooLong();
    return permit;
  };

  /** One attempt; a conflict comes out as the error of the driver, however the work has wrapped it. `marks`: it changes what is kept. */
  const attempt = async <T>(work: Work<T>, marks = true): Promise<T> => {
    if (!hasTransactions) return once(plain, work, false);
    const lane = await lanes.take();
    const session = client.startSession();
    const inside = { reading: { ...reading, session }, snapshot: {}, writing: { session } };
    try {
      session.startTransaction(TRANSACTION);
      const access = { ...plain, ...inside, isTransaction: true, lane };
      const result = await once(access, (own) => work(own, session), marks);
      await commit(() => session.commitTransaction(), performance.now() + Math.min(patience, RECOVERY));
      return result;
    } finally {
      // Aborts what was not committed. The server does so by itself when it cannot be reached.
      await session.endSession().catch(() => undefined);
      lanes.free(lane);
    }
  };

  const once = async <T>(
    access: Access,
    work: (session: Session) => Promise<T>,
    marks: boolean,
  ): Promise<T> => {
    const transaction = createTransactionSession(access, {
      outside: read,
      takeNumber,
      takeEarlierNumber,
      records,
    });
    try {
      const result = await transaction.settled(work(transaction.session));
      if (marks && transaction.hasWritten()) await markCommit(access);
      return result;
    } finally {
      transaction.end();
    }
  };

  /**
   * The driver's `withTransaction` tries again for two minutes, whatever the patience, does not take a duplicate key for a
   * conflict, and lets transactions that conflict meet again and again: here the second attempt has the process to itself.
   */
  const untilDone = async <T>(work: Work<T>): Promise<T> => {
    const begun = performance.now();
    const passed = (): number => performance.now() - begun;
    for (let attempts = 0, conflicts = 0, vanished = 0; ; attempts += 1) {
      const isExclusive = !hasTransactions || conflicts > 0;
      const permit = await acquire(isExclusive ? TRANSACTIONS : 1, Math.max(0, patience - passed()));
      try {
        return await attempt(work);
      } catch (error) {
        if (error instanceof ForeignDuplicate) throw error.cause;
        const limit = isLost(error) ? Math.min(patience, RECOVERY) : patience;
        if (!hasTransactions || !isConflict(error) || passed() >= limit) throw toStoreError(error);
        if (isVanished(error)) vanished += 1;
        if (vanished >= MOST_VANISHED) throw endedByServer(error);
        if (!isLost(error)) conflicts += 1;
      } finally {
        permit.release();
      }
      await sleep(Math.random() * Math.min(MAX_PAUSE, 2 ** attempts));
    }
  };

  const run = async <T>(work: Work<T>): Promise<T> => {
    if (isStopping) throw closed();
    const result = await whileOpen(untilDone(work));
    housekeeping.noteCommit();
    return result;
  };

  const tryOnce: Transactions["tryOnce"] = async (work) => {
    if (isStopping) throw closed();
    const once = async () => {
      const permit = await acquire(hasTransactions ? 1 : TRANSACTIONS, patience);
      try {
        return await attempt((session) => session.write(work));
      } finally {
        permit.release();
      }
    };
    try {
      return await whileOpen(once());
    } catch (error) {
      if (isConflict(error) && !isLost(error)) return undefined;
      throw toStoreError(error);
    }
  };

  // One that conflicts is not urgent; where nothing conflicts, it waits for all others instead.
  const tidy = hasTransactions ? (work: Work<void>) => attempt(work, false) : untilDone<void>;
  const housekeeping = createHousekeeping(() => whileOpen(tidy((session) => session.write(clean))));

  return {
    session: {
      inTransaction: false,
      read,
      findByIds: (name, ids) => read((access) => lookUp(toWanted(access, name, ids))),
      findFirst: (name, first) => read((access) => lookUp(toFirst(access, name, first))),
      coalesce: createCoalescer(),
      outside: (work) => read(work),
      takeNumber,
      takeEarlierNumber,
      write: (work) => run((session) => session.write(work)),
      together: (key, item, work) => run((session) => session.together(key, item, work)),
      records,
      nameOf: (name) => collections[name].collectionName,
    },
    run,
    tryOnce,
    async stop() {
      isStopping = true;
      // A caller that has got an answer may ask on.
      for (; open.size > 0; await nextEvent()) await Promise.allSettled(open);
      await housekeeping.stop();
      isStopped = true;
    },
  };
};

/** As a failed command does, whoever has sent it and whether or not its error was caught. */
const endedByServer = (cause: unknown): Error =>
  storageUnavailable(
    new Error("The server has ended the transaction: has a command failed in it whose error was caught?", {
      cause,
    }),
  );

/** Commits, again and again while it is unknown whether that has happened: it happens once. */
const commit = async (once: () => Promise<unknown>, deadline: number): Promise<void> => {
  for (;;) {
    try {
      await once();
      return;
    } catch (error) {
      if (!isUnknownCommit(error)) throw error;
      // To run the transaction again might do everything twice.
      if (performance.now() >= deadline) throw storageUnavailable(error);
      await sleep(Math.random() * MAX_PAUSE);
    }
  }
};

const closed = (): Error => new Error("The store is closed.");

/** As when the database itself says that it is busy. */
const waitedTooLong = (): Error =>
  storageUnavailable(
    new Error("Waited too long for another unit of work. Units do not nest: is this one inside another?"),
  );
