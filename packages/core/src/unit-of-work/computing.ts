import { ClientGone } from "../errors.ts";
import { type Computation, computeNow } from "../model/recurrence/work.ts";
import type { Store } from "../ports/store.ts";
import type { WorkAccount } from "../rights/actor.ts";
import type { ComputedFor, Slices } from "./slices.ts";
import type { UnitOfWork, UnitsOfWork } from "./unit-of-work.ts";

/** Runs a computation; one with the same key and result may have run already. */
export type Compute = <T>(key: readonly unknown[], begin: () => Computation<T>) => Promise<T>;

/** Steps that are done at once where many requests may begin in one turn of the event loop, and where one transaction runs at a time. */
const [STEPS_OUTSIDE, STEPS_INSIDE] = [2, 8];

/** How a unit of work runs computations. */
export interface UnitComputing {
  readonly compute: Compute;
  readonly slices: Slices;
  readonly account: WorkAccount;
  readonly isDryRun?: boolean | undefined;
}

/** A unit of work, or the repositories of a store. */
type Unit = Pick<UnitOfWork, "computing">;

/** How computations run in a unit of work; by default at once. */
export const computeIn = (unit: Unit): Compute => unit.computing?.compute ?? computeAtOnce;

/** Runs a computation inside a unit of work, with pauses: one that depends on what the unit has read, and takes no longer than that. */
export const computeInside = async <T>(unit: Unit, computation: Computation<T>): Promise<T> => {
  const slices = unit.computing?.slices;
  if (slices === undefined) return computeNow(computation);
  const begun = slices.begin(computation, STEPS_INSIDE);
  return begun === undefined ? slices.finishInside(computation) : begun.value;
};

export const computeAtOnce: Compute = async (_key, begin) => computeNow(begin());

/** Runs computations outside of transactions. */
export const computeWith =
  (slices: Slices | undefined, account?: WorkAccount, computedFor?: ComputedFor): Compute =>
  async (_key, begin) => {
    const computation = begin();
    if (slices === undefined) return computeNow(computation);
    const begun = slices.begin(computation, STEPS_OUTSIDE);
    return begun === undefined ? slices.finish(computation, account, computedFor) : begun.value;
  };

/** Computes nothing twice: for a write that is rehearsed first. */
export const computeOnce = (compute: Compute): Compute => {
  const results = new Map<string, Promise<unknown>>();
  return <T>(parts: readonly unknown[], begin: () => Computation<T>): Promise<T> => {
    const key = JSON.stringify(parts);
    // A key stands for one kind of result.
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

/** Repositories outside of transactions, for what may run there or in a unit of work. */
export const inSlices = <R extends object>(repositories: R, slices: Slices | undefined): R & Unit =>
  slices === undefined
    ? repositories
    : { ...repositories, computing: { compute: computeWith(slices), slices, account: undefined } };

export interface ComputingOptions {
  /** Absent: computations run at once. */
  readonly slices?: Slices | undefined;
  readonly account?: WorkAccount;
  /** The unit is a part of a transaction that cannot begin again: long computations run inside it, in slices. */
  readonly isInTransaction?: boolean | undefined;
  /** A unit that is undone in any case waits for its turn also where no computation takes long. */
  readonly isDryRun?: boolean;
  /** True if nobody waits for the unit any more: it does not begin, with `ClientGone`. Once it has begun for the last time, it ends. */
  readonly isGone?: ComputedFor["isGone"];
}

/** Times that work runs again, at most: what it computes then may be another thing each time, and is computed inside. */
const MAX_RUNS = 50;

/** A computation of a unit that is too long for a transaction. */
interface Unfinished {
  readonly key: string;
  finish(): Promise<unknown>;
}

/**
 * The transactions of a store, in which no computation takes long: where one would, all is undone, the computation is finished in slices,
 * and the work runs again with its result. Results belong to what they were computed from, so that it does not matter what others have
 * written meanwhile: what has changed is computed anew. Units with such a computation write much: their later runs take turns.
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
          // A key stands for one kind of result.
          if (known !== undefined) return known as Promise<T>;
          const computation = begin();
          const begun = slices.begin(computation, STEPS_INSIDE);
          if (begun !== undefined) return begun.value;
          if (isInTransaction || run === MAX_RUNS) {
            // Nobody waits for work to be free while others wait for the transaction.
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
            // It may have waited for others of the same client.
            if (!isInTransaction && isGone()) throw new ClientGone();
            // Anew for each run.
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
        // The unit gets the failure of the computation when it requests its result.
        await finished.catch(() => undefined);
      }
    },
  };
};

/** Undoes a unit until a computation is finished. */
class ComputedLater extends Error {
  constructor() {
    super("A computation is too long for a transaction.");
  }
}
