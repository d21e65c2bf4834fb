import type { StoredSuccess, WrittenId } from "../route/route.ts";

/** Response that is stored as JSON for retries. */
export type StoredResponse =
  | StoredSuccess
  /** Stored form of a `CalendarError`. */
  | { readonly error: { readonly code: string; readonly details: object } };

/** Request with an `Idempotency-Key`. */
export interface KeyedRequest<T> {
  /** Account, path and key, which together identify the request. */
  readonly name: readonly [account: number, path: string, key: string];
  /**
   * Capabilities of the account. A stored response is not replayed if the account has since lost one of them.
   */
  readonly rights: readonly string[];
  /** True if the request writes only through operations. All its writes then belong to one unit of work. */
  readonly isOneUnit: boolean;
  /** Returns the digest of the request. */
  digest(): Promise<string>;
  /** True if the client has disconnected. */
  isGone(): boolean;
  /**
   * Executes the request. `kept` is the response to store for retries. Without `kept`, retries execute the
   * request again.
   */
  run(): Promise<{ readonly result: T; readonly kept?: StoredResponse | undefined }>;
}

/** Outcome of a request with an idempotency key. */
export type OnceOutcome<T> =
  /** Result of the first request with this key. */
  | { readonly result: T }
  | { readonly kept: StoredResponse }
  /** Ids of records that an earlier request wrote before its response was lost. */
  | { readonly written: readonly WrittenId[] }
  /**
   * `conflict`: another request with the same key is running. `mismatch`: the key was used for a request with
   * another digest. `rights`: the account has since lost capabilities.
   */
  | { readonly problem: "conflict" | "mismatch" | "rights" };

/**
 * Executes each request with an idempotency key once, however often it is sent. This applies to all processes
 * of a calendar, and across restarts. Source: rules/interface.md#idempotency-key.
 */
export type Once = <T>(request: KeyedRequest<T>) => Promise<OnceOutcome<T>>;
