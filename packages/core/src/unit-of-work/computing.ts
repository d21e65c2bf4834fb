import { ClientGone } from "../errors.ts";
import { type Computation, computeNow } from "../model/recurrence/work.ts";
import type { Store } from "../ports/store.ts";
import type { WorkAccount } from "../rights/actor.ts";
import type { ComputedFor, Slices } from "./slices.ts";
import type { UnitOfWork, UnitsOfWork } from "./unit-of-work.ts";

/**
 * Runs a computation. Some implementations, such as `computeOnce`, return the result of an earlier
 * computation with the same key instead.
 */
export type Compute = <T>(key: readonly unknown[], begin: () => Computation<T>) => Promise<T>;

/**
 * Number of steps that run before the first pause. It is smaller outside of transactions, where many requests
 * may begin in the same turn of the event loop. Inside, only one transaction runs at a time.
 */
const [STEPS_OUTSIDE, STEPS_INSIDE] = [2, 8];

/** Function and settings with which a unit of work runs its computations and charges them to an account. */
export interface UnitComputing {
  readonly compute: Compute;
  readonly slices: Slices;
  readonly account: WorkAccount;
  readonly isDryRun?: boolean | undefined;
}

/** Unit of work, or repositories outside of a transaction. */
type Unit = Pick<UnitOfWork, "computing">;

/**
 * Returns the function that runs computations in a unit of work. If the unit has no `computing`, the function
 * runs them without pauses.
 */
export const computeIn = (unit: Unit): Compute => unit.computing?.compute ?? computeAtOnce;

/**
 * Runs a computation inside a unit of work, with pauses. It is for short computations whose input was read in
 * the unit.
 */
export const computeInside = async <T>(unit: Unit, computation: Computation<T>): Promise<T> => {
  const slices = unit.computing?.slices;
  if (slices === undefined) return computeNow(computation);
  const begun = slices.begin(computation, STEPS_INSIDE);
  return begun === undefined ? slices.finishInside(computation) : begun.value;
};

export const computeAtOnce: Compute = async (_key, begin) => computeNow(begin());

/**
 * Returns a function that runs computations outside of transactions, in slices. Without `slices` it runs them
 * without pauses.
 */
export const computeWith =
  (slices: Slices | undefined, account?: WorkAccount, computedFor?: ComputedFor): Compute =>
  async (_key, begin) => {
    const computation = begin();
    if (slices === undefined) return computeNow(computation);
    const begun = slices.begin(computation, STEPS_OUTSIDE);
    return begun === undefined ? slices.finish(computation, account, computedFor) : begun.value;
  };

/** Returns a function that runs each computation only once. It is used if a write is rehearsed first. */
export const computeOnce = (compute: Compute): Compute => {
  const results = new Map<string, Promise<unknown>>();
  return <T>(parts: readonly unknown[], begin: () => Computation<T>): Promise<T> => {
    const key = JSON.stringify(parts);
    // The type is safe, because all computations with the same key have the same type of result.
    const result = (results.get(key) as Promise<T> | undefined) ?? compute(parts, begin);
    results.set(key, result);
    return result;
  };
};

/** Charges the rows that a unit of work will write to the budget of its account: see `Slices.countRows`. */
export const countRows = (unit: Unit, rows: number): void => {
  const { computing } = unit;
  computing?.slices.countRows(rows, computing.account, computing.isDryRun);
};

/**
 * Returns the repositories with a `computing` that runs computations in slices. It is for code that runs both
 * outside of transactions and in a unit of work.
 */
export const inSlices = <R extends object>(repositories: R, slices: Slices | undefined): R & Unit =>
  slices === undefined
    ? repositories
    : { ...repositories, computing: { compute: computeWith(slices), slices, account: undefined } };

export interface ComputingOptions {
  /** Scheduler for long computations. If absent, computations run without pauses. */
  readonly slices?: Slices | undefined;
  readonly account?: WorkAccount;
  /**
   * True if the unit is a part of a transaction that cannot run again. Long computations then run inside the
   * transaction, in slices.
   */
  readonly isInTransaction?: boolean | undefined;
  /**
   * True for a unit that is always rolled back. Such a unit waits for its turn even if it has no long
   * computation.
   */
  readonly isDryRun?: boolean;
  /**
   * Returns true if the client has disconnected. The unit then begins no further run and rejects with
   * `ClientGone`. A run that has begun continues to its end.
   * Not called without `slices`, and not if `isInTransaction` is true.
   */
  readonly isGone?: ComputedFor["isGone"];
}

/**
 * Maximum number of runs of a unit. If its last run still has a computation with new input, that computation
 * is finished inside the transaction.
 */
const MAX_RUNS = 50;

/** Computation that takes too long for the transaction of its unit. */
interface Unfinished {
  readonly key: string;
  finish(): Promise<unknown>;
}

/**
 * Returns a function for transactions that do not contain long computations.
 *
 * - If a computation takes too long, the transaction is rolled back and the computation is finished outside,
 *   in slices.
 * - Then the work runs again and uses the result.
 * - Results are stored by their input, so a computation with other input runs anew.
 * - Units with such a computation write many rows, so they wait for their turn when they run again.
 */
export const computing = (
  store: Pick<Store, "transaction">,
  { slices, account, isInTransaction = false, isDryRun = false, isGone = () => false }: ComputingOptions,
): UnitsOfWork => {
  if (slices === undefined) return store;
  const computedFor = { isDryRun, isGone };
  const inTurn: typeof store.transaction = (work) =>
    slices.inTurn(account, (onBegin) =>
      store.transaction((repositories) => {
        onBegin();
        return work(repositories);
      }),
    );
  return {
    async transaction(work) {
      const results = new Map<string, Promise<unknown>>();
      for (let run = 1; ; run += 1) {
        let unfinished: Unfinished | undefined;
        const compute = async <T>(parts: readonly unknown[], begin: () => Computation<T>): Promise<T> => {
          const key = JSON.stringify(parts);
          const known = results.get(key);
          // The type is safe, because all computations with the same key have the same type of result.
          if (known !== undefined) return known as Promise<T>;
          const computation = begin();
          const begun = slices.begin(computation, STEPS_INSIDE);
          if (begun !== undefined) return begun.value;
          if (isInTransaction || run === MAX_RUNS) {
            // Only users are charged here. A plugin would have to wait for its budget, and other writes would
            // wait for this transaction.
            const finished = slices.finish(computation, typeof account === "number" ? account : undefined);
            results.set(key, finished);
            return finished;
          }
          unfinished ??= { key, finish: () => slices.finish(computation, account, computedFor) };
          throw new ComputedLater();
        };
        try {
          const transaction = isDryRun || run > 1 ? inTurn : store.transaction;
          return await transaction(async (repositories) => {
            // The client may have disconnected while the unit waited for other units.
            if (!isInTransaction && isGone()) throw new ClientGone();
            // The work may run several times; each run begins without an unfinished computation.
            unfinished = undefined;
            const result = await work({
              ...repositories,
              computing: { compute, slices, account, isDryRun },
            });
            if (unfinished !== undefined) throw new ComputedLater();
            return result;
          });
        } catch (error) {
          if (unfinished === undefined) throw error;
        }
        const { key, finish } = unfinished;
        const finished = finish();
        results.set(key, finished);
        // An error of the computation is thrown when the unit runs again and requests the result.
        await finished.catch(() => undefined);
      }
    },
  };
};

/** Error that rolls a unit back until a computation is finished. */
class ComputedLater extends Error {
  constructor() {
    super("A computation is too long for a transaction.");
  }
}
