import type { StoredResponse } from "../idempotency/once.ts";
import type { InProcessCaller } from "../in-process/in-process-fetch.ts";

/** Creates an in-process `fetch` for the caller of a batch. */
export type CreateFetch = (caller: InProcessCaller) => typeof fetch;

/** Execution of the requests of a batch. */
export interface Batches {
  /** Runs requests one by one, each with its own idempotency key if it has one. */
  oneByOne<T>(work: (ask: CreateFetch) => Promise<T>): Promise<T>;
  /**
   * Runs requests in one transaction of the storage. The transaction may run again after a conflict, and is rolled
   * back when the work rejects. The result of `toKept` is stored in it for the key of the batch, if it has one.
   */
  atomically<T>(work: (ask: CreateFetch) => Promise<T>, toKept: (result: T) => StoredResponse): Promise<T>;
}
