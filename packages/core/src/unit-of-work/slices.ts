import type { CoreCapacities } from "../capacities.ts";
import { ClientGone } from "../errors.ts";
import { createFairLimiter } from "../fair-limiter.ts";
import { type Computation, STEP_WORK } from "../model/recurrence/work.ts";
import type { Origin } from "../ports/domain-events.ts";
import { type WorkAccount, workAccountOf } from "../rights/actor.ts";
import { createWorkBudgets } from "./work-budgets.ts";

/** Returns the account whose budget a computation uses. */
export const workAccountOfOrigin = ({ actor, plugin }: Origin): WorkAccount => workAccountOf(actor) ?? plugin;

/** Request for which a computation runs. */
export interface ComputedFor {
  /**
   * True for a dry run, which stores nothing. The part of the work that is free for writes is then charged
   * too.
   */
  readonly isDryRun?: boolean | undefined;
  /**
   * Returns true if the client has disconnected. The computation then throws `ClientGone`. If absent, the
   * computation always continues.
   */
  readonly isGone?: (() => boolean) | undefined;
}

/**
 * Scheduler that runs long computations in short slices, so that the process can serve other requests in
 * between.
 * The work is charged to accounts. If an account has used up its work for a minute, requests of a user are
 * refused, and a plugin must wait. Work for visitors is not charged.
 * Source: rules/recurrence.md#recurrence-work.
 */
export interface Slices {
  /**
   * Runs at most this many steps without a pause. Returns `undefined` if the computation is not finished
   * after these steps.
   */
  begin<T>(computation: Computation<T>, steps: number): { readonly value: T } | undefined;
  /**
   * Runs a computation to its end, in slices of a few milliseconds. In each turn of the event loop, only one
   * slice of all computations runs. Rejects with `rest_too_many_requests` if the user has used up the work
   * for a minute, and with `ClientGone` if `isGone()` returns true.
   */
  finish<T>(computation: Computation<T>, account: WorkAccount, computedFor?: ComputedFor): Promise<T>;
  /**
   * Same as `finish`, inside a transaction. It charges no account. It does not wait for other computations,
   * because other writes wait for the transaction.
   */
  finishInside<T>(computation: Computation<T>): Promise<T>;
  /**
   * Charges the rows that a transaction will write, or would write if it were not a dry run. Throws
   * `rest_too_many_requests` like `finish`, but never waits.
   */
  countRows(rows: number, account: WorkAccount, isDryRun?: boolean): void;
  /**
   * Runs a long transaction. Only one such transaction waits for the store at a time, and accounts take
   * turns. Other writes therefore wait for only a few long transactions. The transaction must call `onBegin`
   * when it no longer waits for the store.
   */
  inTurn<T>(account: WorkAccount, transaction: (onBegin: () => void) => Promise<T>): Promise<T>;
}

export interface SlicesDeps {
  /** Returns the current time in milliseconds. */
  now(): number;
  /** Resolves after the tasks that wait in the event loop have run. */
  pause(): Promise<void>;
  sleep(milliseconds: number): Promise<void>;
  readonly capacities: Pick<CoreCapacities, "slices" | "transactions">;
}

/** Length of a slice in milliseconds. With its last step, a slice takes less than 5 milliseconds. */
const SLICE = 4;
/**
 * Work units (see `STEP_WORK`) of each computation that are not charged, except in a dry run. Writing the
 * computed occurrences takes longer than computing them.
 */
const FREE_WORK = 20_000;
/** Number of rows that each write may store for free: a daily event for more than five years. */
const FREE_ROWS = 2000;
/** Work units that are charged for one row. */
const ROW_WORK = 60;

export const createSlices = ({ now, pause, sleep, capacities }: SlicesDeps): Slices => {
  const turns = createFairLimiter<WorkAccount>(capacities.slices);
  const transactions = createFairLimiter<WorkAccount>(capacities.transactions);
  const budgets = createWorkBudgets(now);

  /** Waits until the account has work left; for a user, throws instead of waiting. */
  const admit = async (account: WorkAccount): Promise<void> => {
    if (typeof account === "number") budgets.check(account);
    else if (account !== undefined)
      for (let wait = budgets.wait(account); wait > 0; wait = budgets.wait(account)) await sleep(wait);
  };

  /**
   * Continues a computation until the time of the slice is used up. Returns `undefined` if the computation is
   * not finished by then.
   */
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
      // If an account has no work left, every long computation is refused, even its free part.
      await admit(account);
      for (;;) {
        if (work > free) await admit(account);
        const permit = turns.acquire(account);
        if (!permit.isHeld()) await permit.decided;
        try {
          // Requests that have arrived meanwhile run first.
          await pause();
          // Other computations of the same user may have used up the work in the meantime.
          if (work === 0 && typeof account === "number") budgets.check(account);
          if (isGone()) throw new ClientGone();
          const finished = runSlice(computation, () => {
            work += STEP_WORK;
            if (work > free) budgets.spend(account, STEP_WORK);
          });
          if (finished !== undefined) return finished.value;
        } catch (error) {
          // A computation that is refused leads to no write, so its free part is charged too.
          budgets.spend(account, Math.min(work, free));
          throw error;
        } finally {
          permit.release();
        }
      }
    },
  };
};
