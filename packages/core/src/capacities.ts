import type { Places } from "./fair-limiter.ts";

/** How much operations and computations do at once, in all and for one account. */
export interface CoreCapacities {
  /**
   * Uploads, from the first byte until the image is stored. The next ones of an account wait unread, so that a program may send many at
   * once; those of others do not wait for them, so any number may be under way. Source: rules/images.md#image-queues.
   */
  readonly uploads: Places;
  /** Images that are fetched, until they are stored. */
  readonly fetches: Places;
  /** Slices of computations in a turn of the event loop. */
  readonly slices: Places;
  /** Long transactions that wait for the store. */
  readonly transactions: Places;
}
