/** Reason why a request was not sent, or why its response is not complete. */
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

/** Options of `guardedFetch`. */
export interface GuardedFetchOptions {
  /** Method in capital letters, but neither `CONNECT` nor `TRACE`; `GET` by default. */
  readonly method?: string;
  /**
   * Request headers, except `Host` and those that frame a request. A redirect to another origin keeps only `Accept`, `Accept-Language`, `Content-Type` and
   * `User-Agent`.
   */
  readonly headers?: Readonly<Record<string, string>>;
  /** Request body; texts are sent as UTF-8. */
  readonly body?: string | Uint8Array;
  /** Time limit from the first look-up to the last byte of the response, above 0, at most 300; 10 by default. */
  readonly timeoutSeconds?: number;
  /** Maximum length of the response body, an integer from 0; 8 MiB by default. */
  readonly maxBytes?: number;
  /**
   * Id of the user for whom the plugin sends the request. Each user has two requests at a time in one plugin; a third rejects with `rest_too_many_requests`,
   * which a route lets through as a 429. Absent: the plugin sends it on its own behalf.
   */
  readonly account?: number | undefined;
  /** `follow`, the default, follows up to five redirects; `manual` returns the redirect. */
  readonly redirect?: "follow" | "manual";
}

/** Response of `guardedFetch`, whatever its status. */
export interface GuardedResponse {
  readonly status: number;
  /** Headers by names in lower case; repeated headers are joined with commas. */
  readonly headers: Readonly<Record<string, string>>;
  /** Address of the response, after redirects. */
  readonly url: string;
  /**
   * Body as it arrives, decompressed unless the request has its own `accept-encoding`; can be read once. An incomplete body throws an `Error` whose
   * `refusal` is a `FetchRefusal`. Leaving the loop ends the transfer.
   */
  readonly body: AsyncIterable<Uint8Array>;
  /** Reads the complete body; rejects if it is incomplete. */
  bytes(): Promise<Uint8Array>;
  /** Reads the complete body as UTF-8. */
  text(): Promise<string>;
}

/**
 * Sends a request to an address that may come from a caller. It reaches public addresses only, by HTTP and HTTPS on ports 80, 443 and 8080. The
 * address has no credentials. Redirects follow the same rules, and no proxy is used. `KALENDS_PLUGIN_ALLOW_HOSTS` names hosts that may have any address and port.
 *
 * Resolves with a `refusal` if the address is not allowed or the other server fails. Rejects for invalid options, and with `rest_storage_unavailable` one
 * second after the calendar starts to close: let that error through. 24 responses are read at the same time, 12 of one plugin, so read each body or leave
 * its loop. Source: rules/images.md#allowed-addresses.
 */
export type GuardedFetch = (
  url: string,
  options?: GuardedFetchOptions,
) => Promise<GuardedResponse | { readonly refusal: FetchRefusal }>;
