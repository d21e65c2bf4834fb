import { ClientGone } from "../errors.ts";
import { type Computation, computeNow } from "../model/recurrence/work.ts";
import type { Store } from "../ports/store.ts";
import type { WorkAccount } from "../rights/actor.ts";
import type { ComputedFor, Slices } from "./slices.ts";
import type { UnitOfWork, UnitsOfWork } from "./unit-of-work.ts";

/** Runs a computation, or returns the result of an earlier one with the same key. */
export type Compute = <T>(key: readonly unknown[], begin: () => Computation<T>) => Promise<T>;

/**
 * Number of steps that run without a pause. Outside of transactions, many requests may begin in one turn of
 * the event loop; inside, one transaction runs at a time.
 */
const [STEPS_OUTSIDE, STEPS_INSIDE] = [2, 8];

/** Settings for the computations of a unit of work. */
export interface UnitComputing {
  readonly compute: Compute;
  readonly slices: Slices;
  readonly account: WorkAccount;
  readonly isDryRun?: boolean | undefined;
}

/** Unit of work, or the repositories of a store. */
type Unit = Pick<UnitOfWork, "computing">;

/**
 * Returns the function that runs computations in a unit of work. By default computations run without pauses.
 */
export const computeIn = (unit: Unit): Compute => unit.computing?.compute ?? computeAtOnce;

/**
 * Runs a computation inside a unit of work, with pauses. For short computations that depend on data read in
 * the unit.
 */
export const computeInside = async <T>(unit: Unit, computation: Computation<T>): Promise<T> => {
  const slices = unit.computing?.slices;
  if (slices === undefined) return computeNow(computation);
  const begun = slices.begin(computation, STEPS_INSIDE);
  return begun === undefined ? slices.finishInside(computation) : begun.value;
};

export const computeAtOnce: Compute = async (_key, begin) => computeNow(begin());

/** Returns a function that runs computations outside of transactions. */
export const computeWith =
  (slices: Slices | undefined, account?: WorkAccount, computedFor?: ComputedFor): Compute =>
  async (_key, begin) => {
    const computation = begin();
    if (slices === undefined) return computeNow(computation);
    const begun = slices.begin(computation, STEPS_OUTSIDE);
    return begun === undefined ? slices.finish(computation, account, computedFor) : begun.value;
  };

/** Returns a function that runs each computation once. Used for a write that is rehearsed first. */
export const computeOnce = (compute: Compute): Compute => {
  const results = new Map<string, Promise<unknown>>();
  return <T>(parts: readonly unknown[], begin: () => Computation<T>): Promise<T> => {
    const key = JSON.stringify(parts);
    // Each key always has the same type of result.
    const result = (results.get(key) as Promise<T> | undefined) ?? compute(parts, begin);
    results.set(key, result);
    return result;
  };
};

/** Counts the rows that a unit is about to write: see `Slices.countRows`. */
export const countRows = (unit: Unit, rows: number): void => {
  const { computing } = unit;
  computing?.slices.countRows(rows, computing.account, computing.isDryRun);
};

/** Returns repositories for code that can run outside of transactions or in a unit of work. */
export const inSlices = <R extends object>(repositories: R, slices: Slices | undefined): R & Unit =>
  slices === undefined
    ? repositories
    : { ...repositories, computing: { compute: computeWith(slices), slices, account: undefined } };

export interface ComputingOptions {
  /** Absent: computations run without pauses. */
  readonly slices?: Slices | undefined;
  readonly account?: WorkAccount;
  /**
   * True if the unit is part of a transaction that cannot be restarted. Long computations then run inside it,
   * in slices.
   */
  readonly isInTransaction?: boolean | undefined;
  /** True for a unit that is always rolled back. It waits for its turn even without a long computation. */
  readonly isDryRun?: boolean;
  /**
   * True if the client has gone. The unit then does not begin and rejects with `ClientGone`. After its last
   * start, the unit runs to its end.
   */
  readonly isGone?: ComputedFor["isGone"];
}

/**
 * Maximum number of runs. A computation that still has new inputs in the last run is finished inside the
 * transaction.
 */
const MAX_RUNS = 50;

/** Computation that is too long for the transaction of its unit. */
interface Unfinished {
  readonly key: string;
  finish(): Promise<unknown>;
}

/**
 * Returns transactions without long computations. If a computation takes too long, the transaction is rolled
 * back and the computation is finished in slices outside. Then the work runs again with its result. Results
 * are keyed by their inputs, so changed inputs are computed again. Units with such a computation write many
 * rows, so their later runs take turns.
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
          // Each key always has the same type of result.
          if (known !== undefined) return known as Promise<T>;
          const computation = begin();
          const begun = slices.begin(computation, STEPS_INSIDE);
          if (begun !== undefined) return begun.value;
          if (isInTransaction || run === MAX_RUNS) {
            // Charged to users only: a plugin would have to wait for its budget while others wait for this
            // transaction.
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
            // The unit may have waited for other units of the same client.
            if (!isInTransaction && isGone()) throw new ClientGone();
            // Reset for each run.
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
        // The unit gets the error of the computation when it requests the result.
        await finished.catch(() => undefined);
      }
    },
  };
};

/** Rolls a unit back until a computation is finished. */
class ComputedLater extends Error {
  constructor() {
    super("A computation is too long for a transaction.");
  }
}
