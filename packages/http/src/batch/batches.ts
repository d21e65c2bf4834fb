import type { StoredResponse } from "../idempotency/once.ts";
import type { InProcessCaller } from "../in-process/in-process-fetch.ts";

/** Creates a `fetch` function for the requests of a batch, which it handles in this process. */
export type CreateFetch = (caller: InProcessCaller) => typeof fetch;

/** Functions that execute the requests of a batch. */
export interface Batches {
  /**
   * Calls `work` with a `CreateFetch` for independent requests. Each request has its own transaction and, if
   * any, its own idempotency key.
   */
  oneByOne<T>(work: (ask: CreateFetch) => Promise<T>): Promise<T>;
  /**
   * Calls `work` with a `CreateFetch` for requests that share one transaction of the storage. The storage
   * rolls the transaction back if `work` rejects, and may call `work` again after a conflict. If the batch
   * has an idempotency key, the result of `toKept` is stored for this key in the same transaction.
   */
  atomically<T>(work: (ask: CreateFetch) => Promise<T>, toKept: (result: T) => StoredResponse): Promise<T>;
}
