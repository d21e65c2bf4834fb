import type { LimiterCapacity } from "@kalends/core";

/** Limits of concurrent work with images, and of concurrent requests to other servers. */
export interface MediaCapacities {
  /**
   * Limit of images that are decoded at the same time: in total and for each sender. Each decoding uses a
   * thread of libuv's pool. Expensive images are decoded one at a time.
   */
  readonly decoders: LimiterCapacity;
  /** Limit of checks of image URLs: in total and for each account. */
  readonly checks: LimiterCapacity;
  /** Limit of DNS lookups for the hosts of images. */
  readonly imageLookups: LimiterCapacity;
  /** Limit of responses that plugins read from other servers: in total and for each plugin. */
  readonly responses: LimiterCapacity;
  /**
   * Maximum number of responses that a plugin reads for one account at the same time. Additional requests are
   * refused with `rest_too_many_requests`.
   */
  readonly responsesPerAccount: number;
  /** Maximum number of responses that a plugin reads for all accounts together. Additional requests wait. */
  readonly responsesForAllAccounts: number;
  /** Limit of DNS lookups for the servers that plugins request. */
  readonly pluginLookups: LimiterCapacity;
}

/** Default limits of this package. */
export const MEDIA_CAPACITIES: MediaCapacities = {
  // libuv has four threads, so two remain for files, DNS lookups and passwords. One sender cannot use both
  // decoders.
  decoders: { capacity: 2, perKey: 1 },
  // Checks read only response headers and need little memory, but a host may take ten seconds. If fifteen
  // accounts use slow hosts, four checks are left for others.
  checks: { capacity: 64, perKey: 4 },
  // Node makes DNS lookups on libuv threads and cannot cancel them. Together, the two limits of lookups leave
  // one thread for files and passwords.
  imageLookups: { capacity: 2, perKey: 1 },
  // One plugin may use half of the responses; the other half is for other plugins.
  responses: { capacity: 24, perKey: 12 },
  // Accounts choose the URLs, so the limit for one account leaves responses for the other accounts.
  responsesPerAccount: 2,
  responsesForAllAccounts: 8,
  // One lookup at a time for all plugins, for the same reason as `imageLookups`.
  pluginLookups: { capacity: 1, perKey: 1 },
};
