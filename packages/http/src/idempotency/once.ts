import type { StoredSuccess, WrittenId } from "../route/route.ts";

/** Stored response, as JSON. */
export type StoredResponse =
  | StoredSuccess
  /** Stored `CalendarError`. */
  | { readonly error: { readonly code: string; readonly details: object } };

/** Request with an idempotency key. */
export interface KeyedRequest<T> {
  /** Account, path and key, which together identify the request. */
  readonly name: readonly [account: number, path: string, key: string];
  /** Capabilities of the account: the response is not replayed if it has lost one of them. */
  readonly rights: readonly string[];
  /** True if the request writes only through operations, in one unit of work. */
  readonly isOneUnit: boolean;
  /** Returns the digest of the request. */
  digest(): Promise<string>;
  /** True if the client has disconnected. */
  isGone(): boolean;
  /** Executes the request. `kept` is the response for retries; without it they are executed again. */
  run(): Promise<{ readonly result: T; readonly kept?: StoredResponse | undefined }>;
}

/** Outcome of a request with a key. */
export type OnceOutcome<T> =
  /** Result of the first request with this key. */
  | { readonly result: T }
  | { readonly kept: StoredResponse }
  /** Ids written by an earlier request whose response was lost. */
  | { readonly written: readonly WrittenId[] }
  /**
   * Conflict: another request with the key is running. Mismatch: the key was used for other content. Rights: the
   * account has lost capabilities since.
   */
  | { readonly problem: "conflict" | "mismatch" | "rights" };

/**
 * Executes each keyed request once, however often it is sent, across all processes and restarts of a calendar.
 * Source: rules/interface.md#idempotency-key.
 */
export type Once = <T>(request: KeyedRequest<T>) => Promise<OnceOutcome<T>>;
