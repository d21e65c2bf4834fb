/** Reason why a request was refused, or why its response is incomplete. */
export type FetchRefusal =
  /**
   * The URL or a redirect is not allowed: not `http` or `https`, a change from `https` to `http`,
   * credentials, or an unusual port.
   */
  | "forbidden-address"
  /** The host name has no IP address, or at least one in a network that callers may not reach. */
  | "host-unknown"
  /** The host refuses the connection, or closes it without a response. */
  | "host-silent"
  /** HTTPS fails, for example because of an invalid certificate. */
  | "host-insecure"
  /**
   * The response is not valid HTTP, is a redirect without a target, switches to another protocol, or ends too
   * early.
   */
  | "wrong-answer"
  | "too-many-redirects"
  | "too-slow"
  | "too-large"
  /**
   * Any of the failures above, at an allowed host in an internal network. The caller does not learn which
   * failure it is, unless the operator runs the request.
   */
  | "unreachable";

/** Options of `guardedFetch`. */
export interface GuardedFetchOptions {
  /** HTTP method in capital letters, except `CONNECT` and `TRACE`; `GET` by default. */
  readonly method?: string;
  /**
   * Request headers, except `Host` and headers that describe the body's length or transfer. After a redirect
   * to another origin, only `Accept`, `Accept-Language`, `Content-Type` and `User-Agent` are sent.
   */
  readonly headers?: Readonly<Record<string, string>>;
  /** Request body; texts are sent as UTF-8. */
  readonly body?: string | Uint8Array;
  /**
   * Time limit in seconds, from the DNS look-up to the last byte of the response. Above 0 and at most 300; 10
   * by default.
   */
  readonly timeoutSeconds?: number;
  /** Maximum length of the response body in bytes, an integer from 0; 8 MiB by default. */
  readonly maxBytes?: number;
  /**
   * Id of the user for whom the plugin sends the request; absent if the plugin sends it on its own behalf.
   * In one plugin, each user may have two requests at a time, and all users together eight; further requests
   * wait. A third request rejects with `rest_too_many_requests`; in a route, this error becomes a 429
   * response.
   */
  readonly account?: number | undefined;
  /**
   * Handling of redirects: `follow` (default) follows up to five redirects, `manual` returns the redirect
   * response.
   */
  readonly redirect?: "follow" | "manual";
}

/** Response to `guardedFetch`, with any status. */
export interface GuardedResponse {
  readonly status: number;
  /** Response headers by name in lower case. Repeated headers are joined with commas. */
  readonly headers: Readonly<Record<string, string>>;
  /** URL of the response, after redirects. */
  readonly url: string;
  /**
   * Response body in chunks; it can be read once. It is decompressed, unless the request sets its own
   * `accept-encoding`.
   * If the body is incomplete, the loop throws an `Error` whose `refusal` is a `FetchRefusal`. Leaving the
   * loop ends the transfer.
   */
  readonly body: AsyncIterable<Uint8Array>;
  /** Reads the complete body as bytes. Rejects if the body is incomplete. */
  bytes(): Promise<Uint8Array>;
  /** Reads the complete body as UTF-8 text. Rejects if the body is incomplete. */
  text(): Promise<string>;
}

/**
 * Sends an HTTP request to a URL that may come from a caller.
 *
 * - It reaches public addresses only, by HTTP and HTTPS, on ports 80, 443 and 8080.
 *   `KALENDS_PLUGIN_ALLOW_HOSTS` names hosts that may have any address and port.
 * - The URL must not contain credentials. Redirects follow the same rules. No proxy is used.
 * - It resolves with a `refusal` if the URL is not allowed or the other server fails.
 * - It rejects for invalid options.
 * - It rejects with `rest_storage_unavailable` one second after the calendar starts to close. Do not catch
 *   this error.
 * - Only 24 responses can be open at the same time, 12 of them in one plugin. Read each body completely, or
 *   leave its loop.
 *
 * Source: rules/images.md#allowed-addresses.
 */
export type GuardedFetch = (
  url: string,
  options?: GuardedFetchOptions,
) => Promise<GuardedResponse | { readonly refusal: FetchRefusal }>;
