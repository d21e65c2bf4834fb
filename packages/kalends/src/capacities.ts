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
   * Maximum number of requests of one account that wait until another request with the same `Idempotency-Key`
   * ends.
   */
  readonly waitingForKey: number;
}

/** Default values of the settings `requestsAtOnce` and `changeStreams`. */
export const REQUESTS_AT_ONCE = 512;
export const CHANGE_STREAMS = 100;

const MIB = 1024 * 1024;
const ANY_NUMBER = Number.POSITIVE_INFINITY;

/**
 * Returns a limit with a quarter of the capacity for each client, so that one client cannot use it up alone.
 */
const quarterPerKey = (capacity: number): { readonly capacity: number; readonly perKey: number } => ({
  capacity,
  perKey: capacity / 4,
});

/**
 * Returns all limits of concurrent work in one process, including limits computed from settings.
 * docs/how-to/operate.md lists them in a table. Limits that are not computed from settings are constants.
 * Three kinds of limit are defined elsewhere:
 * - Packages that can be used alone define their own defaults, which are referenced here.
 * - Stores limit their own work (`READERS` of `@kalends/store-sqlite`, `TRANSACTIONS` of
 *   `@kalends/store-mongodb`).
 * - Plugins limit their own work (`AT_ONCE` of the subscriptions of `@kalends/icalendar`, `READS` of the
 *   sitemaps of `@kalends/pages`).
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
        // Set by KALENDS_REQUESTS_AT_ONCE. The process finishes this many accepted requests in about a
        // second. With little memory, it accepts half as many.
        requests: requestsAtOnce,
        // Lower than the total limit, so that requests for single records still have room.
        lists: partOf(3 / 4),
        pages: partOf(1 / 4),
        files: partOf(1 / 8),
      },
      // Shares of the total. A client with a quarter of all requests gets no more once three quarters of the
      // total are in use. While the event loop lags, the limits are a quarter, or half for clients without a
      // request.
      shares: { openToAll: 3 / 4, little: 1 / 4, whileLate: 1 / 4, whileLateToOthers: 1 / 2 },
      // A list may take seconds; other clients need room meanwhile. The size of a response is known only when
      // it is complete.
      lists: { capacity: 16, perKey: 8 },
      // While a large response is sent, two long lists together would need too much memory.
      listsWhileLarge: { capacity: 1 },
      // More short lists in one turn of the event loop would delay all other requests.
      shortLists: 32,
      // Web pages have their own limit, so that lists of the REST interface do not wait for them.
      pages: { capacity: 8, perKey: 4 },
      // An export file takes longer the more events it has. Lists of the REST interface have their own limit.
      files: { capacity: 4, perKey: 2 },
      // Requests of a round share one read of the store's revision. Node accepts one connection for each
      // round, so rounds are shorter while clients connect.
      round: 24,
      roundWhileConnecting: 4,
      // A round may have more refused requests, because they cost little.
      roundOfRefused: 48,
      roundOfRefusedWhileConnecting: 16,
      // Even if clients retry at once, refusals use only a small part of the processor: about a thousand a
      // second.
      refusals: 10,
      // One client may have two of the largest responses in memory. Responses below 64 KiB are not limited,
      // because the connection itself costs more.
      largeAnswers: { capacity: 96 * MIB, perKey: 48 * MIB },
      // Responses of medium size have their own limit, so that they never wait for much larger ones.
      mediumAnswers: { capacity: 64 * MIB, perKey: 16 * MIB },
      // Derived from KALENDS_BODY_LIMIT: with a larger limit, there is room for 16 bodies of that size.
      // Source: rules/interface.md#body-memory.
      bodies: quarterPerKey(Math.max(64 * MIB, 16 * bodyLimit)),
      // One client may upload two images of the maximum size at the same time.
      // Source: rules/images.md#file-memory.
      sentFiles: quarterPerKey(8 * MAX_IMAGE_BYTES),
      // One client may upload one calendar file of 32 MiB.
      // Source: rules/interface.md#content-of-routes.
      contents: quarterPerKey(128 * MIB),
      // A client may upload one image while its previous one is resized. A slow upload does not delay other
      // clients.
      forms: { capacity: ANY_NUMBER, perKey: 2 },
      // Each batch may hold 8 MiB of responses in memory.
      batches: { capacity: 4, perKey: 2 },
      // An authentication scheme may call another server. The limit for each client address leaves room for
      // other clients.
      schemes: { capacity: 64, perKey: 16 },
      // Set by KALENDS_CHANGE_STREAMS. Each stream is an open connection.
      streams: changeStreams,
      // A commit makes all streams read at the same time. The limit leaves room for other requests.
      streamPages: { capacity: 4 },
      // Streams that are far behind, such as those that start at the beginning, together use at most half of
      // the time.
      streamPagesBehind: { capacity: 1 },
    },
    // Same as `http.forms`: an uploaded image must pass both limits and that of the decoders.
    uploads: { capacity: ANY_NUMBER, perKey: 2 },
    // Each fetched image of up to 10 MiB is in memory until it is stored. Hosts may be slow: even if eleven
    // accounts use slow hosts, one fetch is left for other accounts.
    fetches: { capacity: 12, perKey: 1 },
    // Slices of computations share the event loop: two in one turn would only make the turn longer.
    slices: { capacity: 1 },
    // With one transaction at a time, a single write waits for at most one long transaction.
    transactions: { capacity: 1 },
    media: MEDIA_CAPACITIES,
    signIns: SIGN_IN_LIMITS,
    // Each waiting request repeatedly queries the store.
    waitingForKey: 32,
  };
};
