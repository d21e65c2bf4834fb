import { AsyncLocalStorage } from "node:async_hooks";
import type { Store } from "@kalends/core";

/** Which transaction the code that runs belongs to. */
interface Inside {
  isOpen: boolean;
}

export interface TransactionContext {
  /** The same store, whose transactions are refused inside another one: it would wait for them, and they for it. */
  guard(store: Store): Store;
  /** Does what belongs to an open transaction. */
  run<T>(work: () => Promise<T>): Promise<T>;
}

const GUARDED: ReadonlySet<string | symbol> = new Set(["transaction", "nativeTransaction"]);

export const createTransactionContext = (): TransactionContext => {
  const current = new AsyncLocalStorage<Inside>();
  return {
    guard(store) {
      const members = new Map<string | symbol, unknown>();
      const toMember = (name: string | symbol): unknown => {
        const member: unknown = Reflect.get(store, name);
        if (typeof member !== "function") return member;
        if (!GUARDED.has(name)) return member.bind(store);
        return async (...values: readonly unknown[]): Promise<unknown> => {
          if (current.getStore()?.isOpen)
            throw new Error("Inside calendar.transaction only the services that it gives can write.");
          return Reflect.apply(member, store, values);
        };
      };
      return new Proxy(store, {
        get(_store, name) {
          if (!members.has(name)) members.set(name, toMember(name));
          return members.get(name);
        },
      });
    },
    async run(work) {
      const inside: Inside = { isOpen: true };
      try {
        return await current.run(inside, work);
      } finally {
        inside.isOpen = false;
      }
    },
  };
};
