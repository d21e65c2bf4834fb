import { AsyncLocalStorage } from "node:async_hooks";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { Connection } from "../database/connection.ts";
import type { FileHealth } from "../database/file-health.ts";
import { PREFIX } from "../database/prefix.ts";
import type { RecordCache } from "../database/record-cache.ts";
import { untilFree } from "../database/retry-while-busy.ts";
import { createSnapshot, endSnapshots } from "../database/snapshot.ts";
import { createUsageCounts, type UsageCounts } from "../queries/usage-counts.ts";
import { runForCaller } from "./caller-errors.ts";
import type { DeferredWrites } from "./deferred-writes.ts";
import { createWriter } from "./group-commit.ts";
import { createNativeTransaction } from "./native-transaction.ts";
import type { SqliteTransaction } from "./sqlite-transaction.ts";
import type { UnitContext } from "./unit.ts";

/** Writes that run later in the transaction, many at a time. */
export interface DeferredWork {
  readonly deferred: DeferredWrites;
  readonly usage: UsageCounts;
}

/** Access of a repository to the database, outside or inside a transaction. */
export interface Session {
  /** Runs a read. `cache` contains committed records; it is undefined inside a transaction. */
  read<T>(work: (connection: Connection, cache?: RecordCache) => T): Promise<T>;
  /** Same as `read`, for reads that use the text index. */
  search<T>(work: (connection: Connection, cache?: RecordCache) => T): Promise<T>;
  /**
   * Runs `work` and keeps everything that it writes, or nothing. Outside a transaction, also commits the
   * writes.
   */
  write<T>(work: (connection: Connection, later: DeferredWork) => T): Promise<T>;
  /** Ensures that an assigned id is not used again, even if the transaction fails. */
  handedOut(sequence: string, id: number): void;
  /**
   * Runs writes as a group. The transaction rejects if `work` fails, even if the caller catches the error, or
   * if `work` is unfinished at the end. Outside a transaction, only calls `work`.
   */
  grouped<T>(work: () => Promise<T>): Promise<T>;
}

export interface TransactionsDeps {
  readonly writing: Connection;
  /** Connection for reads. In memory it is the same as `writing`; reads then wait for an open transaction. */
  readonly reading: Connection;
  readonly health: FileHealth;
  /** Cache for reads outside of transactions. */
  readonly cache: RecordCache | undefined;
  readonly synchronous: keyof typeof SYNCHRONOUS;
  /** Number of milliseconds to wait for other transactions, of this process and of others. */
  readonly patience: number;
}

/** Transactions of one store. */
export interface Transactions {
  /** Session outside of transactions; each write is a separate transaction. */
  readonly session: Session;
  run<T>(work: (session: Session) => Promise<T>): Promise<T>;
  /**
   * Runs a transaction whose commit does not wait for the disk: a power cut may undo it. Do not use it for
   * writes that are acknowledged to a client, or inside another transaction.
   */
  writeVolatile<T>(work: (connection: Connection) => T): Promise<T>;
  /** Runs a native transaction: see `Store.nativeTransaction`. */
  runNative<T>(work: (session: Session, native: SqliteTransaction) => Promise<T>): Promise<T>;
  /** Returns the identifier of the committed state: see `Store.revision`. */
  revision(): string;
  /** Rejects if reads or writes are not possible. */
  ping(): Promise<void>;
  /** Waits for all transactions that have begun. Later ones are rejected. */
  stop(): Promise<void>;
}

/**
 * SQLite settings for the option `synchronous`. Commits wait for the disk with `full`, but not with `normal`.
 */
export const SYNCHRONOUS = {
  full: "PRAGMA synchronous = FULL",
  normal: "PRAGMA synchronous = NORMAL",
} as const;

/** Milliseconds between two checks of the file by `revision`. Other reads check the file each time. */
const CHECK_EVERY_MS = 5;

export const createTransactions = ({
  writing,
  reading,
  health,
  cache,
  patience,
  synchronous,
}: TransactionsDeps): Transactions => {
  const isInMemory = reading === writing;
  const writer = createWriter({ writing, health, patience, groups: !isInMemory });
  const snapshot = createSnapshot(reading, {
    check: health.checkReadable,
    validate: (version) => cache?.validate(reading, version),
  });

  let checkDue = 0;

  const readNow: Session["read"] = (work) => {
    // Reading for long without a pause, such as a complete calendar, would block the event loop.
    if (snapshot.isOverlong()) return nextTurn().then(() => readNow(work));
    try {
      if (!isInMemory) snapshot.hold();
      // Only this process can use a database in memory, so its own commits are counted.
      else cache?.validate(reading, writer.commits());
      return Promise.resolve(work(reading, cache));
    } catch (error) {
      return Promise.reject(health.toStoreError(error));
    }
  };

  /**
   * Context of the running native transaction. With a single connection, a read inside the transaction would
   * otherwise wait forever for the end of the transaction.
   */
  const within = new AsyncLocalStorage<UnitContext>();

  const read: Session["read"] = (work) => {
    if (!isInMemory || !writer.isBusy()) return readNow(work);
    return within.getStore()?.isOpen() ? readInside(work) : writer.turn(() => readNow(work));
  };

  /** Runs a read inside the transaction. Nothing is cached, because nothing is committed yet. */
  const readInside: Session["read"] = async (work) => health.run(() => work(reading));

  return {
    session: {
      read,
      search: read,
      write: (work) => writer.unit(({ deferred }) => writeAll(writing, deferred, work)),
      handedOut: () => undefined,
      grouped: (work) => work(),
    },
    run: (work) =>
      writer.unit(async (context) => {
        const { session, end } = createUnitSession(writing, health, context);
        const result = await runForCaller(() => work(session));
        end();
        return result;
      }),
    async writeVolatile<T>(work: (connection: Connection) => T) {
      let outcome: { readonly value: T } | undefined;
      const attempt = (): void => {
        health.checkWritable();
        writing.script(SYNCHRONOUS.normal);
        try {
          outcome = { value: work(writing) };
        } finally {
          writing.script(SYNCHRONOUS[synchronous]);
        }
        endSnapshots();
      };
      try {
        await untilFree(() => writer.turn(attempt), patience);
      } catch (error) {
        throw health.toStoreError(error);
      }
      if (outcome === undefined) throw new Error("Nothing was written.");
      return outcome.value;
    },
    runNative: <T>(work: (session: Session, native: SqliteTransaction) => Promise<T>) =>
      writer.unit<T>(
        async (context) => {
          const { session, step, end } = createUnitSession(writing, health, context);
          const native = createNativeTransaction(writing, step);
          const result = await runForCaller(() => within.run(context, () => work(session, native)));
          end();
          return result;
        },
        { isExclusive: true },
      ),
    revision() {
      if (isInMemory) return String(writer.commits());
      return health.run(() => {
        const now = performance.now();
        if (now >= checkDue) {
          health.checkReadable();
          checkDue = now + CHECK_EVERY_MS;
        }
        return String(snapshot.version());
      });
    },
    async ping() {
      health.checkSound();
      await read((connection) => connection.value(`SELECT 1 FROM ${PREFIX}sequences`));
    },
    async stop() {
      await writer.stop();
      snapshot.close();
    },
  };
};

/** Runs a write, and writes the usage counts that it changes. */
const writeAll = <T>(
  connection: Connection,
  deferred: DeferredWrites,
  work: (connection: Connection, later: DeferredWork) => T,
): T => {
  const usage = createUsageCounts();
  const result = work(connection, { deferred, usage });
  usage.write(connection);
  return result;
};

const createUnitSession = (
  connection: Connection,
  health: FileHealth,
  { deferred, isOpen, hasSavepoints, invalidate, handedOut }: UnitContext,
): { readonly session: Session; readonly step: <T>(work: () => T) => T; end(): void } => {
  let isOver = false;
  /** Groups of writes that are still running or have failed, each with the error that `end` throws. */
  const unfinished = new Set<{ error: unknown }>();
  const stepNow = <T>(work: () => T): T => {
    if (isOver || !isOpen()) throw new Error("This unit of work has ended; its repositories ended with it.");
    // After some failures, such as a full disk, SQLite itself rolls the transaction back. Later writes of the
    // unit must then not be committed without the earlier ones.
    if (!connection.inTransaction) throw new Error("The database has taken the unit of work back.");
    return health.run(work);
  };
  const step = async <T>(work: () => T): Promise<T> => stepNow(work);
  const usage = createUsageCounts();
  const writeUsage = (): void => orInvalidate(() => usage.write(connection), invalidate);
  return {
    session: {
      read: (work) =>
        step(() => {
          writeUsage();
          return work(connection);
        }),
      search: (work) =>
        step(() => {
          writeUsage();
          deferred.run();
          return work(connection);
        }),
      write: <T>(work: (connection: Connection, later: DeferredWork) => T) =>
        step(() => {
          deferred.runMany();
          return hasSavepoints
            ? atomic(connection, deferred, () => writeAll(connection, deferred, work))
            : orInvalidate(() => work(connection, { deferred, usage }), invalidate);
        }),
      handedOut,
      async grouped(work) {
        const writes: { error: unknown } = {
          error: new Error("The unit of work ended in the middle of a write. Await all writes."),
        };
        unfinished.add(writes);
        try {
          const result = await work();
          unfinished.delete(writes);
          return result;
        } catch (error) {
          writes.error = error;
          throw error;
        }
      },
    },
    step: stepNow,
    end() {
      for (const { error } of unfinished) throw error;
      // Writes that the caller does not await are rejected from now on, because their changes of usage counts
      // would not be written.
      isOver = true;
      if (isOpen() && connection.inTransaction) health.run(writeUsage);
    },
  };
};

const orInvalidate = <T>(write: () => T, invalidate: () => void): T => {
  try {
    return write();
  } catch (error) {
    invalidate();
    throw error;
  }
};

/**
 * Runs a write with a savepoint. If the write fails, undoes all of it, even if the transaction catches the
 * error.
 */
const atomic = <T>(connection: Connection, deferred: DeferredWrites, work: () => T): T => {
  const mark = deferred.mark();
  connection.run("SAVEPOINT step");
  try {
    const result = work();
    connection.run("RELEASE step");
    return result;
  } catch (error) {
    deferred.undoTo(mark);
    undoStep(connection);
    throw error;
  }
};

const undoStep = (connection: Connection): void => {
  if (!connection.inTransaction) return;
  try {
    connection.run("ROLLBACK TO step");
    connection.run("RELEASE step");
  } catch (error) {
    // A step was undone only in part, so the transaction must not be committed.
    if (connection.inTransaction) connection.run("ROLLBACK");
    throw error;
  }
};
