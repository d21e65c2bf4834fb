/** Why an address is not asked, or what became of the answer. */
export type FetchRefusal =
  /** The address, or one that it redirects to, is neither `http` nor `https` (nor back from it), has credentials or an unusual port. */
  | "forbidden-address"
  /** The host has no address, or one within a network that is not for callers to reach. */
  | "host-unknown"
  /** The host refuses the connection, or ends it without an answer. */
  | "host-silent"
  /** HTTPS fails, such as by an invalid certificate. */
  | "host-insecure"
  /** An answer that is not HTTP, redirects nowhere, changes the protocol, or breaks off. */
  | "wrong-answer"
  | "too-many-redirects"
  | "too-slow"
  | "too-large"
  /** Any of these at an allowed host of an inner network: callers learn no more of it, unless it is they who run the installation. */
  | "unreachable";

export interface GuardedFetchOptions {
  /** Of capital letters, but neither `CONNECT` nor `TRACE`; `GET` by default. */
  readonly method?: string;
  /**
   * Not those that frame a request, and not `Host`. Where a redirect leads to another origin, only `Accept`, `Accept-Language`,
   * `Content-Type` and `User-Agent` go along.
   */
  readonly headers?: Readonly<Record<string, string>>;
  /** Texts are sent as UTF-8. */
  readonly body?: string | Uint8Array;
  /** From the first look-up to the last byte of the answer, above 0, 300 at most; 10 by default. */
  readonly timeoutSeconds?: number;
  /** Longest body of the answer, a whole number from 0; 8 MiB by default. */
  readonly maxBytes?: number;
  /**
   * Id of the user who has requested it. Each has two requests at a time: one more rejects with `rest_too_many_requests`, so that slow
   * servers of one user keep no other waiting. Absent: the plugin requests it of its own accord.
   */
  readonly account?: number | undefined;
  /** `manual` answers a redirect as it is; `follow`, the default, goes on up to five times. */
  readonly redirect?: "follow" | "manual";
}

/** An answer, whatever its status. */
export interface GuardedAnswer {
  readonly status: number;
  /** Names in lower case; what came several times is joined with commas. */
  readonly headers: Readonly<Record<string, string>>;
  /** Where the answer is from, after redirects. */
  readonly url: string;
  /**
   * The body as it arrives, decompressed unless the request has an `accept-encoding` of its own; only once. An `Error` whose `refusal` is a `FetchRefusal` says why it is not
   * whole. Leaving the loop ends the transfer, and so does the time limit for a body that nobody reads.
   */
  readonly body: AsyncIterable<Uint8Array>;
  /** The whole body; rejects as reading it does. */
  bytes(): Promise<Uint8Array>;
  /** The whole body, decoded as UTF-8. */
  text(): Promise<string>;
}

/**
 * Asks another server at an address that may come from callers: never one of an inner network, unless the installation allows the host,
 * on every redirect, and through no proxy. What the other side does never makes it reject; bad options do. When the calendar closes, what is
 * under way rejects with `rest_storage_unavailable`, and so does reading a body. Source:
 * rules/images.md#allowed-addresses.
 */
export type GuardedFetch = (
  url: string,
  options?: GuardedFetchOptions,
) => Promise<GuardedAnswer | { readonly refusal: FetchRefusal }>;
