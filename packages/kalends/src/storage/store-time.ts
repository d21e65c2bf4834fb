import { AsyncLocalStorage } from "node:async_hooks";
import type { Middleware } from "koa";

/** How long requests wait for the store. */
export interface StoreTime {
  /** The same store of records or accounts, watched. */
  watch<T extends object>(store: T): T;
  /** The same middleware, whose requests are measured one by one. */
  around(middleware: Middleware): Middleware;
  /** Milliseconds for which the current request has waited for the store so far; `undefined` outside of requests. */
  milliseconds(): number | undefined;
}

/** Questions that run side by side count once. */
interface Waiting {
  open: number;
  since: number;
  total: number;
}

/** Watching costs every question to the store a little: it is for looking for what takes long. */
export const createStoreTime = (now: () => number = () => performance.now()): StoreTime => {
  const current = new AsyncLocalStorage<Waiting>();

  const measure = async <T>(work: () => Promise<T>): Promise<T> => {
    const waiting = current.getStore();
    if (waiting === undefined) return work();
    if (waiting.open === 0) waiting.since = now();
    waiting.open += 1;
    try {
      return await work();
    } finally {
      waiting.open -= 1;
      if (waiting.open === 0) waiting.total += now() - waiting.since;
    }
  };

  const watched = <T extends object>(asked: T, unwatched: readonly string[] = []): T => {
    const members = new Map<string | symbol, unknown>();
    const watch = (name: string | symbol): unknown => {
      const member: unknown = Reflect.get(asked, name);
      if (typeof member === "object" && member !== null) return watched(member);
      if (typeof member !== "function") return member;
      const call = (...values: readonly unknown[]): unknown => Reflect.apply(member, asked, values);
      // All other methods answer promises.
      return unwatched.includes(String(name))
        ? call
        : (...values: readonly unknown[]) => measure(async () => call(...values));
    };
    return new Proxy(asked, {
      get(_asked, name) {
        if (!members.has(name)) members.set(name, watch(name));
        return members.get(name);
      },
    });
  };

  return {
    watch: (store) => watched(store, ["close", "revision"]),
    around: (middleware) => (ctx, next) =>
      current.run({ open: 0, since: 0, total: 0 }, () => middleware(ctx, next)),
    milliseconds: () => current.getStore()?.total,
  };
};
