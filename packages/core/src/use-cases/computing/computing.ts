import { type Computation, computeNow } from "../../model/recurrence/work.ts";
import type { Store } from "../../ports/store.ts";
import { overridden } from "../overridden.ts";
import type { Slices, WorkAccount } from "./slices.ts";

/** Runs a computation; one with the same key and result may have run already. */
export type Compute = <T>(key: readonly unknown[], begin: () => Computation<T>) => Promise<T>;

/** Steps that are done at once where many requests may begin in one turn of the event loop, and where one transaction runs at a time. */
const [STEPS_OUTSIDE, STEPS_INSIDE] = [2, 8];

/** How a unit of work runs computations. */
interface UnitComputing {
  readonly compute: Compute;
  readonly slices: Slices;
  readonly account: WorkAccount;
}

/** Where the repositories of a transaction keep it. */
const COMPUTING: unique symbol = Symbol("computing");

const computingOf = (unit: object): UnitComputing | undefined =>
  (unit as { readonly [COMPUTING]?: UnitComputing })[COMPUTING];

/** How computations run in a unit of work; by default at once. */
export const computeIn = (unit: object): Compute => computingOf(unit)?.compute ?? computeAtOnce;

/** Runs a computation inside a unit of work, with pauses: one that depends on what the unit has read, and takes no longer than that. */
export const computeInside = async <T>(unit: object, computation: Computation<T>): Promise<T> => {
  const slices = computingOf(unit)?.slices;
  if (slices === undefined) return computeNow(computation);
  const begun = slices.begin(computation, STEPS_INSIDE);
  return begun === undefined ? slices.finishInside(computation) : begun.value;
};

export const computeAtOnce: Compute = async (_key, begin) => computeNow(begin());

/** Runs computations outside of transactions. */
export const computeWith =
  (slices: Slices | undefined, account?: WorkAccount): Compute =>
  async (_key, begin) => {
    const computation = begin();
    if (slices === undefined) return computeNow(computation);
    const begun = slices.begin(computation, STEPS_OUTSIDE);
    return begun === undefined ? slices.finish(computation, account) : begun.value;
  };

/** Counts the rows that a unit is about to write: see `Slices.countRows`. */
export const countRows = (unit: object, rows: number): void => {
  const computing = computingOf(unit);
  computing?.slices.countRows(rows, computing.account);
};

const withComputing = <R extends object>(repositories: R, computing: UnitComputing): R =>
  overridden<R, { readonly [COMPUTING]: UnitComputing }>(repositories, { [COMPUTING]: computing });

/** Repositories outside of transactions, for what may run there or in a unit of work. */
export const inSlices = <R extends object>(repositories: R, slices: Slices | undefined): R =>
  slices === undefined
    ? repositories
    : withComputing(repositories, { compute: computeWith(slices), slices, account: undefined });

export interface ComputingOptions {
  /** Absent: computations run at once. */
  readonly slices?: Slices | undefined;
  readonly account?: WorkAccount;
  /** The unit is a part of a transaction that cannot begin again: long computations run inside it, in slices. */
  readonly isInTransaction?: boolean | undefined;
  /** The unit is undone in any case: it waits for its turn also where no computation takes long. */
  readonly isUndone?: boolean;
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
  { slices, account, isInTransaction = false, isUndone = false }: ComputingOptions,
): Pick<Store, "transaction"> => {
  if (slices === undefined) return store;
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
          unfinished ??= { key, finish: () => slices.finish(computation, account) };
          throw new ComputedLater();
        };
        try {
          const transaction = isUndone || run > 1 ? inTurn : store.transaction;
          return await transaction(async (repositories) => {
            // Anew for each run.
            unfinished = undefined;
            const result = await work(withComputing(repositories, { compute, slices, account }));
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
