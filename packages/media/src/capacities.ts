import type { Places } from "@kalends/core";

/** How much images and requests to other servers take at once. */
export interface MediaCapacities {
  /** Images that are decoded, each on a thread of libuv's pool; of one sender. Costly ones are decoded one at a time. */
  readonly decoders: Places;
  /** Checks of the addresses of images, and of one account. */
  readonly checks: Places;
  /** Look-ups of the names of their hosts. */
  readonly imageLookups: Places;
  /** Answers that plugins read from other servers, and one plugin. */
  readonly answers: Places;
  /** Those that a plugin reads for one account; one more is refused with `rest_too_many_requests`. */
  readonly answersOfAccount: number;
  /** Look-ups of the names of their hosts. */
  readonly pluginLookups: Places;
}

/** What the factories of this package go by unless told otherwise. */
export const MEDIA_CAPACITIES: MediaCapacities = {
  // libuv has four threads: two are left to files, names and passwords. One sender leaves others a decoder.
  decoders: { capacity: 2, perKey: 1 },
  // Heads are not held in memory, and hosts may take ten seconds each: an account whose hosts are slow leaves others twelve.
  checks: { capacity: 16, perKey: 4 },
  // Node looks names up in libuv's threads, and cannot take a question back: both together leave one to files and passwords.
  imageLookups: { capacity: 2, perKey: 1 },
  // One plugin leaves the others half.
  answers: { capacity: 24, perKey: 12 },
  // Accounts choose the addresses: one of them leaves the others of the plugin ten.
  answersOfAccount: 2,
  // As for images: one plugin after the other.
  pluginLookups: { capacity: 1, perKey: 1 },
};
