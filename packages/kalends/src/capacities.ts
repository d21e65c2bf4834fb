import { type QueueLimits, SIGN_INS_AT_ONCE } from "@kalends/accounts";
import { MAX_IMAGE_BYTES } from "@kalends/core";
import type { CoreCapacities } from "@kalends/core/interface";
import type { HttpCapacities } from "@kalends/http";
import { MEDIA_CAPACITIES, type MediaCapacities } from "@kalends/media";
import type { Config } from "./configuration/config.ts";

/** Everything that bounds what one process does at once, by packages. */
export interface Capacities extends CoreCapacities {
  readonly http: HttpCapacities;
  readonly media: MediaCapacities;
  readonly signIns: QueueLimits;
  /** Requests of one account that wait for another one with the same `Idempotency-Key`. */
  readonly waitingForKey: number;
}

/** Defaults of the two settings that are numbers of things at once. */
export const REQUESTS_AT_ONCE = 512;
export const CHANGE_STREAMS = 100;

const MIB = 1024 * 1024;
const ANY_NUMBER = Number.POSITIVE_INFINITY;

/** A client may have a quarter: three others have room beside it, whatever it sends. */
const quarterFor = (capacity: number): { readonly capacity: number; readonly perKey: number } => ({
  capacity,
  perKey: capacity / 4,
});

/**
 * All numbers that bound what one process does at once, with what follows from settings; docs/operating.md has them as a table. No setting
 * changes the others. Three kinds are elsewhere: the defaults of packages that are used without this one are named here and are theirs; what
 * a store does at once is its own (`READERS` of `@kalends/store-sqlite`, `TRANSACTIONS` of `@kalends/store-mongodb`); so is what a plugin does
 * (`AT_ONCE` of the subscriptions of `@kalends/icalendar`, `READS` of the sitemaps of `@kalends/pages`).
 */
export const toCapacities = ({
  requestsAtOnce,
  bodyLimit,
  changeStreams,
}: Pick<Config, "requestsAtOnce" | "bodyLimit" | "changeStreams">): Capacities => {
  const partOf = (share: number): number => Math.ceil(requestsAtOnce * share);
  return {
    http: {
      underWay: {
        // KALENDS_REQUESTS_AT_ONCE. What a process has begun ends within about a second; half as many do where memory is short.
        requests: requestsAtOnce,
        // Requests for single records find room at any time.
        lists: partOf(3 / 4),
        pages: partOf(1 / 4),
        files: partOf(1 / 8),
      },
      // One client with a quarter of all leaves a quarter to the others. While the loop is late, there are half as many at most.
      shares: { openToAll: 3 / 4, little: 1 / 4, whileLate: 1 / 4, whileLateToOthers: 1 / 2 },
      // A client's lists may take seconds each, and others go on. The size of an answer is known when it is there.
      lists: { capacity: 16, perKey: 8 },
      // Together with a large answer, two long lists would need too much memory.
      listsWhileLarge: { capacity: 1 },
      // More of them in one round of the event loop would keep everything else waiting.
      shortLists: 32,
      // Apart from lists of the interface, which therefore do not wait for web pages.
      pages: { capacity: 8, perKey: 4 },
      // A file takes as long as there are events, and lists go on meanwhile.
      files: { capacity: 4, perKey: 2 },
      // One look at the revision of the store serves a round. Node accepts one connection in each, so they are short while clients connect.
      round: 24,
      roundWhileConnecting: 4,
      // Refusals cost little.
      roundOfRefused: 48,
      roundOfRefusedWhileConnecting: 16,
      // A thousand in a second take a small part of a processor, however soon clients come again.
      refusals: 10,
      // Two of the largest for one client. Those below 64 KiB cost a connection less than the connection itself.
      largeAnswers: { capacity: 96 * MIB, perKey: 48 * MIB },
      // Apart from the large ones, so that they never wait for much heavier ones.
      mediumAnswers: { capacity: 64 * MIB, perKey: 16 * MIB },
      // KALENDS_BODY_LIMIT. Where bodies may be longer than usual, there is room for 16 of the longest. Source: rules/interface.md#body-memory.
      bodies: quarterFor(Math.max(64 * MIB, 16 * bodyLimit)),
      // A client may have two of the largest images. Source: rules/images.md#file-memory.
      sentFiles: quarterFor(8 * MAX_IMAGE_BYTES),
      // A client may have one calendar of 32 MiB. Source: rules/interface.md#content-of-routes.
      contents: quarterFor(128 * MIB),
      // One is made smaller while the next one comes. Others do not wait for its sender, who may be as slow as they like.
      forms: { capacity: ANY_NUMBER, perKey: 2 },
      // Each may hold 8 MiB of answers in memory.
      batches: { capacity: 4, perKey: 2 },
      // Schemes may ask another server: one address leaves others room.
      schemes: { capacity: 64, perKey: 16 },
      // KALENDS_CHANGE_STREAMS. Each is an open connection.
      streams: changeStreams,
      // What one commit makes all streams look for leaves other requests room.
      streamPages: { capacity: 4 },
      // Streams that have much to send, as from the beginning, take half of the time at most, whoever they are.
      streamPagesBehind: { capacity: 1 },
    },
    // As `http.forms`: an image that is sent passes one of these and the decoders.
    uploads: { capacity: ANY_NUMBER, perKey: 2 },
    // Each is in memory until it is stored, with up to 10 MiB. Hosts may be slow: eleven accounts whose hosts are leave others a place.
    fetches: { capacity: 12, perKey: 1 },
    // Computations share the event loop: two slices in one turn of it would only make the turn longer.
    slices: { capacity: 1 },
    // Other writes wait for one long transaction, and not for all that have come.
    transactions: { capacity: 1 },
    media: MEDIA_CAPACITIES,
    signIns: SIGN_INS_AT_ONCE,
    // Each asks the store again and again.
    waitingForKey: 32,
  };
};
