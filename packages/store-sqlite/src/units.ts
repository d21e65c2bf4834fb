import { setTimeout as sleep } from "node:timers/promises";
import { storageUnavailable } from "@kalends/core";
import type { Connection } from "./connection.ts";
import type { Session } from "./session.ts";
import { createSnapshot, endSnapshots } from "./snapshot.ts";
import type { StoreHealth } from "./store-health.ts";
import { createTurns } from "./turns.ts";
import { isBusy } from "./unavailable.ts";

/** Milliseconds between two attempts to get the lock from another process, at most. */
const MAX_PAUSE = 8;

export interface UnitsDeps {
  readonly writing: Connection;
  /** The same as `writing` when there is only one: then reads wait for the end of an open unit. */
  readonly reading: Connection;
  readonly health: StoreHealth;
  /** How long to wait for other units, of this process and of others, in milliseconds. */
  readonly patience: number;
}

/** The units of work of one store. */
export interface Units {
  /** Outside of units: reads see what is committed, each write is a unit of its own. */
  readonly session: Session;
  run<T>(work: (session: Session) => Promise<T>): Promise<T>;
  /** Rejects unless reads and writes can be answered. */
  ping(): Promise<void>;
  /** Waits for the units begun so far and refuses later ones. */
  stop(): Promise<void>;
}

export const createUnits = ({ writing, reading, health, patience }: UnitsDeps): Units => {
  const turns = createTurns(waitedTooLong);
  const snapshot = createSnapshot(reading);
  let isStopped = false;

  const takeTurn = (limit: number): Promise<() => void> =>
    isStopped ? Promise.reject(new Error("The store is closed.")) : turns.take(limit);

  const alone = async <T>(work: (handedOut: Map<string, number>) => T | Promise<T>): Promise<T> => {
    const endTurn = await takeTurn(patience);
    try {
      const handedOut = new Map<string, number>();
      try {
        health.checkReadable();
        await begin(writing, patience);
        const result = await work(handedOut);
        if (!writing.inTransaction) throw new Error("The database has taken the unit of work back.");
        // Last: what is acknowledged must be in the file that others find at its path.
        health.checkWritable();
        writing.run("COMMIT");
        return result;
      } catch (error) {
        undo(writing, handedOut, health);
        throw error;
      }
    } catch (error) {
      throw health.toStoreError(error);
    } finally {
      endSnapshots();
      endTurn();
    }
  };

  const read = async <T>(work: (connection: Connection) => T): Promise<T> => {
    if (reading !== writing) {
      return health.run(() => {
        health.checkReadable();
        snapshot.hold();
        return work(reading);
      });
    }
    if (!turns.isTaken) return health.run(() => work(reading));
    const endTurn = await takeTurn(patience);
    try {
      return health.run(() => work(reading));
    } finally {
      endTurn();
    }
  };

  return {
    session: {
      read,
      write: (work) => alone(() => work(writing)),
      handedOut: () => undefined,
    },
    run: (work) =>
      alone(async (handedOut) => {
        const unit = createUnitSession(writing, handedOut, health);
        try {
          return await work(unit.session);
        } finally {
          unit.end();
        }
      }),
    async ping() {
      health.checkWritable();
      await read((connection) => connection.value("SELECT 1 FROM sequences"));
    },
    async stop() {
      const turn = takeTurn(Number.POSITIVE_INFINITY);
      isStopped = true;
      const endTurn = await turn;
      snapshot.end();
      endTurn();
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

/** Ids that were handed out stay handed out: somebody may have seen them. */
const undo = (connection: Connection, handedOut: ReadonlyMap<string, number>, health: StoreHealth): void => {
  if (!connection.inTransaction) return;
  if (handedOut.size === 0) {
    connection.run("ROLLBACK");
    return;
  }
  try {
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

const createUnitSession = (
  connection: Connection,
  handedOut: Map<string, number>,
  health: StoreHealth,
): { readonly session: Session; end(): void } => {
  let isOpen = true;
  const ask = async <T>(work: () => T): Promise<T> => {
    if (!isOpen) throw new Error("This unit of work has ended; its repositories ended with it.");
    // Some failures, such as a full disk, make the database roll back by itself; what follows must not commit alone.
    if (!connection.inTransaction) throw new Error("The database has taken the unit of work back.");
    return health.run(work);
  };
  return {
    session: {
      read: (work) => ask(() => work(connection)),
      write: (work) => ask(() => whole(connection, work)),
      handedOut: (sequence, id) => handedOut.set(sequence, Math.max(id, handedOut.get(sequence) ?? 0)),
    },
    end() {
      isOpen = false;
    },
  };
};

/** A write that fails leaves nothing behind, even if the unit catches the error and goes on. */
const whole = <T>(connection: Connection, work: (connection: Connection) => T): T => {
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
    // A unit with half a step in it must not commit.
    if (connection.inTransaction) connection.run("ROLLBACK");
    throw error;
  }
};

/** As when the database itself says that it is busy. */
const waitedTooLong = (): Error =>
  storageUnavailable(
    new Error("Waited too long for another unit of work. Units do not nest: is this one inside another?"),
  );
