import { setImmediate as nextEvent, setTimeout as sleep } from "node:timers/promises";
import { type Logger, storageUnavailable } from "@kalends/core";
import type { ClientSession, MongoClient, TransactionOptions } from "mongodb";
import { type Access, type Collections, LONGEST_READ } from "./collections.ts";
import { createGate } from "./gate.ts";
import { createIndexHints } from "./index-hints.ts";
import { createLookUp, findByIds } from "./look-ups.ts";
import { createReadOnce } from "./read-once.ts";
import type { Session } from "./session.ts";
import { isConflict, isLost, isOfDatabase, isUnknownCommit, told } from "./unavailable.ts";

/** Units of one process that run at once. A unit that has collided runs again alone. */
const MOST_AT_ONCE = 64;
/** Milliseconds for which a unit that has lost the server tries to go on: a new primary may take over. */
const RECOVERY = 5000;
/** Milliseconds between two attempts, at most: the others may be in other processes. */
const MAX_PAUSE = 50;

const TRANSACTION: TransactionOptions = {
  readConcern: { level: "snapshot" },
  writeConcern: { w: "majority", j: true },
  readPreference: "primary",
};

export interface UnitsDeps {
  readonly client: MongoClient;
  readonly collections: Collections;
  /** Whether the server has transactions. */
  readonly hasTransactions: boolean;
  /** How long a unit waits for others and tries again, in milliseconds. */
  readonly patience: number;
  readonly logger?: Pick<Logger, "warn"> | undefined;
}

/** The units of work of one store. */
export interface Units {
  /** Outside of units: reads see what is committed, each write is a unit of its own. */
  readonly session: Session;
  run<T>(work: (session: Session) => Promise<T>): Promise<T>;
  /** Waits for the units and questions begun so far and refuses everything later. */
  stop(): Promise<void>;
}

export const createUnits = ({ client, collections, hasTransactions, patience, logger }: UnitsDeps): Units => {
  const gate = createGate(MOST_AT_ONCE, waitedTooLong);
  const plain: Access = {
    ...collections,
    reading: { maxTimeMS: LONGEST_READ },
    writing: {},
    isTransaction: false,
  };
  const hints = createIndexHints({ logger, now: () => performance.now() });
  const lookUp = createLookUp();
  const open = new Set<Promise<unknown>>();
  const state = { isStopping: false, isStopped: false };

  /** `stop` waits for it. */
  const whileOpen = async <T>(unit: Promise<T>): Promise<T> => {
    open.add(unit);
    try {
      return await unit;
    } finally {
      open.delete(unit);
    }
  };

  const ask = async <T>(work: (access: Access) => Promise<T>, hint?: string): Promise<T> => {
    if (state.isStopped) throw closed();
    const read = (usable?: string): Promise<T> =>
      work(usable === undefined ? plain : withHint(plain, usable));
    try {
      return await whileOpen(hint === undefined ? read() : hints.read(hint, read));
    } catch (error) {
      throw told(error);
    }
  };

  /** One attempt; a conflict comes out as the error of the driver, however the work has wrapped it. */
  const attempt = async <T>(work: (session: Session) => Promise<T>): Promise<T> => {
    const session = hasTransactions ? client.startSession() : undefined;
    const access = session === undefined ? plain : inTransaction(plain, session);
    const unit = createUnitSession(access, ask);
    try {
      session?.startTransaction(TRANSACTION);
      const result = await unit.settled(work(unit.session));
      if (session !== undefined) await commit(session, performance.now() + Math.min(patience, RECOVERY));
      return result;
    } finally {
      unit.end();
      // Aborts what was not committed. The server does so by itself when it cannot be told.
      await session?.endSession().catch(() => undefined);
    }
  };

  const untilDone = async <T>(work: (session: Session) => Promise<T>): Promise<T> => {
    const begun = performance.now();
    const passed = (): number => performance.now() - begun;
    for (let attempts = 0, collisions = 0; ; attempts += 1) {
      const isAlone = !hasTransactions || collisions > 0;
      const leave = await gate.enter(isAlone ? "alone" : "together", Math.max(0, patience - passed()));
      try {
        return await attempt(work);
      } catch (error) {
        const limit = isLost(error) ? Math.min(patience, RECOVERY) : patience;
        if (!hasTransactions || !isConflict(error) || passed() >= limit) throw told(error);
        if (!isLost(error)) collisions += 1;
      } finally {
        leave();
      }
      await sleep(Math.random() * Math.min(MAX_PAUSE, 2 ** attempts));
    }
  };

  const run = async <T>(work: (session: Session) => Promise<T>): Promise<T> => {
    if (state.isStopping) throw closed();
    return whileOpen(untilDone(work));
  };

  return {
    session: {
      isUnit: false,
      read: ask,
      lookUp: (pick, ids) => ask((access) => lookUp(pick(access), ids)),
      readOnce: createReadOnce(),
      beside: (work) => ask(work),
      write: (work) => run((session) => session.write(work)),
    },
    run,
    async stop() {
      state.isStopping = true;
      // Who has got an answer may ask on.
      for (; open.size > 0; await nextEvent()) await Promise.allSettled(open);
      state.isStopped = true;
    },
  };
};

const inTransaction = (access: Access, session: ClientSession): Access => ({
  ...access,
  reading: { ...access.reading, session },
  writing: { session },
  isTransaction: true,
});

const withHint = (access: Access, hint: string): Access => ({
  ...access,
  reading: { ...access.reading, hint },
});

/** Commits, again and again while nobody knows whether that has happened: it happens once. */
const commit = async (session: ClientSession, deadline: number): Promise<void> => {
  for (;;) {
    try {
      await session.commitTransaction();
      return;
    } catch (error) {
      if (!isUnknownCommit(error)) throw error;
      // To run the unit again might do everything twice.
      if (performance.now() >= deadline) throw storageUnavailable(error);
      await sleep(Math.random() * MAX_PAUSE);
    }
  }
};

interface Unit {
  readonly session: Session;
  /** What the work answers once all its steps are done; rejects when one of them failed in the database. */
  settled<T>(work: Promise<T>): Promise<T>;
  end(): void;
}

const createUnitSession = (access: Access, beside: Session["beside"]): Unit => {
  const state = { isOpen: true, failure: undefined as unknown };
  let last: Promise<unknown> = Promise.resolve();
  /** A transaction does one thing at a time. */
  const ask = <T>(work: (access: Access) => Promise<T>): Promise<T> => {
    if (!state.isOpen) {
      return Promise.reject(new Error("This unit of work has ended; its repositories ended with it."));
    }
    const step = last.then(async () => {
      if (state.failure !== undefined) throw told(state.failure);
      try {
        return await work(access);
      } catch (error) {
        // The transaction is over, even if the work catches it and goes on.
        if (isOfDatabase(error)) state.failure = error;
        throw told(error);
      }
    });
    last = step.catch(() => undefined);
    return step;
  };
  return {
    session: {
      isUnit: true,
      read: (work) => ask(work),
      lookUp: (pick, ids) => ask((unit) => findByIds(pick(unit), ids, unit.reading)),
      readOnce: (_question, read) => read(),
      write: ask,
      beside,
    },
    async settled(work) {
      try {
        const result = await work;
        await last;
        if (state.failure !== undefined) throw state.failure;
        return result;
      } catch (error) {
        await last;
        throw isConflict(state.failure) ? state.failure : error;
      }
    },
    end() {
      state.isOpen = false;
    },
  };
};

const closed = (): Error => new Error("The store is closed.");

/** As when the database itself says that it is busy. */
const waitedTooLong = (): Error =>
  storageUnavailable(
    new Error("Waited too long for another unit of work. Units do not nest: is this one inside another?"),
  );
