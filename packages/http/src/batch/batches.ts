import type { KeptAnswer } from "../idempotency/once.ts";
import type { InProcessCaller } from "../in-process/in-process-fetch.ts";

/** The interface as a caller of a batch asks it. */
export type Ask = (caller: InProcessCaller) => typeof fetch;

/** How the requests of a batch are done. */
export interface Batches {
  /** One by one, each with its own key, if it has one. */
  oneByOne<T>(work: (ask: Ask) => Promise<T>): Promise<T>;
  /**
   * In one transaction of the storage, which may run again after a conflict; all is undone when the work rejects. What `toKept` makes of its
   * result is kept in it for the key of the batch, if it has one.
   */
  atomically<T>(work: (ask: Ask) => Promise<T>, toKept: (result: T) => KeptAnswer): Promise<T>;
}
