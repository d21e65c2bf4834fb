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
  /** Shares of each limit in `maxConcurrent` up to which requests are admitted. */
  readonly shares: AdmissionShares;
  /** Limit for lists that are produced at the same time. */
  readonly lists: LimiterCapacity;
  /** Limit for long lists while a large response is produced or sent. */
  readonly listsWhileLarge: LimiterCapacity;
  /**
   * Number of short lists, including waiting ones, above which only one list starts in each round of the
   * event loop.
   */
  readonly shortLists: number;
  /** Limit for web pages that are produced at the same time. */
  readonly pages: LimiterCapacity;
  /** Limit for exported event files that are written at the same time. */
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
  /** Limits in bytes for large and for medium responses that are being produced or sent. */
  readonly largeAnswers: ByteCapacity;
  readonly mediumAnswers: ByteCapacity;
  /**
   * Limits in bytes for request bodies. `bodies`: without their files. `sentFiles`: files and images.
   * `contents`: bodies that plugin routes read as a stream.
   */
  readonly bodies: ByteCapacity;
  readonly sentFiles: ByteCapacity;
  readonly contents: ByteCapacity;
  /**
   * Limit for forms that may contain files. A form counts from its first byte until it is read. If it
   * contains files, it counts until the request is answered.
   */
  readonly forms: LimiterCapacity;
  readonly batches: LimiterCapacity;
  /** Limit for requests that authentication schemes of plugins check at the same time. */
  readonly schemes: LimiterCapacity;
  /** Maximum number of open change streams. */
  readonly streams: number;
  /**
   * Limits for pages of change streams that are produced at the same time. `streamPagesBehind`: for streams
   * that already have more changes to send.
   */
  readonly streamPages: LimiterCapacity;
  readonly streamPagesBehind: LimiterCapacity;
}

/** Maximum number of bytes for all clients together, and for one client network. */
export type ByteCapacity = Required<LimiterCapacity>;

/** Shares of a limit in `maxConcurrent`, from 0 to 1, up to which requests are admitted. */
export interface AdmissionShares {
  /**
   * Share up to which the requests of all clients are admitted. The rest is reserved for clients with few
   * requests in progress.
   */
  readonly openToAll: number;
  /** Share of the limit. A client with fewer requests in progress counts as having few. */
  readonly little: number;
  /**
   * Shares up to which requests are admitted while the event loop lags. `whileLate`: for clients with other
   * requests in progress. `whileLateToOthers`: for clients without.
   */
  readonly whileLate: number;
  readonly whileLateToOthers: number;
}
