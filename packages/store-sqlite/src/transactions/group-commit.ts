import { AsyncResource } from "node:async_hooks";
import { setImmediate as nextTurn } from "node:timers/promises";
import { storageUnavailable } from "@kalends/core";
import { endSnapshots } from "../database/snapshot.ts";
import type { Unit, UnitContext } from "./unit.ts";
import { createGroupRunner, type GroupDeps } from "./unit-group.ts";

/**
 * Longest delay of a timer, in milliseconds. A timer with a longer delay, such as `Infinity`, fires
 * immediately.
 */
const MAX_TIMER = 2 ** 31 - 1;

/** Maximum number of milliseconds that a group waits while more units arrive. */
const MAX_WAIT = 5;

/** Queue for exclusive use of the writing connection. */
export interface Writer {
  /**
   * Runs a unit of work. Resolves when its writes are committed, possibly together with those of other units.
   * If its writes are lost because of another unit's failure, `work` runs again. `isExclusive` means that the
   * unit must not share its commit.
   */
  unit<T>(
    work: (context: UnitContext) => T | Promise<T>,
    options?: { readonly isExclusive?: boolean },
  ): Promise<T>;
  /** Runs `work` outside of transactions. */
  turn<T>(work: () => T | Promise<T>): Promise<T>;
  /** True while a unit or other work is running. */
  isBusy(): boolean;
  /** Returns the number of database transactions that have ended. */
  commits(): number;
  /** Waits for all earlier work. Later work is rejected. */
  stop(): Promise<void>;
}

/** Entry of the queue. `begin` is called when its wait is over. */
type Entry = Task & { begin(): void };
type Task = { readonly unit: Unit } | { readonly unit?: never; run(): void };

/**
 * Creates the writer. If `groups` is true, waiting units share a commit. This is faster if a commit must wait
 * for the disk.
 */
export const createWriter = ({
  groups,
  ...deps
}: Omit<GroupDeps, "next"> & { readonly groups: boolean }): Writer => {
  const queue: Entry[] = [];
  /** Units that took too long. They return to the queue when their current run has ended. */
  const putOff = new Set<Promise<void>>();
  let isStopped = false;
  let isBusy = false;
  let commits = 0;

  const nextUnit = (): Unit | undefined => {
    const unit = groups ? queue[0]?.unit : undefined;
    if (unit === undefined || unit.isExclusive) return undefined;
    queue.shift()?.begin();
    return unit;
  };
  const runGroup = createGroupRunner({ ...deps, next: nextUnit });

  const again = (unit: Unit): Entry => ({ unit: { ...unit, isExclusive: true }, begin: () => undefined });

  const runAll = async (): Promise<void> => {
    isBusy = true;
    while (queue.length > 0) {
      if (groups) await untilAllAreHere(() => queue.length);
      const entry = queue.shift();
      if (entry === undefined) break;
      entry.begin();
      if (entry.unit === undefined) {
        entry.run();
        continue;
      }
      const { lost, late, finish } = await runGroup(entry.unit);
      commits += 1;
      endSnapshots();
      finish();
      queue.unshift(...lost.map(again));
      for (const { unit, ended } of late) comeBack(unit, ended);
    }
    isBusy = false;
  };

  const comeBack = (unit: Unit, ended: Promise<unknown>): void => {
    const back = ended.then(() => {
      putOff.delete(back);
      enter(again(unit));
    });
    putOff.add(back);
  };

  const enter = (entry: Entry): void => {
    queue.push(entry);
    if (!isBusy) void runAll();
  };

  /** Waits for the writer, but at most for `patience` milliseconds. */
  const wait = <T>(
    patience: number,
    toTask: (resolve: (value: T | Promise<T>) => void, reject: (error: unknown) => void) => Task,
  ): Promise<T> =>
    new Promise((resolve, reject) => {
      const entry: Entry = { ...toTask(resolve, reject), begin: () => clearTimeout(timer) };
      const giveUp = (): void => {
        queue.splice(queue.indexOf(entry), 1);
        reject(waitedTooLong());
      };
      const timer = setTimeout(giveUp, Math.min(patience, MAX_TIMER));
      enter(entry);
    });

  const turn = <T>(patience: number, work: () => T | Promise<T>): Promise<T> =>
    wait<T>(patience, (resolve, reject) => ({
      run() {
        try {
          resolve(work());
        } catch (error) {
          reject(error);
        }
      },
    }));

  const demandOpen = (): void => {
    if (isStopped) throw new Error("The store is closed.");
  };

  return {
    async unit<T>(work: (context: UnitContext) => T | Promise<T>, { isExclusive = !groups } = {}) {
      demandOpen();
      // Each unit runs in the async context of its caller, although units run one after another.
      // `AsyncResource.bind` would take several times as long.
      const origin = new AsyncResource("unit of work");
      return wait<T>(deps.patience, (resolve, reject) => ({
        unit: {
          work: (context) => origin.runInAsyncScope(work, undefined, context),
          isExclusive,
          // The type is safe, because the value is the result of `work`.
          resolve: (value) => resolve(value as T),
          reject,
        },
      }));
    },
    async turn(work) {
      demandOpen();
      return turn(deps.patience, work);
    },
    isBusy: () => isBusy,
    commits: () => commits,
    async stop() {
      isStopped = true;
      do {
        await Promise.all(putOff);
        await turn(Number.POSITIVE_INFINITY, () => undefined);
      } while (putOff.size > 0);
    },
  };
};

/**
 * Waits until all units that arrive shortly after each other are in the queue. Ends when the queue no longer
 * grows, at the latest after `MAX_WAIT` milliseconds.
 */
const untilAllAreHere = async (waiting: () => number): Promise<void> => {
  const until = performance.now() + MAX_WAIT;
  let before: number;
  do {
    before = waiting();
    await nextTurn();
  } while (waiting() > before && performance.now() < until);
};

/** Creates the error for a wait that took too long. It is the same as for a busy database. */
const waitedTooLong = (): Error =>
  storageUnavailable(
    new Error(
      "Waited too long for another unit of work. Units do not nest: is this one inside another? Or has another connection locked the file?",
    ),
  );
