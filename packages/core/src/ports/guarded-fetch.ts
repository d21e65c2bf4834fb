/** Reason why a request was not sent, or why its response cannot be used. */
export type FetchRefusal =
  /**
   * The address, or a redirect, is neither `http` nor `https`, leaves `https`, has credentials or an unusual
   * port.
   */
  | "forbidden-address"
  /** The host has no address, or one in a network that callers may not reach. */
  | "host-unknown"
  /** The host refuses the connection, or closes it without a response. */
  | "host-silent"
  /** HTTPS fails, for example because of an invalid certificate. */
  | "host-insecure"
  /** The response is not HTTP, redirects without a target, changes the protocol, or breaks off. */
  | "wrong-answer"
  | "too-many-redirects"
  | "too-slow"
  | "too-large"
  /**
   * Any of these at an allowed host in an internal network. Only callers who run the installation get the
   * details.
   */
  | "unreachable";

export interface GuardedFetchOptions {
  /** Method in capital letters, but neither `CONNECT` nor `TRACE`; `GET` by default. */
  readonly method?: string;
  /**
   * Request headers, except `Host` and those that frame a request. A redirect to another origin keeps only
   * `Accept`, `Accept-Language`, `Content-Type` and `User-Agent`.
   */
  readonly headers?: Readonly<Record<string, string>>;
  /** Request body; texts are sent as UTF-8. */
  readonly body?: string | Uint8Array;
  /**
   * Time limit from the first DNS lookup to the last byte of the response, above 0 and at most 300; 10 by
   * default.
   */
  readonly timeoutSeconds?: number;
  /** Maximum size of the response body, a whole number from 0; 8 MiB by default. */
  readonly maxBytes?: number;
  /**
   * Id of the user for whom the request is sent. A user can have two requests at a time; another one rejects
   * with `rest_too_many_requests`. Slow servers of one user thus do not delay other users. Absent: the plugin
   * sends the request on its own behalf.
   */
  readonly account?: number | undefined;
  /** `manual` returns a redirect as it is; `follow`, the default, follows up to five redirects. */
  readonly redirect?: "follow" | "manual";
}

/** Response with any status. */
export interface GuardedAnswer {
  readonly status: number;
  /** Headers with names in lower case; repeated headers are joined with commas. */
  readonly headers: Readonly<Record<string, string>>;
  /** Address of the response, after redirects. */
  readonly url: string;
  /**
   * Body as it arrives, decompressed unless the request has its own `accept-encoding`; readable once. If the
   * body is incomplete, iterating throws an `Error` whose `refusal` is a `FetchRefusal`. Leaving the loop
   * ends the transfer. The time limit ends it if nobody reads the body.
   */
  readonly body: AsyncIterable<Uint8Array>;
  /** Returns the complete body; rejects like reading it. */
  bytes(): Promise<Uint8Array>;
  /** Returns the complete body, decoded as UTF-8. */
  text(): Promise<string>;
}

/**
 * Sends a request to another server, at an address that may come from callers. Refuses addresses in internal
 * networks, also on redirects, unless the installation allows the host. Uses no proxy. Rejects for invalid
 * options, but never because of the other server. When the calendar closes, running requests and body reads
 * reject with `rest_storage_unavailable`.
 * Source: rules/images.md#allowed-addresses.
 */
export type GuardedFetch = (
  url: string,
  options?: GuardedFetchOptions,
) => Promise<GuardedAnswer | { readonly refusal: FetchRefusal }>;
