import type { LimiterCapacity } from "./fair-limiter.ts";

/** Limits on concurrent work of operations and computations, in total and per account. */
export interface CoreCapacities {
  /**
   * Uploads, from the first byte until the image is stored. Further uploads of the same account wait unread,
   * so a program may send many at once. Uploads of other accounts do not wait for them, so the total is
   * unlimited.
   * Source: rules/images.md#image-queues.
   */
  readonly uploads: LimiterCapacity;
  /** Images that are being fetched, until they are stored. */
  readonly fetches: LimiterCapacity;
  /** Slices of computations per turn of the event loop. */
  readonly slices: LimiterCapacity;
  /** Long transactions that wait for the store. */
  readonly transactions: LimiterCapacity;
}
