import { AsyncLocalStorage } from "node:async_hooks";

/** Which transaction the code that runs belongs to. */
interface Inside {
  isOpen: boolean;
  /** What has to be done before it can succeed. */
  first?: () => Promise<unknown>;
}

/** Undoes a transaction that begins again once `first` is done. */
export class BeginAgain extends Error {
  readonly first: () => Promise<unknown>;

  constructor(first: () => Promise<unknown>) {
    super("The transaction begins again.");
    this.name = "BeginAgain";
    this.first = first;
  }
}

export interface TransactionContext {
  /** Throws inside an open transaction: another one would wait for its end, and it for the other one. */
  demandNone(): void;
  /** Writes what is not part of transactions. Inside an open one it would wait for the end: that is undone, and begins again afterwards. */
  outside<T>(write: () => Promise<T>): Promise<T>;
  /** Does what belongs to an open transaction. Rejects with `BeginAgain` where something has to be done first. */
  run<T>(work: () => Promise<T>): Promise<T>;
}

export const createTransactionContext = (): TransactionContext => {
  const current = new AsyncLocalStorage<Inside>();
  return {
    demandNone() {
      if (current.getStore()?.isOpen)
        throw new Error("Inside calendar.transaction only `as` that it gives can write.");
    },
    async outside(write) {
      const inside = current.getStore();
      if (inside?.isOpen !== true) return write();
      inside.first ??= write;
      throw new BeginAgain(write);
    },
    async run(work) {
      const inside: Inside = { isOpen: true };
      const [result] = await Promise.allSettled([current.run(inside, async () => work())]);
      inside.isOpen = false;
      // Whatever the work made of it.
      if (inside.first !== undefined) throw new BeginAgain(inside.first);
      if (result.status === "rejected") throw result.reason;
      return result.value;
    },
  };
};
