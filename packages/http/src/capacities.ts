import type { LimiterCapacity } from "@kalends/core";

/**
 * Limits of concurrent work that comes over HTTP, for one process. `capacities.ts` of the package `kalends` has the
 * values, their reasons and their settings. `Places` limit all clients together, and one client: an account or a
 * client network.
 */
export interface HttpCapacities {
  /**
   * Maximum number of requests from their turn on the connection until the response is made, and of each kind among
   * them; 0: unlimited.
   */
  readonly maxConcurrent: {
    readonly requests: number;
    readonly lists: number;
    readonly pages: number;
    readonly files: number;
  };
  /** Shares of these requests that clients may use. */
  readonly shares: AdmissionShares;
  /** Lists that are being made. */
  readonly lists: LimiterCapacity;
  /** Long lists that are being made while a large response is made or sent. */
  readonly listsWhileLarge: LimiterCapacity;
  /** Number of short lists, waiting ones included, above which only one starts in each round of the event loop. */
  readonly shortLists: number;
  /** Web pages that are being made. */
  readonly pages: LimiterCapacity;
  /** Exported event files that are being written. */
  readonly files: LimiterCapacity;
  /** Requests that continue in one round of the event loop, normally and while clients are connecting. */
  readonly round: number;
  readonly roundWhileConnecting: number;
  /** Refused requests that continue in one round of the event loop, normally and while clients are connecting. */
  readonly roundOfRefused: number;
  readonly roundOfRefusedWhileConnecting: number;
  /** Refusals sent in ten milliseconds. */
  readonly refusals: number;
  /** Bytes of responses that are being made and sent. */
  readonly largeAnswers: ByteCapacity;
  readonly mediumAnswers: ByteCapacity;
  /**
   * Bytes of request bodies: without their files; of files and images; and of bodies that plugin routes read as
   * they arrive.
   */
  readonly bodies: ByteCapacity;
  readonly sentFiles: ByteCapacity;
  readonly contents: ByteCapacity;
  /** Forms that may contain files: from their first byte until they are read or, if they have files, answered. */
  readonly forms: LimiterCapacity;
  readonly batches: LimiterCapacity;
  /** Requests that authentication schemes of plugins are examining. */
  readonly schemes: LimiterCapacity;
  /** Open change streams. */
  readonly streams: number;
  /** Pages of change streams that are being made, normally and for streams that already have more to send. */
  readonly streamPages: LimiterCapacity;
  readonly streamPagesBehind: LimiterCapacity;
}

/** Bytes for all clients, and for one client network. */
export type ByteCapacity = Required<LimiterCapacity>;

/** Shares of the maximum number of concurrent requests, from 0 to 1. */
export interface AdmissionShares {
  /** Share open to all clients. The rest is reserved for clients with few requests. */
  readonly openToAll: number;
  /** Share up to which one client counts as having few requests. */
  readonly little: number;
  /** Share open while the event loop is late, and the share then open to clients without any other request. */
  readonly whileLate: number;
  readonly whileLateToOthers: number;
}
