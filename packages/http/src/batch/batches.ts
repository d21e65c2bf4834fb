import type { StoredResponse } from "../idempotency/once.ts";
import type { InProcessCaller } from "../in-process/in-process-fetch.ts";

/** Creates a `fetch` function for in-process requests of the caller of a batch. */
export type CreateFetch = (caller: InProcessCaller) => typeof fetch;

/** Functions that execute the requests of a batch. */
export interface Batches {
  /**
   * Calls `work` with a `fetch` function for the requests of a batch. The requests are independent: each has
   * its own transaction and, if any, its own idempotency key.
   */
  oneByOne<T>(work: (ask: CreateFetch) => Promise<T>): Promise<T>;
  /**
   * Calls `work` with a `fetch` function whose requests share one transaction of the storage. The storage may
   * call `work` again after a conflict. It rolls back if `work` rejects. If the batch has an idempotency key,
   * the result of `toKept` is stored for it in the same transaction.
   */
  atomically<T>(work: (ask: CreateFetch) => Promise<T>, toKept: (result: T) => StoredResponse): Promise<T>;
}
