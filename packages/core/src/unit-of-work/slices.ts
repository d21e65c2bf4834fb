import type { CoreCapacities } from "../capacities.ts";
import { ClientGone } from "../errors.ts";
import { createFairLimiter } from "../fair-limiter.ts";
import { type Computation, STEP_WORK } from "../model/recurrence/work.ts";
import type { Origin } from "../ports/domain-events.ts";
import { type WorkAccount, workAccountOf } from "../rights/actor.ts";
import { createWorkBudgets } from "./work-budgets.ts";

/** Account that a computation of this origin is charged to. */
export const workAccountOfOrigin = ({ actor, plugin }: Origin): WorkAccount => workAccountOf(actor) ?? plugin;

/** For whom something is computed. */
export interface ComputedFor {
  /** Nothing of it is stored: all of its work counts. */
  readonly isDryRun?: boolean | undefined;
  /** True if nobody waits for it any more: it ends, with `ClientGone`. Absent: somebody waits. */
  readonly isGone?: (() => boolean) | undefined;
}

/**
 * Runs computations so that other requests are served meanwhile. They are charged to accounts: a user is refused when the work of a minute
 * is used up, a plugin waits then, and nobody is charged for what visitors read. Source: rules/recurrence.md#recurrence-work.
 */
export interface Slices {
  /** Does so many steps at once. `undefined`: it is not finished. */
  begin<T>(computation: Computation<T>, steps: number): { readonly value: T } | undefined;
  /**
   * Continues a computation to its end, a few milliseconds at a time, one slice of all computations in each turn of the event loop.
   * Rejects with `rest_too_many_requests` where the user has used up the work of a minute.
   */
  finish<T>(computation: Computation<T>, account: WorkAccount, computedFor?: ComputedFor): Promise<T>;
  /** The same for what runs inside a transaction: it waits for no other computation, as others wait for the transaction. */
  finishInside<T>(computation: Computation<T>): Promise<T>;
  /** Counts the rows that a transaction is about to write, or would write if it were no dry run. Throws `rest_too_many_requests` as `finish` does; nobody waits here. */
  countRows(rows: number, account: WorkAccount, isDryRun?: boolean): void;
  /**
   * Runs a transaction that takes long. Only one of them waits for the store at a time, and the accounts take turns, so that other writes
   * wait for a few of these transactions at most. `onBegin`: to be called when the transaction no longer waits for the store.
   */
  inTurn<T>(account: WorkAccount, transaction: (onBegin: () => void) => Promise<T>): Promise<T>;
}

export interface SlicesDeps {
  /** Milliseconds. */
  now(): number;
  /** Resolves after what waits in the event loop has run. */
  pause(): Promise<void>;
  sleep(milliseconds: number): Promise<void>;
  readonly capacities: Pick<CoreCapacities, "slices" | "transactions">;
}

/** Milliseconds: a step more comes to less than 5. */
const SLICE = 4;
/** Work of each computation that is free where it leads to a write: writing its occurrences takes longer. */
const FREE_WORK = 20_000;
/** Rows of each write that are free: a day each for more than five years. */
const FREE_ROWS = 2000;
/** Work of a row. */
const ROW_WORK = 60;

export const createSlices = ({ now, pause, sleep, capacities }: SlicesDeps): Slices => {
  const turns = createFairLimiter<WorkAccount>(capacities.slices);
  const transactions = createFairLimiter<WorkAccount>(capacities.transactions);
  const budgets = createWorkBudgets(now);

  /** Resolves when the account may have more computed. */
  const admit = async (account: WorkAccount): Promise<void> => {
    if (typeof account === "number") budgets.demand(account);
    else if (account !== undefined)
      for (let wait = budgets.wait(account); wait > 0; wait = budgets.wait(account)) await sleep(wait);
  };

  /** Continues until the slice is over. `undefined`: it is not finished. */
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
      if (typeof account === "number") budgets.demand(account);
      budgets.spend(account, counted * ROW_WORK);
    },
    async inTurn(account, transaction) {
      const permit = transactions.acquire(account);
      try {
        if (!permit.isHeld()) await permit.settled;
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
      // An account without work left is refused every long computation, its free part included.
      await admit(account);
      for (;;) {
        if (work > free) await admit(account);
        const permit = turns.acquire(account);
        if (!permit.isHeld()) await permit.settled;
        try {
          // Requests that have arrived meanwhile run first.
          await pause();
          // The user may have spent it on others that waited, too.
          if (work === 0 && typeof account === "number") budgets.demand(account);
          if (isGone()) throw new ClientGone();
          const finished = runSlice(computation, () => {
            work += STEP_WORK;
            if (work > free) budgets.spend(account, STEP_WORK);
          });
          if (finished !== undefined) return finished.value;
        } catch (error) {
          // Nothing is written of what is refused.
          budgets.spend(account, Math.min(work, free));
          throw error;
        } finally {
          permit.release();
        }
      }
    },
  };
};
