import type { LimiterCapacity } from "./fair-limiter.ts";

/** Limits on work that runs at the same time, in total and for each account. */
export interface CoreCapacities {
  /**
   * Uploads, from the first byte until the image is stored.
   * If an account has reached its limit, its next uploads wait and are not read, so a client may send many at
   * once. The total is unlimited, so that uploads of other accounts do not wait.
   * Source: rules/images.md#image-queues.
   */
  readonly uploads: LimiterCapacity;
  /** Images that are being fetched from other servers, until they are stored. */
  readonly fetches: LimiterCapacity;
  /** Number of slices of long computations that run in one turn of the event loop. */
  readonly slices: LimiterCapacity;
  /** Long transactions that wait for the store at the same time. */
  readonly transactions: LimiterCapacity;
}
