import { AsyncResource } from "node:async_hooks";
import { setImmediate as nextTurn } from "node:timers/promises";
import { storageUnavailable } from "@kalends/core";
import { endSnapshots } from "../database/snapshot.ts";
import type { Unit, UnitContext } from "./unit.ts";
import { createGroupRunner, type GroupDeps } from "./unit-group.ts";

/** What a timer can wait for, in milliseconds: one that is set to more, such as `Infinity`, ends at once. */
const LONGEST_TIMER = 2 ** 31 - 1;

/** How long, in milliseconds, a group waits for others while there come more. */
const MAX_WAIT = 5;

/** What has the writing connection to itself, one after the other. */
export interface Writer {
  /**
   * Resolves once what `work` wrote is committed, together with other units maybe. `work` runs again when these, or it itself,
   * are lost to a failure that is not of its making. `isAlone`: not together with others.
   */
  unit<T>(
    work: (context: UnitContext) => T | Promise<T>,
    options?: { readonly isAlone?: boolean },
  ): Promise<T>;
  /** `work` outside of transactions. */
  turn<T>(work: () => T | Promise<T>): Promise<T>;
  /** Whether a unit or a turn has begun. */
  isBusy(): boolean;
  /** Transactions of the database that have ended. */
  commits(): number;
  /** Waits for what has been asked for so far, and refuses what comes later. */
  stop(): Promise<void>;
}

/** What waits for the writer; `begin`: it has waited long enough. */
type Entry = Task & { begin(): void };
type Task = { readonly unit: Unit } | { readonly unit?: never; run(): void };

/** `groups`: whether units that wait at the same time are committed together, which pays where a commit waits for a disk. */
export const createWriter = ({
  groups,
  ...deps
}: Omit<GroupDeps, "next"> & { readonly groups: boolean }): Writer => {
  const queue: Entry[] = [];
  /** Units that were put off: they come back when they have ended. */
  const putOff = new Set<Promise<void>>();
  let isStopped = false;
  let isBusy = false;
  let commits = 0;

  const nextUnit = (): Unit | undefined => {
    const unit = groups ? queue[0]?.unit : undefined;
    if (unit === undefined || unit.isAlone) return undefined;
    queue.shift()?.begin();
    return unit;
  };
  const runGroup = createGroupRunner({ ...deps, next: nextUnit });

  const again = (unit: Unit): Entry => ({ unit: { ...unit, isAlone: true }, begin: () => undefined });

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
      const { lost, late, settle } = await runGroup(entry.unit);
      commits += 1;
      endSnapshots();
      settle();
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

  /** Waits for the writer as long as `patience` says. */
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
      const timer = setTimeout(giveUp, Math.min(patience, LONGEST_TIMER));
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
    async unit<T>(work: (context: UnitContext) => T | Promise<T>, { isAlone = !groups } = {}) {
      demandOpen();
      // Units run one after another in one go, each as part of what asked for it; `AsyncResource.bind` takes several times as long.
      const origin = new AsyncResource("unit of work");
      return wait<T>(deps.patience, (resolve, reject) => ({
        unit: {
          work: (context) => origin.runInAsyncScope(work, undefined, context),
          isAlone,
          // Cast: the value is what `work` answers.
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

/** Whatever has arrived meanwhile gets as far as the queue; while that grows, more may be on its way. */
const untilAllAreHere = async (waiting: () => number): Promise<void> => {
  const until = performance.now() + MAX_WAIT;
  let before: number;
  do {
    before = waiting();
    await nextTurn();
  } while (waiting() > before && performance.now() < until);
};

/** As when the database itself says that it is busy. */
const waitedTooLong = (): Error =>
  storageUnavailable(
    new Error(
      "Waited too long for another unit of work. Units do not nest: is this one inside another? Or has another connection locked the file?",
    ),
  );
