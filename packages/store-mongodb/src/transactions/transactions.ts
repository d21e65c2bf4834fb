import { setImmediate as nextEvent, setTimeout as sleep } from "node:timers/promises";
import { createFairLimiter, type Logger, type Permit, storageUnavailable } from "@kalends/core";
import type { ClientSession, MongoClient, TransactionOptions } from "mongodb";
import { type Access, type Collections, MAX_READ } from "../database/collections.ts";
import { createCounter, createReserve, OUTBOX_ENTRY, reserveNumbers } from "../database/counters.ts";
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
import { createCoalescer, createLookUp, toFirst, toLookup } from "./coalesced-reads.ts";
import { markCommit } from "./commits.ts";
import { createHousekeeping } from "./housekeeping.ts";
import { createLanes, LANES } from "./lanes.ts";
import { createTransactionSession, type Session } from "./session.ts";

/** Maximum number of running transactions in one process, in addition to one for cleanup. */
export const TRANSACTIONS: number = LANES - 1;
/**
 * Milliseconds for which a transaction that lost the server is retried: another server may become the
 * primary.
 */
const RECOVERY = 5000;
/**
 * Maximum pause between two attempts, in milliseconds. The conflicting transaction may be in another process.
 */
const MAX_PAUSE = 50;
/** Maximum number of attempts for a transaction that the server ends before its commit. */
const MAX_VANISHED = 3;
/**
 * Longest delay of a timer, in milliseconds. A timer with a longer delay, such as `Infinity`, fires
 * immediately.
 */
const MAX_TIMER = 2 ** 31 - 1;

const TRANSACTION: TransactionOptions = {
  readConcern: { level: "snapshot" },
  writeConcern: { w: "majority", j: true },
  readPreference: "primary",
};

export interface TransactionsDeps {
  readonly client: Pick<MongoClient, "startSession">;
  readonly collections: Collections;
  /** True if the server supports transactions. */
  readonly hasTransactions: boolean;
  /** Milliseconds for which a transaction waits for others and is retried. */
  readonly patience: number;
  readonly logger?: Pick<Logger, "warn"> | undefined;
  readonly records: RecordCache;
  /** Cleanup that runs after some of the commits, in a transaction of its own. */
  readonly clean: (access: Access) => Promise<void>;
}

type Work<T> = (session: Session, native?: ClientSession) => Promise<T>;

/** Transactions of one store. */
export interface Transactions {
  /**
   * Session outside of transactions. Reads return committed data, and each write is a separate transaction.
   */
  readonly session: Session;
  /** Runs a transaction. `native` is the driver's session, if the server supports transactions. */
  run<T>(work: Work<T>): Promise<T>;
  /**
   * Runs a transaction without a retry; returns `undefined` after a conflict. Use it for work that another
   * process may do instead, because the retries of `run` would block other transactions.
   */
  tryOnce<T>(work: (access: Access) => Promise<T>): Promise<T | undefined>;
  /** Waits for all transactions and reads that have begun. Later ones are rejected. */
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
  const reading = { maxTimeMS: MAX_READ };
  const plain: Access = {
    ...collections,
    reading,
    snapshot: hasTransactions ? { readConcern: { level: "snapshot" } } : {},
    writing: {},
    isTransaction: false,
    lane: 0,
  };
  const lanes = createLanes(() => reserveNumbers(collections, "process"));
  const hints = createIndexHints({ logger, now: () => performance.now() });
  const lookUp = createLookUp();
  const open = new Set<Promise<unknown>>();
  let isStopping = false;
  let isStopped = false;

  /** Registers work for which `stop` waits. */
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
    read((access) => reserveNumbers(access, name, amount));
  const takeNumber = createCounter(take);
  const takeEarlierNumber = createReserve((amount) => take(OUTBOX_ENTRY, amount));

  const acquire = async (amount: number, milliseconds: number): Promise<Permit> => {
    const permit = limiter.acquire(undefined, amount);
    if (permit.isHeld()) return permit;
    const timer = setTimeout(permit.release, Math.min(milliseconds, MAX_TIMER));
    await permit.decided;
    clearTimeout(timer);
    if (!permit.isHeld()) throw waitedTooLong();
    return permit;
  };

  /**
   * Runs one attempt. A conflict is thrown as the driver's error, even if `work` has wrapped it. If `marks`
   * is true, a transaction that has written marks its commit (`markCommit`). Cleanup passes false, because it
   * does not change the results of reads.
   */
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
      // Ends the session and aborts its transaction unless it was committed. A server that is unreachable now
      // aborts the transaction by itself.
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
      takeReservedNumber: takeEarlierNumber,
      records,
    });
    try {
      const result = await transaction.finish(work(transaction.session));
      if (marks && transaction.hasWritten()) await markCommit(access);
      return result;
    } finally {
      transaction.end();
    }
  };

  /**
   * Runs a transaction until it succeeds or the time is over. After a conflict, the next attempts run without
   * other transactions of this process. The driver's `withTransaction` is not used: it retries for two
   * minutes, does not treat a duplicate key as a conflict, and lets transactions conflict again and again.
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
        if (vanished >= MAX_VANISHED) throw endedByServer(error);
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

  // After a conflict, cleanup waits for its next run. Without transactions, it waits for all other units
  // instead.
  const cleanUp = hasTransactions ? (work: Work<void>) => attempt(work, false) : untilDone<void>;
  const housekeeping = createHousekeeping(() => whileOpen(cleanUp((session) => session.write(clean))));

  return {
    session: {
      inTransaction: false,
      read,
      findByIds: (name, ids) => read((access) => lookUp(toLookup(access, name, ids))),
      findFirst: (name, first) => read((access) => lookUp(toFirst(access, name, first))),
      coalesce: createCoalescer(),
      outside: (work) => read(work),
      takeNumber,
      takeReservedNumber: takeEarlierNumber,
      write: (work) => run((session) => session.write(work)),
      batched: (key, item, work) => run((session) => session.batched(key, item, work)),
      records,
      nameOf: (name) => collections[name].collectionName,
    },
    run,
    tryOnce,
    async stop() {
      isStopping = true;
      // The loop continues, because a caller that gets its result may start more work.
      for (; open.size > 0; await nextEvent()) await Promise.allSettled(open);
      await housekeeping.stop();
      isStopped = true;
    },
  };
};

/**
 * Creates the error for a transaction that the server has ended after a failed command. The server also ends
 * it if the caller has caught the error of the command.
 */
const endedByServer = (cause: unknown): Error =>
  storageUnavailable(
    new Error("The server has ended the transaction: has a command failed in it whose error was caught?", {
      cause,
    }),
  );

/** Commits, and repeats the commit while its outcome is unknown. The server applies it only once. */
const commit = async (once: () => Promise<unknown>, deadline: number): Promise<void> => {
  for (;;) {
    try {
      await once();
      return;
    } catch (error) {
      if (!isUnknownCommit(error)) throw error;
      // The commit may have been applied, so the transaction must not run again.
      if (performance.now() >= deadline) throw storageUnavailable(error);
      await sleep(Math.random() * MAX_PAUSE);
    }
  }
};

const closed = (): Error => new Error("The store is closed.");

/** Creates the error for a wait that took too long, the same as for a busy database. */
const waitedTooLong = (): Error =>
  storageUnavailable(
    new Error("Waited too long for another unit of work. Units do not nest: is this one inside another?"),
  );
