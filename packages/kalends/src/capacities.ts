import { type QueueLimits, SIGN_IN_LIMITS } from "@kalends/accounts";
import { MAX_IMAGE_BYTES } from "@kalends/core";
import type { CoreCapacities } from "@kalends/core/interface";
import type { HttpCapacities } from "@kalends/http";
import { MEDIA_CAPACITIES, type MediaCapacities } from "@kalends/media";
import type { Config } from "./configuration/config.ts";

/** Limits of concurrent work in one process, grouped by package. */
export interface Capacities extends CoreCapacities {
  readonly http: HttpCapacities;
  readonly media: MediaCapacities;
  readonly signIns: QueueLimits;
  /**
   * Maximum number of requests of one account that wait for another request with the same `Idempotency-Key`.
   */
  readonly waitingForKey: number;
}

/** Defaults of the two settings that limit concurrent work. */
export const REQUESTS_AT_ONCE = 512;
export const CHANGE_STREAMS = 100;

const MIB = 1024 * 1024;
const ANY_NUMBER = Number.POSITIVE_INFINITY;

/**
 * Returns a limit of a quarter per client. Three other clients then still have room, whatever one client
 * sends.
 */
const quarterPerKey = (capacity: number): { readonly capacity: number; readonly perKey: number } => ({
  capacity,
  perKey: capacity / 4,
});

/**
 * Returns all limits of concurrent work in one process, including values derived from settings.
 * docs/how-to/operate.md lists them in a table. No setting changes the other values.
 * Three kinds of limit are defined elsewhere. Packages that can be used alone define their own defaults,
 * which are referenced here. Stores limit their own work (`READERS` of `@kalends/store-sqlite`,
 * `TRANSACTIONS` of `@kalends/store-mongodb`). Plugins do, too (`AT_ONCE` of the subscriptions of
 * `@kalends/icalendar`, `READS` of the sitemaps of `@kalends/pages`).
 */
export const toCapacities = ({
  requestsAtOnce,
  bodyLimit,
  changeStreams,
}: Pick<Config, "requestsAtOnce" | "bodyLimit" | "changeStreams">): Capacities => {
  const partOf = (share: number): number => Math.ceil(requestsAtOnce * share);
  return {
    http: {
      maxConcurrent: {
        // KALENDS_REQUESTS_AT_ONCE. Accepted requests finish within about a second; with little memory, half
        // as many do.
        requests: requestsAtOnce,
        // Lower than the total, so that requests for single records are always accepted.
        lists: partOf(3 / 4),
        pages: partOf(1 / 4),
        files: partOf(1 / 8),
      },
      // If one client uses a quarter of all, a quarter remains for others. While the event loop is late, at
      // most half as many requests are accepted.
      shares: { openToAll: 3 / 4, little: 1 / 4, whileLate: 1 / 4, whileLateToOthers: 1 / 2 },
      // Lists of one client may take seconds each while other clients continue. The size of a response is
      // only known when it is complete.
      lists: { capacity: 16, perKey: 8 },
      // Two long lists together with a large response would need too much memory.
      listsWhileLarge: { capacity: 1 },
      // More of them in one turn of the event loop would delay everything else.
      shortLists: 32,
      // Separate from lists of the REST interface, which therefore do not wait for web pages.
      pages: { capacity: 8, perKey: 4 },
      // A file takes longer the more events it has; lists continue meanwhile.
      files: { capacity: 4, perKey: 2 },
      // One read of the store's revision serves a round. Node accepts one connection per round, so rounds are
      // short while clients connect.
      round: 24,
      roundWhileConnecting: 4,
      // Refused requests cost little.
      roundOfRefused: 48,
      roundOfRefusedWhileConnecting: 16,
      // A thousand a second use a small part of a processor, even if clients retry immediately.
      refusals: 10,
      // One client may have two of the largest responses. Responses below 64 KiB cost less than the
      // connection itself.
      largeAnswers: { capacity: 96 * MIB, perKey: 48 * MIB },
      // Separate from the large responses, so that they never wait for much larger ones.
      mediumAnswers: { capacity: 64 * MIB, perKey: 16 * MIB },
      // KALENDS_BODY_LIMIT. With a larger limit, there is room for 16 bodies of that size.
      // Source: rules/interface.md#body-memory.
      bodies: quarterPerKey(Math.max(64 * MIB, 16 * bodyLimit)),
      // One client may send two of the largest images.
      // Source: rules/images.md#file-memory.
      sentFiles: quarterPerKey(8 * MAX_IMAGE_BYTES),
      // One client may send one calendar of 32 MiB.
      // Source: rules/interface.md#content-of-routes.
      contents: quarterPerKey(128 * MIB),
      // One image is resized while the next one is received. A slow sender does not delay others.
      forms: { capacity: ANY_NUMBER, perKey: 2 },
      // Each may hold 8 MiB of responses in memory.
      batches: { capacity: 4, perKey: 2 },
      // Authentication schemes may call another server; a limit per address leaves room for others.
      schemes: { capacity: 64, perKey: 16 },
      // KALENDS_CHANGE_STREAMS. Each is an open connection.
      streams: changeStreams,
      // A commit makes all streams read at once; the limit leaves room for other requests.
      streamPages: { capacity: 4 },
      // Streams with much to send, such as from the beginning, take at most half of the time together.
      streamPagesBehind: { capacity: 1 },
    },
    // Same as `http.forms`: an uploaded image passes one of these limits and the decoders.
    uploads: { capacity: ANY_NUMBER, perKey: 2 },
    // Each image is in memory until it is stored, with up to 10 MiB. Hosts may be slow: eleven accounts with slow
    // hosts leave one fetch to others.
    fetches: { capacity: 12, perKey: 1 },
    // Computations share the event loop: two slices in one turn of it would only make the turn longer.
    slices: { capacity: 1 },
    // Other writes wait for one long transaction, but not for all that are queued.
    transactions: { capacity: 1 },
    media: MEDIA_CAPACITIES,
    signIns: SIGN_IN_LIMITS,
    // Each repeatedly queries the store.
    waitingForKey: 32,
  };
};
