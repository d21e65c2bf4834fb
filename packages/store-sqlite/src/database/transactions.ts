import { setTimeout as sleep } from "node:timers/promises";
import { createFairLimiter, type Lease, storageUnavailable } from "@kalends/core";
import type { Connection } from "./connection.ts";
import { isBusy } from "./errors.ts";
import type { FileHealth } from "./file-health.ts";
import type { RecordCache } from "./record-cache.ts";
import { createSnapshot, endSnapshots } from "./snapshot.ts";

/** Milliseconds between two attempts to get the lock from another process, at most. */
const MAX_PAUSE = 8;
/** What a timer can wait for, in milliseconds: one that is set to more, such as `Infinity`, ends at once. */
const LONGEST_TIMER = 2 ** 31 - 1;

/** How a repository reaches the database: on its own, or inside a transaction. */
export interface Session {
  /** `cache`: of what is committed; not inside a transaction. */
  read<T>(work: (connection: Connection, cache?: RecordCache) => T): Promise<T>;
  /** Everything that `work` writes, or nothing. */
  write<T>(work: (connection: Connection) => T): Promise<T>;
  /** Notes an id that was handed out, so that it is not handed out again even when the transaction fails. */
  handedOut(sequence: string, id: number): void;
}

export interface TransactionsDeps {
  readonly writing: Connection;
  /** The same as `writing` when there is only one: then reads wait for the end of an open transaction. */
  readonly reading: Connection;
  readonly health: FileHealth;
  /** For reads outside of transactions. */
  readonly cache: RecordCache | undefined;
  /** How long to wait for other transactions, of this process and of others, in milliseconds. */
  readonly patience: number;
}

/** The transactions of one store. */
export interface Transactions {
  /** Outside of transactions: reads see what is committed, each write is a transaction of its own. */
  readonly session: Session;
  run<T>(work: (session: Session) => Promise<T>): Promise<T>;
  /** See `Store.revision`. */
  revision(): string;
  /** Rejects unless reads and writes can be answered. */
  ping(): Promise<void>;
  /** Waits for the transactions begun so far and refuses later ones. */
  stop(): Promise<void>;
}

/** Gets the last id of each sequence that it hands out noted. */
type Work<T> = (handedOut: Map<string, number>) => T | Promise<T>;

export const createTransactions = ({
  writing,
  reading,
  health,
  cache,
  patience,
}: TransactionsDeps): Transactions => {
  const limiter = createFairLimiter({ capacity: 1 });
  const snapshot = createSnapshot(reading, {
    check: health.checkReadable,
    validate: (version) => cache?.validate(reading, version),
  });
  let isStopped = false;
  /** Transactions of this store that have ended. */
  let commits = 0;

  const exclusive = async (): Promise<Lease> => {
    if (isStopped) throw new Error("The store is closed.");
    const lease = limiter.acquire(undefined);
    if (lease.isHeld()) return lease;
    const timer = setTimeout(lease.release, Math.min(patience, LONGEST_TIMER));
    await lease.settled;
    clearTimeout(timer);
    if (!lease.isHeld()) throw waitedTooLong();
    return lease;
  };

  const attempt = async <T>(work: Work<T>): Promise<T> => {
    const handedOut = new Map<string, number>();
    try {
      health.checkReadable();
      await begin(writing, patience);
      const result = await work(handedOut);
      if (!writing.inTransaction) throw takenBack();
      // Last: what is acknowledged must be in the file that others find at its path.
      health.checkWritable();
      writing.run("COMMIT");
      return result;
    } catch (error) {
      undo(writing, handedOut, health);
      throw error;
    }
  };

  const transact = async <T>(work: Work<T>): Promise<T> => {
    const lease = await exclusive();
    try {
      return await attempt(work);
    } catch (error) {
      throw health.toStoreError(error);
    } finally {
      commits += 1;
      endSnapshots();
      lease.release();
    }
  };

  const readNow: Session["read"] = (work) => {
    try {
      if (reading !== writing) snapshot.hold();
      // Nobody else has a database in memory.
      else cache?.validate(reading, commits);
      return Promise.resolve(work(reading, cache));
    } catch (error) {
      return Promise.reject(health.toStoreError(error));
    }
  };

  const read: Session["read"] = (work) => {
    if (reading !== writing || limiter.used() === 0) return readNow(work);
    return exclusive().then((lease) => readNow(work).finally(lease.release));
  };

  return {
    session: {
      read,
      write: (work) => transact(() => work(writing)),
      handedOut: () => undefined,
    },
    run: (work) =>
      transact(async (handedOut) => {
        const { session, end } = createTransactionSession(writing, handedOut, health);
        try {
          return await work(session);
        } finally {
          end();
        }
      }),
    revision() {
      if (reading === writing) return String(commits);
      return health.run(() => String(snapshot.hold()));
    },
    async ping() {
      health.checkWritable();
      await read((connection) => connection.value("SELECT 1 FROM sequences"));
    },
    async stop() {
      const lease = limiter.acquire(undefined);
      isStopped = true;
      await lease.settled;
      snapshot.close();
      lease.release();
    },
  };
};

/** Waits without blocking: the lock may be held by another store of this very process. */
const begin = async (connection: Connection, patience: number): Promise<void> => {
  const deadline = performance.now() + patience;
  for (;;) {
    try {
      connection.run("BEGIN IMMEDIATE");
      connection.run("SAVEPOINT unit");
      return;
    } catch (error) {
      if (!isBusy(error) || performance.now() >= deadline) throw error;
      await sleep(1 + Math.random() * MAX_PAUSE);
    }
  }
};

/** Undoes all but ids that were handed out: they may have been seen. */
const undo = (connection: Connection, handedOut: ReadonlyMap<string, number>, health: FileHealth): void => {
  if (!connection.inTransaction) return;
  try {
    if (handedOut.size === 0) return;
    connection.run("ROLLBACK TO unit");
    for (const [name, id] of handedOut) {
      connection.run("UPDATE sequences SET last = max(last, CAST(? AS INTEGER)) WHERE name = ?", [id, name]);
    }
    health.checkWritable();
    connection.run("COMMIT");
  } finally {
    if (connection.inTransaction) connection.run("ROLLBACK");
  }
};

const createTransactionSession = (
  connection: Connection,
  handedOut: Map<string, number>,
  health: FileHealth,
): { readonly session: Session; end(): void } => {
  let isOpen = true;
  const step = async <T>(work: () => T): Promise<T> => {
    if (!isOpen) throw new Error("This unit of work has ended; its repositories ended with it.");
    // Some failures, such as a full disk, make the database roll back by itself; what follows must not commit without the rest.
    if (!connection.inTransaction) throw takenBack();
    return health.run(work);
  };
  return {
    session: {
      read: (work) => step(() => work(connection)),
      write: (work) => step(() => atomic(connection, work)),
      handedOut: (sequence, id) => handedOut.set(sequence, Math.max(id, handedOut.get(sequence) ?? 0)),
    },
    end() {
      isOpen = false;
    },
  };
};

/** A write that fails leaves nothing behind, even if the transaction catches the error and goes on. */
const atomic = <T>(connection: Connection, work: (connection: Connection) => T): T => {
  connection.run("SAVEPOINT step");
  try {
    const result = work(connection);
    connection.run("RELEASE step");
    return result;
  } catch (error) {
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
    // A transaction with half a step in it must not commit.
    if (connection.inTransaction) connection.run("ROLLBACK");
    throw error;
  }
};

const takenBack = (): Error => new Error("The database has taken the unit of work back.");

/** As when the database itself says that it is busy. */
const waitedTooLong = (): Error =>
  storageUnavailable(
    new Error("Waited too long for another unit of work. Units do not nest: is this one inside another?"),
  );
