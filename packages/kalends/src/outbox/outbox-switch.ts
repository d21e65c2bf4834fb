import { AsyncLocalStorage } from "node:async_hooks";
import { type OutboxSwitch as CoreOutboxSwitch, overridden, type Store } from "@kalends/core";

/** Whether what is changed is kept in the outbox by this process, and when there may be something new there. */
export interface OutboxSwitch extends CoreOutboxSwitch {
  /** For good: a reader never misses what was changed since it began. */
  turnOn(): void;
  /** Calls the listener after each unit of work of this process, once it is on; answers how to stop that. */
  onCommit(listener: () => void): () => void;
  /** The same store, whose units of work are noticed. */
  watch(store: Store): Store;
}

export const createOutboxSwitch = (): OutboxSwitch => {
  const listeners = new Set<() => void>();
  // What listeners begin belongs to no request that has written something.
  const inOwnContext = AsyncLocalStorage.snapshot();
  let isOn = false;
  const notice = (unit: Promise<unknown>): void => {
    if (!isOn) return;
    unit.then(
      () => {
        for (const listener of listeners) inOwnContext(listener);
      },
      () => undefined,
    );
  };
  return {
    isOn: () => isOn,
    turnOn() {
      isOn = true;
    },
    onCommit(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    watch: (store) => {
      const noticed = <T>(unit: Promise<T>): Promise<T> => {
        notice(unit);
        return unit;
      };
      const { transaction, nativeTransaction } = store;
      return overridden(store, {
        transaction: (work) => noticed(transaction.call(store, work)),
        ...(nativeTransaction && {
          nativeTransaction: (work) => noticed(nativeTransaction.call(store, work)),
        }),
      } as Pick<Store, "transaction" | "nativeTransaction">);
    },
  };
};
