import {
  createFairLimiter,
  type FetchRefusal,
  type GuardedFetch,
  type GuardedResponse,
  isObject,
  toInertText,
} from "@kalends/core";
import { ImportError } from "../import-error.ts";
import { readJson } from "../records/read-json.ts";
import { pauseBefore, readRetryAfter } from "./pauses.ts";

/** HTTP response of a server, with any status. */
export interface HttpResponse {
  readonly status: number;
  /** Header values by name in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** Final URL after redirects. */
  readonly url: string;
  /** Parsed JSON body; `undefined` if the body is not JSON. */
  readonly json: unknown;
  /** First 65,536 characters of the body, in which the import searches web pages for links. */
  readonly beginning: string;
}

/** Thrown if the server fails at a request, but may succeed if fewer records are requested. */
export class RequestTooLargeError extends ImportError {
  /** Reason for the failure, such as `it returns status 500`. */
  readonly problem: string;

  constructor(message: string, problem: string) {
    super(message);
    this.problem = problem;
  }
}

/**
 * Returns the error code of an API response, without terminal control sequences; `""` if the response has
 * none.
 */
export const errorCodeOf = ({ json }: Pick<HttpResponse, "json">): string =>
  isObject(json) && typeof json.code === "string" ? toInertText(json.code).slice(0, MAX_NAME_LENGTH) : "";

export interface RetryingClientOptions {
  readonly fetch: GuardedFetch;
  /** Resolves after the given number of milliseconds. */
  wait(milliseconds: number): Promise<unknown>;
  /** Returns milliseconds since 1970. */
  now(): number;
  /** Returns a number from 0 up to, but not including, 1. */
  random(): number;
  /** Value of the `Authorization` header, and the only origin to which the header is sent. */
  readonly signIn?: { readonly authorization: string; readonly origin: string } | undefined;
  /** Maximum number of concurrent requests. */
  readonly parallel: number;
  /** Maximum seconds for one response. */
  readonly timeoutSeconds: number;
  readonly maxBytes: number;
  /** Maximum number of attempts for one request. Defaults to 5. */
  readonly tries?: number;
}

/** HTTP client that repeats failed requests. The client waits between attempts and respects `Retry-After`. */
export interface RetryingClient {
  /**
   * Requests JSON. Resolves for the statuses 200, 400, 403, 404 and 410 with a JSON body. Otherwise rejects
   * with an `ImportError`, after repeated attempts if these may help.
   */
  json(address: URL): Promise<HttpResponse>;
  /**
   * Requests any content. Resolves for all statuses except 401 and those of a busy server. Otherwise rejects
   * with an `ImportError`, after repeated attempts if these may help.
   */
  anything(address: URL): Promise<HttpResponse>;
}

/** Description of a failed request. */
interface Failure {
  readonly problem: string;
  /** True if another attempt may succeed. */
  readonly isRetryable: boolean;
  /** True if a request for fewer records may succeed. */
  readonly isTooLarge?: boolean;
  /** Delay in milliseconds that the server requested before the next attempt. */
  readonly retryAfter?: number | undefined;
}

type Outcome = { readonly answer: HttpResponse } | { readonly failure: Failure };

const TRIES = 5;
/** Maximum delay in milliseconds. If the server requests a longer delay, the import stops with an error. */
const MAX_WAIT_MS = 15 * 60_000;
const BUSY: ReadonlySet<number> = new Set([408, 425, 429, 500, 502, 503, 504, 507, 520, 522, 524]);
const TOO_LARGE: ReadonlySet<number> = new Set([500, 502, 504, 507, 524]);
const CONCLUSIVE: ReadonlySet<number> = new Set([200, 400, 403, 404, 410]);
const SHOWN = 65_536;
const MAX_NAME_LENGTH = 60;

/**
 * Creates the HTTP client for live imports, with retries and a limit on concurrent requests.
 * Source: rules/choices.md#import-politeness.
 */
export const createRetryingClient = ({
  fetch,
  wait,
  now,
  random,
  signIn,
  parallel,
  timeoutSeconds,
  maxBytes,
  tries: maxTries = TRIES,
}: RetryingClientOptions): RetryingClient => {
  const limiter = createFairLimiter({ capacity: parallel });
  // A delay that the server requests in one response also delays all other requests.
  let pause: Promise<unknown> = Promise.resolve();

  const wordsOf: Readonly<Record<FetchRefusal, string>> = {
    "forbidden-address":
      "it redirects to an address that is not allowed, such as an unusual port, or from https to http",
    "host-unknown": "its host, or the one it redirects to, has no public address",
    "host-silent": "the host cannot be reached, or closes the connection without a response",
    "host-insecure": "the connection is not secure: for example, the certificate is not valid",
    "wrong-answer": "the response is incomplete, or is not HTTP",
    "too-many-redirects": "it redirects too many times",
    "too-slow": `no complete response arrived within ${timeoutSeconds} seconds`,
    "too-large": `the response has more than ${Math.floor(maxBytes / 1024)} KiB`,
    unreachable: "the host cannot be reached",
  };
  const refused = (refusal: FetchRefusal): Outcome => ({
    failure: {
      problem: wordsOf[refusal],
      isRetryable: ["host-silent", "wrong-answer", "too-slow", "unreachable"].includes(refusal),
      isTooLarge: ["too-slow", "too-large", "wrong-answer"].includes(refusal),
    },
  });

  const attempt = async (
    address: URL,
    check: (answer: HttpResponse) => Failure | undefined,
  ): Promise<Outcome> => {
    const headers = {
      accept: "application/json",
      ...(signIn?.origin === address.origin && { authorization: signIn.authorization }),
    };
    const fetched = await fetch(address.href, { headers, timeoutSeconds, maxBytes });
    if ("refusal" in fetched) return refused(fetched.refusal);
    const bytes = await bodyOf(fetched);
    if (typeof bytes === "string") return refused(bytes);
    const answer = toHttpResponse(fetched, bytes);
    const failure = check(answer);
    return failure === undefined ? { answer } : { failure };
  };

  const busy = ({ status, headers }: HttpResponse): Failure | undefined =>
    BUSY.has(status)
      ? {
          problem: `it returns status ${status}`,
          isRetryable: true,
          isTooLarge: TOO_LARGE.has(status),
          retryAfter: readRetryAfter(headers["retry-after"], now()),
        }
      : undefined;

  const closed = ({ status }: HttpResponse): Failure | undefined => {
    if (status !== 401) return undefined;
    const problem =
      signIn === undefined
        ? "it requires sign-in: set a user with --user"
        : "it does not accept this user and application password";
    return { problem, isRetryable: false };
  };

  const unlessJson = (answer: HttpResponse): Failure | undefined => {
    const { status, headers, json } = answer;
    const type = toInertText(headers["content-type"]?.split(";")[0]?.trim() || "no type").slice(
      0,
      MAX_NAME_LENGTH,
    );
    if (!CONCLUSIVE.has(status)) return { problem: `it returns status ${status}`, isRetryable: false };
    if (json !== undefined) return undefined;
    const coding = toInertText(headers["content-encoding"] ?? "").slice(0, MAX_NAME_LENGTH);
    if (coding !== "" && coding !== "identity")
      return { problem: `it is compressed (${coding}), which was not requested`, isRetryable: false };
    const isJson = /\bjson$/i.test(type);
    const problem = isJson ? "its JSON is invalid or incomplete" : `it answers with ${type} instead of JSON`;
    return {
      problem: status === 200 ? problem : `${problem} (status ${status})`,
      isRetryable: true,
      isTooLarge: isJson,
    };
  };

  const attemptAll = async (
    address: URL,
    check: (answer: HttpResponse) => Failure | undefined,
  ): Promise<HttpResponse> => {
    for (let tries = 1; ; tries += 1) {
      await pause;
      const outcome = await attempt(address, check);
      if ("answer" in outcome) return outcome.answer;
      const { failure } = outcome;
      const { isRetryable, retryAfter } = failure;
      if (!isRetryable || tries === maxTries || (retryAfter ?? 0) > MAX_WAIT_MS)
        throw toError(address, failure);
      pause = wait(pauseBefore(tries, retryAfter, random));
    }
  };

  const withinLimit = (address: URL, check: (answer: HttpResponse) => Failure | undefined) =>
    limiter.run(undefined, () => attemptAll(address, check));
  return {
    json: (address) => withinLimit(address, (answer) => busy(answer) ?? closed(answer) ?? unlessJson(answer)),
    anything: (address) => withinLimit(address, (answer) => busy(answer) ?? closed(answer)),
  };
};

const toError = (address: URL, { problem, isTooLarge = false, retryAfter = 0 }: Failure): ImportError => {
  const advice =
    retryAfter > MAX_WAIT_MS
      ? ` and requests a pause of ${Math.ceil(retryAfter / 60_000)} minutes: run the import again after that`
      : "";
  const message = `${address.href} cannot be read: ${problem}${advice}.`;
  return isTooLarge ? new RequestTooLargeError(message, problem) : new ImportError(message);
};

/** Returns the body of a response, or the reason why the body is incomplete. */
const bodyOf = async (answer: GuardedResponse): Promise<Uint8Array | FetchRefusal> => {
  try {
    return await answer.bytes();
  } catch (error) {
    // The contract of `GuardedFetch` defines the member `refusal` of this error.
    if (error instanceof Error && "refusal" in error) return error.refusal as FetchRefusal;
    throw error;
  }
};

const toHttpResponse = ({ status, headers, url }: GuardedResponse, bytes: Uint8Array): HttpResponse => {
  const text = new TextDecoder().decode(bytes);
  return { status, headers, url, json: readJson(text), beginning: text.slice(0, SHOWN) };
};
