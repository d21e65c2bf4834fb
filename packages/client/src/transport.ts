import { adjustedBy, remember, retryAfter } from "./answer-headers.ts";
import { CalendarNetworkError, CalendarRequestError } from "./errors.ts";
import { pause } from "./pause.ts";

/** A name with its application password, or a token: an API token or a JWT, or what gives a fresh one for each request. */
export type Credentials =
  | { readonly name: string; readonly password: string }
  | { readonly token: string | (() => string | Promise<string>) };

export interface ClientOptions {
  /** Address of the site, such as `https://calendar.example`; a path below which it lies belongs to it. */
  readonly site: string;
  /** Where the REST root is below the site: `/wp-json`, unless the server says otherwise. */
  readonly restRoot?: string;
  /** First segment of the namespace: `tribe`, unless the server says otherwise. */
  readonly vendor?: string;
  /** One of the server's locales, such as `fr`: the language of messages and descriptions. */
  readonly locale?: string;
  /** Sent with every request; none: what anonymous callers may see. */
  readonly credentials?: Credentials;
  /** How often a read, or what has an `idempotencyKey`, is sent again that is answered 503 with a `Retry-After` of a minute at most; 0 by default. */
  readonly retries?: number;
  /** Called when a write did not store all as it was sent, with the names of the parameters, such as `venue[phone]`. */
  readonly onAdjusted?: (parameters: readonly string[], request: ClientRequest) => void;
  /** Instead of the global one. */
  readonly fetch?: typeof globalThis.fetch;
}

export interface ClientRequest {
  /** GET by default. */
  readonly method?: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** Below the namespace, percent-encoded, such as `/events/12`. */
  readonly path: string;
  /** Values by name, or the text of a query with its question mark. */
  readonly query?: object | string | undefined;
  /** Sent as JSON, or as a form when one of its members is a `Blob`. */
  readonly body?: object | undefined;
  /** Refuses a write that would not store all as it is sent. */
  readonly strict?: boolean | undefined;
  /** Refuses a write of a record that has been written since it had this tag. */
  readonly ifMatch?: string | undefined;
  /** Of a POST: names it, so that it is done once however often it is sent; another one for each thing to be done, such as a UUID. */
  readonly idempotencyKey?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Sends one request and gives the decoded body of its answer. Rejects with a `CalendarRequestError` for what the calendar
 * refuses, with a `CalendarNetworkError` when there is no answer, and with the signal's reason when that is what stopped it.
 */
export type Send = <T>(request: ClientRequest) => Promise<T>;

const LONGEST_PAUSE_S = 60;

const toNamespace = ({ site, restRoot = "/wp-json", vendor = "tribe", locale }: ClientOptions): string => {
  const { protocol, origin, pathname, username, password } = new URL(site);
  if (!/^https?:$/.test(protocol) || username !== "" || password !== "") {
    throw new TypeError("The site must be an http or https address without credentials");
  }
  const prefix = locale === undefined ? "" : `/${encodeURIComponent(locale)}`;
  return `${origin}${pathname.replace(/(^|[^/])\/+$/, "$1")}${prefix}${restRoot}/${vendor}/events/v1`;
};

/** Lists by repeated brackets, so that commas inside of entries separate nothing; an empty one as an empty value. */
const toPairs = (name: string, value: unknown): readonly (readonly [string, string])[] => {
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value)) return [[name, String(value)]];
  return value.length === 0 ? [[name, ""]] : value.map((entry) => [`${name}[]`, String(entry)]);
};

/** The query of an address, with its question mark; `""` when there is none. Members without a value are left out. */
const toQuery = (values: object | undefined): string => {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(values ?? {})) {
    for (const [key, text] of toPairs(name, value)) query.append(key, text);
  }
  const text = query.toString();
  return text === "" ? "" : `?${text}`;
};

/** The address of a request, which is at this path and no other: dots and question marks lead nowhere else. */
export const toAddress = (namespace: string, { path, query }: ClientRequest): string => {
  const url = new URL(namespace + path);
  const isPath = path === "" || path.startsWith("/");
  if (!isPath || url.href !== namespace + path || url.search + url.hash !== "") {
    throw new TypeError(`${path} is no path of the interface`);
  }
  return url.href + (typeof query === "string" ? query : toQuery(query));
};

const toBase64 = (text: string): string => btoa(String.fromCharCode(...new TextEncoder().encode(text)));

const authorize = async (credentials: Credentials | undefined): Promise<Record<string, string>> => {
  if (credentials === undefined) return {};
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
  // The type of a form has a boundary, which only `fetch` knows.
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

/** How requests get to the calendar and answers come back. */
export interface Transport extends Pick<ClientOptions, "onAdjusted"> {
  /** Address of the namespace, without a slash at its end. */
  readonly namespace: string;
  readonly send: Send;
  /** The bytes of an answer as they come, as `text/event-stream`; `undefined` when it came in another form. Fails as `send` does. */
  openStream(request: ClientRequest): Promise<ByteStream | undefined>;
}

export interface ByteStream {
  /** What has come since the last time; `undefined` at the end. Fails as `send` does. */
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
      // Cookies of the site mean nothing here, and no other origin gets what is sent.
      credentials: "omit",
      redirect: "error",
      ...(signal && { signal }),
    };
  };

  /** What `fetch` or a body says when there is no answer becomes an error of ours. */
  const answered = async <T>(answer: () => Promise<T>, url: string, request: ClientRequest): Promise<T> => {
    try {
      return await answer();
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
      const [response, text] = await answered(
        async () => {
          const response = await fetch(url, init);
          return [response, await response.text()] as const;
        },
        url,
        request,
      );
      const answer = decode(text, response);
      // The interface document says what a successful answer holds.
      if (response.ok && answer !== undefined) {
        remember(answer, response);
        const adjusted = adjustedBy(response);
        if (adjusted.length > 0) onAdjusted?.(adjusted, request);
        return answer as T;
      }
      const seconds = retryAfter(response);
      if (left <= 0 || response.status !== 503 || seconds === undefined || seconds > LONGEST_PAUSE_S) {
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
      const response = await answered(() => fetch(url, init), url, request);
      if (!response.ok) {
        throw refusalOf(response, await answered(() => response.text(), url, request), url, request);
      }
      const { body } = response;
      const isStream = /^text\/event-stream\b/.test(response.headers.get("content-type") ?? "");
      if (isStream && body !== null) {
        const reader = body.getReader();
        return {
          read: async () => (await answered(() => reader.read(), url, request)).value,
          cancel: () => void reader.cancel().catch(() => {}),
        };
      }
      await body?.cancel();
      return undefined;
    },
  };
};
