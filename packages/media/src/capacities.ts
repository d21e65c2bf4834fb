import type { LimiterCapacity } from "@kalends/core";

/** Limits on concurrent work with images and requests to other servers. */
export interface MediaCapacities {
  /**
   * Images that are decoded at the same time, each on a thread of libuv's pool, in total and for one sender.
   * Expensive images are decoded one at a time.
   */
  readonly decoders: LimiterCapacity;
  /** Checks of image addresses, in total and for one account. */
  readonly checks: LimiterCapacity;
  /** Lookups of the host names of images. */
  readonly imageLookups: LimiterCapacity;
  /** Responses that plugins read from other servers, in total and for one plugin. */
  readonly responses: LimiterCapacity;
  /**
   * Responses that a plugin reads for one account. Additional ones are refused with `rest_too_many_requests`.
   */
  readonly responsesPerAccount: number;
  /** Responses that a plugin reads for all accounts together. */
  readonly responsesForAllAccounts: number;
  /** Lookups of the host names of these servers. */
  readonly pluginLookups: LimiterCapacity;
}

/** Default limits of the factories of this package. */
export const MEDIA_CAPACITIES: MediaCapacities = {
  // libuv has four threads: two remain for files, names and passwords. One sender cannot occupy both
  // decoders.
  decoders: { capacity: 2, perKey: 1 },
  // Heads are not kept in memory, and hosts may take ten seconds each. Fifteen accounts with slow hosts leave
  // four checks to others.
  checks: { capacity: 64, perKey: 4 },
  // Node looks up names in libuv's threads and cannot cancel a lookup. Both limits together leave one thread
  // to files and passwords.
  imageLookups: { capacity: 2, perKey: 1 },
  // One plugin leaves half of the responses to others.
  responses: { capacity: 24, perKey: 12 },
  // Accounts choose the addresses: one account leaves ten responses to the others of the plugin.
  responsesPerAccount: 2,
  responsesForAllAccounts: 8,
  // As for images: one plugin after another.
  pluginLookups: { capacity: 1, perKey: 1 },
};
