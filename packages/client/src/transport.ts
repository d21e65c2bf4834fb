import { CalendarNetworkError, CalendarRequestError } from "./errors.ts";
import { pause } from "./pause.ts";
import { adjustedBy, noticesBy, rememberTag, retryAfter } from "./response-headers.ts";

/**
 * Credentials of an account: a user name with an application password, or a token. A token is an API token, a
 * JWT, or a function that returns a current token for each request. `same-origin`: the session cookie in the
 * browser.
 */
export type Credentials =
  | "same-origin"
  | { readonly name: string; readonly password: string }
  | { readonly token: string | (() => string | Promise<string>) };

export interface ClientOptions {
  /** URL of the site, such as `https://calendar.example`. It may include a path. */
  readonly site: string;
  /** Path of the REST root below the site's URL; `/wp-json` by default. */
  readonly restRoot?: string;
  /** First path segment of the namespace; `tribe` by default. */
  readonly vendor?: string;
  /** Language of messages and descriptions in responses: one of the server's languages, such as `fr`. */
  readonly locale?: string;
  /** Credentials to send with every request. Without them, the client sees only what is public. */
  readonly credentials?: Credentials;
  /**
   * Maximum number of retries after a 503 response whose `Retry-After` is at most one minute; 0 by default.
   * Only reads and requests with an `idempotencyKey` are retried.
   */
  readonly retries?: number;
  /**
   * Called after a write if the server stored some values differently from what was sent. `parameters` are
   * the names of these values, such as `venue[phone]`.
   */
  readonly onAdjusted?: (parameters: readonly string[], request: ClientRequest) => void;
  /**
   * Called after a write with notices. `venue-busy`: another event takes place at the venue at the same time.
   * `source-wins`: the subscription that created the event may overwrite the change.
   */
  readonly onNotice?: (notices: readonly string[], request: ClientRequest) => void;
  /** Function to use instead of the global `fetch`. */
  readonly fetch?: typeof globalThis.fetch;
}

export interface ClientRequest {
  /** HTTP method; GET by default. */
  readonly method?: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** Path of the request below the namespace, percent-encoded, such as `/events/12`. */
  readonly path: string;
  /** Query of the request: values by name, or a query string with its question mark. */
  readonly query?: object | string | undefined;
  /** Request body. It is sent as JSON. If one of its members is a `Blob`, it is sent as a form. */
  readonly body?: object | undefined;
  /** If true, the server refuses a write whose values it would store differently. */
  readonly strict?: boolean | undefined;
  /** `ETag` of the record. The server refuses the write if the record has changed since it had this tag. */
  readonly ifMatch?: string | undefined;
  /**
   * Key under which the server processes a POST request only once, even if it is sent several times. Use a
   * new key, such as a UUID, for each operation.
   */
  readonly idempotencyKey?: string | undefined;
  /**
   * If true, follows the redirect from a merged record to its target, within the calendar. `fetch` sends
   * credentials only to the same origin. By default, a redirect is an error.
   */
  readonly followsMerged?: boolean | undefined;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Sends one request and returns the parsed body of the response.
 * Rejects with a `CalendarRequestError` if the calendar refuses the request, and with a
 * `CalendarNetworkError` if no response arrives. If the signal is aborted, rejects with the signal's reason.
 */
export type Send = <T>(request: ClientRequest) => Promise<T>;

const MAX_PAUSE_S = 60;

const toNamespace = ({ site, restRoot = "/wp-json", vendor = "tribe", locale }: ClientOptions): string => {
  const { protocol, origin, pathname, username, password } = new URL(site);
  if (!/^https?:$/.test(protocol) || username !== "" || password !== "") {
    throw new TypeError(
      "The site must be an http or https address without credentials; use the option credentials for them",
    );
  }
  const prefix = locale === undefined ? "" : `/${encodeURIComponent(locale)}`;
  return `${origin}${pathname.replace(/(^|[^/])\/+$/, "$1")}${prefix}${restRoot}/${vendor}/events/v1`;
};

/**
 * Converts a value to pairs of a query string.
 * A list becomes several pairs whose names end with `[]`, because commas inside entries would otherwise
 * separate them. An empty list becomes an empty value.
 */
const toPairs = (name: string, value: unknown): readonly (readonly [string, string])[] => {
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value)) return [[name, String(value)]];
  return value.length === 0 ? [[name, ""]] : value.map((entry) => [`${name}[]`, String(entry)]);
};

/**
 * Returns a query string with its question mark; `""` without values. Members that are `undefined` or `null`
 * are left out.
 */
const toQuery = (values: object | undefined): string => {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(values ?? {})) {
    for (const [key, text] of toPairs(name, value)) query.append(key, text);
  }
  const text = query.toString();
  return text === "" ? "" : `?${text}`;
};

/**
 * Returns the URL of a request. Throws a `TypeError` if the path would lead to another URL, because it
 * contains dots, question marks or similar characters.
 */
export const toAddress = (namespace: string, { path, query }: ClientRequest): string => {
  const url = new URL(namespace + path);
  const isPath = path === "" || path.startsWith("/");
  if (!isPath || url.href !== namespace + path || url.search + url.hash !== "") {
    throw new TypeError(`${path} is not a path of the API`);
  }
  return url.href + (typeof query === "string" ? query : toQuery(query));
};

const toBase64 = (text: string): string => btoa(String.fromCharCode(...new TextEncoder().encode(text)));

const authorize = async (credentials: Credentials | undefined): Promise<Record<string, string>> => {
  if (credentials === undefined || credentials === "same-origin") return {};
  if ("password" in credentials) {
    return { authorization: `Basic ${toBase64(`${credentials.name}:${credentials.password}`)}` };
  }
  const { token } = credentials;
  return { authorization: `Bearer ${typeof token === "string" ? token : await token()}` };
};

const toForm = (values: object): FormData => {
  const form = new FormData();
  for (const [name, value] of Object.entries(values)) {
    if (value !== undefined) form.append(name, value instanceof Blob ? value : String(value));
  }
  return form;
};

const encode = (body: object | undefined): Pick<RequestInit, "body" | "headers"> => {
  if (body === undefined) return {};
  // No content type is set for a form, because `fetch` sets it with the form's boundary.
  if (Object.values(body).some((value) => value instanceof Blob)) return { body: toForm(body) };
  return { body: JSON.stringify(body), headers: { "content-type": "application/json" } };
};

const decode = (text: string, response: Response): unknown => {
  if (!/^application\/json\b/.test(response.headers.get("content-type") ?? "")) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** Functions that send requests to the calendar and read its responses. */
export interface Transport extends Pick<ClientOptions, "onAdjusted" | "onNotice"> {
  /** URL of the namespace, without a slash at the end. */
  readonly namespace: string;
  readonly send: Send;
  /**
   * Sends a request that accepts `text/event-stream` and returns the bytes of the response. Returns
   * `undefined` if the response has another type. Rejects like `send`.
   */
  openStream(request: ClientRequest): Promise<ByteStream | undefined>;
}

export interface ByteStream {
  /** Returns the next bytes of the stream, or `undefined` at its end. Rejects like `send`. */
  read(): Promise<Uint8Array | undefined>;
  cancel(): void;
}

export const createTransport = (options: ClientOptions): Transport => {
  const { credentials, retries = 0, onAdjusted, onNotice, fetch = globalThis.fetch } = options;
  const namespace = toNamespace(options);

  const toInit = async (
    { method = "GET", body, strict = false, ifMatch, idempotencyKey, followsMerged, signal }: ClientRequest,
    accept: string,
  ): Promise<RequestInit> => {
    const conditions = {
      ...(strict && { prefer: "handling=strict" }),
      ...(ifMatch !== undefined && { "if-match": ifMatch }),
      ...(idempotencyKey !== undefined && { "idempotency-key": idempotencyKey }),
    };
    const { headers, ...encoded } = encode(body);
    return {
      method,
      ...encoded,
      headers: { accept, ...conditions, ...headers, ...(await authorize(credentials)) },
      // No other origin may receive the request, nor the cookies of the site.
      credentials: credentials === "same-origin" ? credentials : "omit",
      redirect: followsMerged ? "follow" : "error",
      ...(signal && { signal }),
    };
  };

  /** Converts errors of `fetch`, and errors while a body is read, to a `CalendarNetworkError`. */
  const orNetworkError = async <T>(
    result: () => Promise<T>,
    url: string,
    request: ClientRequest,
  ): Promise<T> => {
    try {
      return await result();
    } catch (error) {
      if (request.signal?.aborted) throw request.signal.reason;
      throw new CalendarNetworkError(request.method ?? "GET", url, error);
    }
  };

  const refusalOf = (
    response: Response,
    text: string,
    url: string,
    { method = "GET" }: ClientRequest,
  ): CalendarRequestError =>
    new CalendarRequestError({
      method,
      url,
      status: response.status,
      body: response.ok ? undefined : decode(text, response),
      retryAfter: retryAfter(response),
    });

  const send: Send = async <T>(request: ClientRequest): Promise<T> => {
    const { method = "GET", idempotencyKey, signal } = request;
    const url = toAddress(namespace, request);
    for (let left = method === "GET" || idempotencyKey !== undefined ? retries : 0; ; left -= 1) {
      const init = await toInit(request, "application/json");
      const [response, text] = await orNetworkError(
        async () => {
          const response = await fetch(url, init);
          if (response.redirected && !response.url.startsWith(`${namespace}/`))
            throw new TypeError(`redirected to ${response.url}`);
          return [response, await response.text()] as const;
        },
        url,
        request,
      );
      const result = decode(text, response);
      // The type is safe, because the OpenAPI document defines the body of a successful response.
      if (response.ok && result !== undefined) {
        rememberTag(result, response);
        const adjusted = adjustedBy(response);
        if (adjusted.length > 0) onAdjusted?.(adjusted, request);
        const notices = noticesBy(response);
        if (notices.length > 0) onNotice?.(notices, request);
        return result as T;
      }
      const seconds = retryAfter(response);
      if (left <= 0 || response.status !== 503 || seconds === undefined || seconds > MAX_PAUSE_S) {
        throw refusalOf(response, text, url, request);
      }
      await pause(seconds, signal);
    }
  };

  return {
    ...{ namespace, send },
    ...(onAdjusted && { onAdjusted }),
    ...(onNotice && { onNotice }),
    async openStream(request) {
      const url = toAddress(namespace, request);
      const init = await toInit(request, "text/event-stream");
      const response = await orNetworkError(() => fetch(url, init), url, request);
      if (!response.ok) {
        throw refusalOf(response, await orNetworkError(() => response.text(), url, request), url, request);
      }
      const { body } = response;
      const isStream = /^text\/event-stream\b/.test(response.headers.get("content-type") ?? "");
      if (isStream && body !== null) {
        const reader = body.getReader();
        return {
          read: async () => (await orNetworkError(() => reader.read(), url, request)).value,
          cancel: () => void reader.cancel().catch(() => {}),
        };
      }
      await body?.cancel();
      return undefined;
    },
  };
};
