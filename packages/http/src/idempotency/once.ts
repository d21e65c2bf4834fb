import type { KeptSuccess, WrittenId } from "../route/route.ts";

/** What is kept of an answer: JSON. */
export type KeptAnswer =
  | KeptSuccess
  /** A `CalendarError`. */
  | { readonly error: { readonly code: string; readonly details: object } };

/** A request that has a key. */
export interface KeyedRequest<T> {
  /** Who asks where, and the key: what names the request, in this order. */
  readonly name: readonly [account: number, path: string, key: string];
  /** What the account may do: its answer is for nobody who may do less. */
  readonly rights: readonly string[];
  /** Whether it writes through operations alone, in one unit of work. */
  readonly isOneUnit: boolean;
  /** Of what was sent. */
  digest(): Promise<string>;
  /** Whether nobody waits for the answer any more. */
  isGone(): boolean;
  /** Does what is asked for. `kept` is what later requests are answered; absent: they run again. */
  run(): Promise<{ readonly result: T; readonly kept?: KeptAnswer | undefined }>;
}

/** What has become of such a request. */
export type Settled<T> =
  /** It was the first one. */
  | { readonly result: T }
  | { readonly kept: KeptAnswer }
  /** An earlier one has written these, and its answer is lost. */
  | { readonly written: readonly WrittenId[] }
  /** Another one is still under way, something else was sent with the key, or the account has lost rights since. */
  | { readonly problem: "conflict" | "mismatch" | "rights" };

/**
 * Requests that are done once, however often they are sent: in all processes of a calendar, whatever becomes of them.
 * Source: rules/interface.md#idempotency-key.
 */
export type Once = <T>(request: KeyedRequest<T>) => Promise<Settled<T>>;
