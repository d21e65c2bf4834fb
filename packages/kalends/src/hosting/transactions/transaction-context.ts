import { AsyncLocalStorage } from "node:async_hooks";

/** State of the transaction inside which the code is running. */
interface Inside {
  isOpen: boolean;
  /** Work that must be done outside of the transaction before the transaction can succeed; absent if none. */
  first?: () => Promise<unknown>;
}

/** Error that rolls back a transaction. The transaction runs again after `first` is done. */
export class RetryTransaction extends Error {
  readonly first: () => Promise<unknown>;

  constructor(first: () => Promise<unknown>) {
    super("The transaction begins again.");
    this.name = "BeginAgain";
    this.first = first;
  }
}

export interface TransactionContext {
  /**
   * Throws inside an open transaction. A second transaction would wait for the first one, and the first one
   * for the second.
   */
  requireNoTransaction(): void;
  /**
   * Runs a write that is not part of a transaction. Inside an open transaction, the write would wait for the
   * end of the transaction. The transaction is therefore rolled back, and runs again after the write.
   */
  outside<T>(write: () => Promise<T>): Promise<T>;
  /**
   * Runs the work of an open transaction. Rejects with `RetryTransaction` if other work must be done first.
   */
  run<T>(work: () => Promise<T>): Promise<T>;
}

export const createTransactionContext = (): TransactionContext => {
  const current = new AsyncLocalStorage<Inside>();
  return {
    requireNoTransaction() {
      if (current.getStore()?.isOpen)
        throw new Error("Inside calendar.transaction, write only with the `as` passed to the work.");
    },
    async outside(write) {
      const inside = current.getStore();
      if (inside?.isOpen !== true) return write();
      inside.first ??= write;
      throw new RetryTransaction(write);
    },
    async run(work) {
      const inside: Inside = { isOpen: true };
      const [result] = await Promise.allSettled([current.run(inside, async () => work())]);
      inside.isOpen = false;
      // Check `first` before the result, because the work may have caught the error.
      if (inside.first !== undefined) throw new RetryTransaction(inside.first);
      if (result.status === "rejected") throw result.reason;
      return result.value;
    },
  };
};
