import type { LimiterCapacity } from "@kalends/core";

/**
 * Limits of concurrent work for HTTP requests, per process. `capacities.ts` of the package `kalends` defines
 * the values, their reasons and their settings. A `LimiterCapacity` limits all clients together and each
 * single client, which is an account or a client network.
 */
export interface HttpCapacities {
  /**
   * Maximum number of concurrent requests, in total and of each kind; 0 means unlimited. A request counts
   * from its turn on the connection until its response is produced.
   */
  readonly maxConcurrent: {
    readonly requests: number;
    readonly lists: number;
    readonly pages: number;
    readonly files: number;
  };
  /** Shares of `maxConcurrent.requests` that clients may use. */
  readonly shares: AdmissionShares;
  /** Lists that are being produced. */
  readonly lists: LimiterCapacity;
  /** Long lists that are being produced while a large response is being produced or sent. */
  readonly listsWhileLarge: LimiterCapacity;
  /**
   * Number of short lists, including waiting ones, above which only one list starts in each round of the
   * event loop.
   */
  readonly shortLists: number;
  /** Web pages that are being produced. */
  readonly pages: LimiterCapacity;
  /** Exported event files that are being written. */
  readonly files: LimiterCapacity;
  /**
   * Number of requests that continue in one round of the event loop: normally, and while clients are
   * connecting.
   */
  readonly round: number;
  readonly roundWhileConnecting: number;
  /**
   * Number of refused requests that continue in one round of the event loop: normally, and while clients are
   * connecting.
   */
  readonly roundOfRefused: number;
  readonly roundOfRefusedWhileConnecting: number;
  /** Maximum number of refusals sent in ten milliseconds. */
  readonly refusals: number;
  /** Bytes of large and of medium responses that are being produced or sent. */
  readonly largeAnswers: ByteCapacity;
  readonly mediumAnswers: ByteCapacity;
  /**
   * Bytes of request bodies. `bodies`: without their files. `sentFiles`: files and images. `contents`: bodies
   * that plugin routes read as a stream.
   */
  readonly bodies: ByteCapacity;
  readonly sentFiles: ByteCapacity;
  readonly contents: ByteCapacity;
  /**
   * Forms that may contain files. A form counts from its first byte until it is read. If it contains files,
   * it counts until the request is answered.
   */
  readonly forms: LimiterCapacity;
  readonly batches: LimiterCapacity;
  /** Requests that authentication schemes of plugins are checking. */
  readonly schemes: LimiterCapacity;
  /** Maximum number of open change streams. */
  readonly streams: number;
  /**
   * Pages of change streams that are being produced: normally, and for streams that already have more changes
   * to send.
   */
  readonly streamPages: LimiterCapacity;
  readonly streamPagesBehind: LimiterCapacity;
}

/** Maximum number of bytes for all clients together, and for one client network. */
export type ByteCapacity = Required<LimiterCapacity>;

/** Shares of `maxConcurrent` for admission, from 0 to 1. */
export interface AdmissionShares {
  /**
   * Share that all clients may use. The remaining share is reserved for clients with few requests in
   * progress.
   */
  readonly openToAll: number;
  /** Share of all requests up to which a client counts as having few requests in progress. */
  readonly little: number;
  /**
   * Share that all clients may use while the event loop is late. `whileLateToOthers`: the share in that case
   * for clients that have no other request in progress.
   */
  readonly whileLate: number;
  readonly whileLateToOthers: number;
}
