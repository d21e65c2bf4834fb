import type { CoreCapacities } from "../capacities.ts";
import { ClientGone } from "../errors.ts";
import { createFairLimiter } from "../fair-limiter.ts";
import { type Computation, STEP_WORK } from "../model/recurrence/work.ts";
import type { Origin } from "../ports/domain-events.ts";
import { type WorkAccount, workAccountOf } from "../rights/actor.ts";
import { createWorkBudgets } from "./work-budgets.ts";

/** Returns the account that a computation of this origin is charged to. */
export const workAccountOfOrigin = ({ actor, plugin }: Origin): WorkAccount => workAccountOf(actor) ?? plugin;

/** Request that a computation belongs to. */
export interface ComputedFor {
  /** True if nothing of the result is stored: all of the work counts. */
  readonly isDryRun?: boolean | undefined;
  /** True if the client has gone: the computation ends with `ClientGone`. Absent if a client always waits. */
  readonly isGone?: (() => boolean) | undefined;
}

/**
 * Scheduler that runs computations in slices, so that other requests are served meanwhile. Work is charged to
 * accounts. A user who has used up the work of a minute is refused; a plugin has to wait. Visitors' reads are
 * not charged.
 * Source: rules/recurrence.md#recurrence-work.
 */
export interface Slices {
  /** Runs this many steps without a pause. Returns `undefined` if the computation is not finished. */
  begin<T>(computation: Computation<T>, steps: number): { readonly value: T } | undefined;
  /**
   * Runs a computation to its end, a few milliseconds at a time. Each turn of the event loop runs one slice
   * of all computations. Rejects with `rest_too_many_requests` if the user has used up the work of a minute.
   */
  finish<T>(computation: Computation<T>, account: WorkAccount, computedFor?: ComputedFor): Promise<T>;
  /**
   * Same as `finish`, inside a transaction. It does not wait for other computations, because others wait for
   * the transaction.
   */
  finishInside<T>(computation: Computation<T>): Promise<T>;
  /**
   * Counts the rows that a transaction is about to write, or would write without a dry run. Throws
   * `rest_too_many_requests` like `finish`, but never waits.
   */
  countRows(rows: number, account: WorkAccount, isDryRun?: boolean): void;
  /**
   * Runs a long transaction. Only one of them waits for the store at a time, and accounts take turns. Other
   * writes thus wait for a few of these transactions at most. The transaction must call `onBegin` when it no
   * longer waits for the store.
   */
  inTurn<T>(account: WorkAccount, transaction: (onBegin: () => void) => Promise<T>): Promise<T>;
}

export interface SlicesDeps {
  /** Returns the current time in milliseconds. */
  now(): number;
  /** Resolves after the pending tasks of the event loop have run. */
  pause(): Promise<void>;
  sleep(milliseconds: number): Promise<void>;
  readonly capacities: Pick<CoreCapacities, "slices" | "transactions">;
}

/** Length of a slice in milliseconds. One more step brings it to less than 5. */
const SLICE = 4;
/** Work of each computation that is free if a write follows, because writing its occurrences takes longer. */
const FREE_WORK = 20_000;
/** Rows of each write that are free: a daily event for more than five years. */
const FREE_ROWS = 2000;
/** Work of a row. */
const ROW_WORK = 60;

export const createSlices = ({ now, pause, sleep, capacities }: SlicesDeps): Slices => {
  const turns = createFairLimiter<WorkAccount>(capacities.slices);
  const transactions = createFairLimiter<WorkAccount>(capacities.transactions);
  const budgets = createWorkBudgets(now);

  /** Resolves when the account may compute more. */
  const admit = async (account: WorkAccount): Promise<void> => {
    if (typeof account === "number") budgets.check(account);
    else if (account !== undefined)
      for (let wait = budgets.wait(account); wait > 0; wait = budgets.wait(account)) await sleep(wait);
  };

  /** Continues a computation until the slice is over. Returns `undefined` if it is not finished. */
  const runSlice = <T>(
    computation: Computation<T>,
    onStep: () => void,
  ): { readonly value: T } | undefined => {
    const until = now() + SLICE;
    do {
      const { done, value } = computation.next();
      if (done) return { value };
      onStep();
    } while (now() < until);
    return undefined;
  };

  return {
    async finishInside(computation) {
      for (;;) {
        await pause();
        const finished = runSlice(computation, () => undefined);
        if (finished !== undefined) return finished.value;
      }
    },
    countRows(rows, account, isDryRun = false) {
      const counted = rows - (isDryRun ? 0 : FREE_ROWS);
      if (counted <= 0) return;
      if (typeof account === "number") budgets.check(account);
      budgets.spend(account, counted * ROW_WORK);
    },
    async inTurn(account, transaction) {
      const permit = transactions.acquire(account);
      try {
        if (!permit.isHeld()) await permit.decided;
        return await transaction(permit.release);
      } finally {
        permit.release();
      }
    },
    begin(computation, steps) {
      for (let step = 0; step < steps; step += 1) {
        const { done, value } = computation.next();
        if (done) return { value };
      }
      return undefined;
    },
    async finish(computation, account, { isDryRun = false, isGone = () => false } = {}) {
      const free = isDryRun ? 0 : FREE_WORK;
      let work = 0;
      // An account without work left is refused every long computation, including its free part.
      await admit(account);
      for (;;) {
        if (work > free) await admit(account);
        const permit = turns.acquire(account);
        if (!permit.isHeld()) await permit.decided;
        try {
          // Lets requests that arrived meanwhile run first.
          await pause();
          // Other computations of the user may have used up the work in the meantime.
          if (work === 0 && typeof account === "number") budgets.check(account);
          if (isGone()) throw new ClientGone();
          const finished = runSlice(computation, () => {
            work += STEP_WORK;
            if (work > free) budgets.spend(account, STEP_WORK);
          });
          if (finished !== undefined) return finished.value;
        } catch (error) {
          // A refused computation leads to no write, so its free work is charged too.
          budgets.spend(account, Math.min(work, free));
          throw error;
        } finally {
          permit.release();
        }
      }
    },
  };
};
