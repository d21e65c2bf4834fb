import { AsyncLocalStorage } from "node:async_hooks";
import type { Middleware } from "koa";
import type { StoreCall } from "./store-call.ts";

/** Measures the time that requests wait for the store. */
export interface StoreTime {
  /**
   * Wraps a store of records or accounts to measure its calls. `name` is the repository name for calls of the
   * store itself.
   */
  watch<T extends object>(store: T, name: string): T;
  /** Wraps a middleware to measure each of its requests separately. */
  around(middleware: Middleware): Middleware;
  /**
   * Returns the milliseconds that the current request has waited for the store so far. Returns `undefined`
   * outside of requests.
   */
  milliseconds(): number | undefined;
}

interface StoreTimeOptions {
  readonly now?: () => number;
  /** Called after each call of the store, in the async context of the caller. Must not throw. */
  readonly onCall?: ((call: StoreCall) => void) | undefined;
}

/** Waiting time of one request. The time of concurrent calls counts once. */
interface Waiting {
  open: number;
  since: number;
  total: number;
}

/** Methods whose time is not measured, because requests do not wait for them. */
const UNWATCHED: ReadonlySet<string | symbol> = new Set(["close", "revision", "cacheUse"]);

/**
 * Creates the time measurement. The measurement slows each call of the store slightly and is meant for
 * finding slow calls.
 */
export const createStoreTime = ({
  now = () => performance.now(),
  onCall,
}: StoreTimeOptions = {}): StoreTime => {
  const current = new AsyncLocalStorage<Waiting>();

  const measure = async <T>(repository: string, method: string, work: () => Promise<T>): Promise<T> => {
    const waiting = current.getStore();
    const since = now();
    if (waiting !== undefined) {
      if (waiting.open === 0) waiting.since = since;
      waiting.open += 1;
    }
    let failed = true;
    try {
      const result = await work();
      failed = false;
      return result;
    } finally {
      const at = now();
      if (waiting !== undefined) {
        waiting.open -= 1;
        if (waiting.open === 0) waiting.total += at - waiting.since;
      }
      onCall?.({ repository, method, milliseconds: at - since, failed });
    }
  };

  /** Wraps the work of a transaction, so that calls of the repositories that it receives are measured too. */
  const withWatchedWork = ([work, ...others]: readonly unknown[], name: string): readonly unknown[] =>
    typeof work !== "function"
      ? [work, ...others]
      : [(inside: object, ...more: readonly unknown[]) => work(watched(inside, name), ...more), ...others];

  const watched = <T extends object>(asked: T, name: string): T => {
    const members = new Map<string | symbol, unknown>();
    const watch = (method: string | symbol): unknown => {
      const member: unknown = Reflect.get(asked, method);
      if (typeof member === "object" && member !== null) return watched(member, String(method));
      if (typeof member !== "function") return member;
      const call = (values: readonly unknown[]): unknown => Reflect.apply(member, asked, values);
      if (UNWATCHED.has(method)) return (...values: readonly unknown[]) => call(values);
      const isTransaction =
        (method === "transaction" || method === "nativeTransaction") && onCall !== undefined;
      // All other methods return promises, whose time is measured.
      return (...values: readonly unknown[]) =>
        measure(name, String(method), async () =>
          call(isTransaction ? withWatchedWork(values, name) : values),
        );
    };
    return new Proxy(asked, {
      get(_asked, member) {
        if (!members.has(member)) members.set(member, watch(member));
        return members.get(member);
      },
    });
  };

  return {
    watch: watched,
    around: (middleware) => (ctx, next) =>
      current.run({ open: 0, since: 0, total: 0 }, () => middleware(ctx, next)),
    milliseconds: () => current.getStore()?.total,
  };
};
