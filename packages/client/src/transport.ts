import { CalendarNetworkError, CalendarRequestError } from "./errors.ts";
import { pause } from "./pause.ts";
import { adjustedBy, rememberTag, retryAfter } from "./response-headers.ts";

/**
 * A user name with an application password, or a token: an API token, a JWT, or a function that returns a
 * fresh one for each request. `same-origin`: the session cookie of the browser, for pages of the calendar's own
 * origin.
 */
export type Credentials =
  | "same-origin"
  | { readonly name: string; readonly password: string }
  | { readonly token: string | (() => string | Promise<string>) };

export interface ClientOptions {
  /** Address of the site, such as `https://calendar.example`. It may include a path. */
  readonly site: string;
  /** Path of the REST root below the site; `/wp-json` by default. */
  readonly restRoot?: string;
  /** First segment of the namespace; `tribe` by default. */
  readonly vendor?: string;
  /** Language of messages and descriptions: one of the server's locales, such as `fr`. */
  readonly locale?: string;
  /** Credentials sent with every request. Without them, the client sees what is public. */
  readonly credentials?: Credentials;
  /**
   * Number of retries after a 503 with a `Retry-After` of at most one minute; 0 by default. Applies to reads
   * and to requests with an `idempotencyKey`.
   */
  readonly retries?: number;
  /**
   * Called when a write did not store all values as sent, with the names of these parameters, such as
   * `venue[phone]`.
   */
  readonly onAdjusted?: (parameters: readonly string[], request: ClientRequest) => void;
  /** Replacement for the global `fetch`. */
  readonly fetch?: typeof globalThis.fetch;
}

export interface ClientRequest {
  /** HTTP method; GET by default. */
  readonly method?: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** Path below the namespace, percent-encoded, such as `/events/12`. */
  readonly path: string;
  /** Values by name, or a query string with its question mark. */
  readonly query?: object | string | undefined;
  /** Request body. Sent as JSON, or as a form if one of its members is a `Blob`. */
  readonly body?: object | undefined;
  /** Makes the server refuse a write whose values it cannot store as sent. */
  readonly strict?: boolean | undefined;
  /** Makes the server refuse the write if the record changed since it had this tag. */
  readonly ifMatch?: string | undefined;
  /**
   * Key under which the server performs a POST only once, however often it is sent. Use a new key, such as a
   * UUID, for each operation.
   */
  readonly idempotencyKey?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Sends one request and returns the decoded body of the response. Rejects with a `CalendarRequestError` if
 * the calendar refuses it, and with a `CalendarNetworkError` if there is no response. If the signal was
 * aborted, it rejects with the reason of the signal.
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
 * Returns the query pairs of a value. Lists use repeated brackets, so that commas inside of entries do not
 * separate them; an empty list becomes an empty value.
 */
const toPairs = (name: string, value: unknown): readonly (readonly [string, string])[] => {
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value)) return [[name, String(value)]];
  return value.length === 0 ? [[name, ""]] : value.map((entry) => [`${name}[]`, String(entry)]);
};

/**
 * Returns a query string with its question mark, or `""` if it is empty. Members without a value are left
 * out.
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
 * Returns the address of a request. Throws a `TypeError` if dots, question marks or the like in the path
 * would lead to another address.
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
  // `fetch` sets the content type of a form, because it contains the boundary.
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

/** Connection to the calendar for requests and responses. */
export interface Transport extends Pick<ClientOptions, "onAdjusted"> {
  /** Address of the namespace, without a trailing slash. */
  readonly namespace: string;
  readonly send: Send;
  /**
   * Opens a response as `text/event-stream` and returns its bytes; `undefined` if the response has another
   * type. Rejects like `send`.
   */
  openStream(request: ClientRequest): Promise<ByteStream | undefined>;
}

export interface ByteStream {
  /** Returns the next bytes; `undefined` at the end. Rejects like `send`. */
  read(): Promise<Uint8Array | undefined>;
  cancel(): void;
}

export const createTransport = (options: ClientOptions): Transport => {
  const { credentials, retries = 0, onAdjusted, fetch = globalThis.fetch } = options;
  const namespace = toNamespace(options);

  const toInit = async (
    { method = "GET", body, strict = false, ifMatch, idempotencyKey, signal }: ClientRequest,
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
      redirect: "error",
      ...(signal && { signal }),
    };
  };

  /** Turns errors of `fetch` or of reading a body into a `CalendarNetworkError`. */
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
          return [response, await response.text()] as const;
        },
        url,
        request,
      );
      const result = decode(text, response);
      // The OpenAPI document defines the body of a successful response.
      if (response.ok && result !== undefined) {
        rememberTag(result, response);
        const adjusted = adjustedBy(response);
        if (adjusted.length > 0) onAdjusted?.(adjusted, request);
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
