import {
  createFairLimiter,
  type FetchRefusal,
  type GuardedAnswer,
  type GuardedFetch,
  isObject,
  toInertText,
} from "@kalends/core";
import { ImportError } from "../import-error.ts";
import { readJson } from "../records/read-json.ts";
import { pauseBefore, readRetryAfter } from "./pauses.ts";

/** Response of a server, whatever its status. */
export interface ServerAnswer {
  readonly status: number;
  /** Header values; names are in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** Final address, after redirects. */
  readonly url: string;
  /** Parsed JSON body; `undefined` if the body is not JSON. */
  readonly json: unknown;
  /** Start of the body text, for bodies that are not JSON. */
  readonly beginning: string;
}

/** Thrown if a server fails at a request that may work with fewer records. */
export class TooMuchAsked extends ImportError {
  /** Reason why the request failed, such as `it returns status 500`. */
  readonly problem: string;

  constructor(message: string, problem: string) {
    super(message);
    this.problem = problem;
  }
}

/** Returns the error code of a response, made safe for a terminal; `""` if it has none. */
export const codeOf = ({ json }: Pick<ServerAnswer, "json">): string =>
  isObject(json) && typeof json.code === "string" ? toInertText(json.code).slice(0, LONGEST_NAME) : "";

export interface AskingOptions {
  readonly fetch: GuardedFetch;
  /** Resolves after the given number of milliseconds. */
  wait(milliseconds: number): Promise<unknown>;
  /** Returns milliseconds since 1970. */
  now(): number;
  /** Returns a number from 0 up to, but not including, 1. */
  random(): number;
  /** `Authorization` header, and the only origin that receives it. */
  readonly signIn?: { readonly authorization: string; readonly origin: string } | undefined;
  /** Maximum number of concurrent requests. */
  readonly parallel: number;
  /** Maximum seconds for one response. */
  readonly timeoutSeconds: number;
  readonly maxBytes: number;
  /** Maximum number of attempts for one request; 5 by default. */
  readonly tries?: number;
}

/** Sends requests to a server with retries. It waits between attempts, and as long as `Retry-After` says. */
export interface Asking {
  /**
   * Requests JSON. Resolves only for a conclusive status: 200, 400, 403, 404 or 410. Rejects with an
   * `ImportError` otherwise.
   */
  json(address: URL): Promise<ServerAnswer>;
  /** Requests any content. Retries only if the server is busy. */
  anything(address: URL): Promise<ServerAnswer>;
}

/** Reason why a request failed. */
interface Failure {
  readonly problem: string;
  /** True if a retry may succeed. */
  readonly mayPass: boolean;
  /** True if a request for fewer records may succeed. */
  readonly isTooMuch?: boolean;
  /** Delay that the server requests, in milliseconds. */
  readonly retryAfter?: number | undefined;
}

type Outcome = { readonly answer: ServerAnswer } | { readonly failure: Failure };

const TRIES = 5;
/**
 * Maximum delay that is waited. If the server requests a longer one, the import ends and the operator
 * decides.
 */
const LONGEST_WAIT_MS = 15 * 60_000;
const BUSY: ReadonlySet<number> = new Set([408, 425, 429, 500, 502, 503, 504, 507, 520, 522, 524]);
const TOO_MUCH: ReadonlySet<number> = new Set([500, 502, 504, 507, 524]);
const ANSWERS: ReadonlySet<number> = new Set([200, 400, 403, 404, 410]);
const SHOWN = 65_536;
const LONGEST_NAME = 60;

/**
 * Creates the client that sends requests with retries and a limit.
 * Source: rules/choices.md#import-politeness.
 */
export const createAsking = ({
  fetch,
  wait,
  now,
  random,
  signIn,
  parallel,
  timeoutSeconds,
  maxBytes,
  tries: most = TRIES,
}: AskingOptions): Asking => {
  const limiter = createFairLimiter({ capacity: parallel });
  // A delay requested in one response applies to all requests.
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
      mayPass: ["host-silent", "wrong-answer", "too-slow", "unreachable"].includes(refusal),
      isTooMuch: ["too-slow", "too-large", "wrong-answer"].includes(refusal),
    },
  });

  const attempt = async (
    address: URL,
    judge: (answer: ServerAnswer) => Failure | undefined,
  ): Promise<Outcome> => {
    const headers = {
      accept: "application/json",
      ...(signIn?.origin === address.origin && { authorization: signIn.authorization }),
    };
    const got = await fetch(address.href, { headers, timeoutSeconds, maxBytes });
    if ("refusal" in got) return refused(got.refusal);
    const bytes = await bodyOf(got);
    if (typeof bytes === "string") return refused(bytes);
    const answer = toServerAnswer(got, bytes);
    const failure = judge(answer);
    return failure === undefined ? { answer } : { failure };
  };

  const busy = ({ status, headers }: ServerAnswer): Failure | undefined =>
    BUSY.has(status)
      ? {
          problem: `it returns status ${status}`,
          mayPass: true,
          isTooMuch: TOO_MUCH.has(status),
          retryAfter: readRetryAfter(headers["retry-after"], now()),
        }
      : undefined;

  const closed = ({ status }: ServerAnswer): Failure | undefined => {
    if (status !== 401) return undefined;
    const problem =
      signIn === undefined
        ? "it requires sign-in: set a user with --user"
        : "it does not accept this user and application password";
    return { problem, mayPass: false };
  };

  const unlessJson = (answer: ServerAnswer): Failure | undefined => {
    const { status, headers, json } = answer;
    const type = toInertText(headers["content-type"]?.split(";")[0]?.trim() || "no type").slice(
      0,
      LONGEST_NAME,
    );
    if (!ANSWERS.has(status)) return { problem: `it returns status ${status}`, mayPass: false };
    if (json !== undefined) return undefined;
    const coding = toInertText(headers["content-encoding"] ?? "").slice(0, LONGEST_NAME);
    if (coding !== "" && coding !== "identity")
      return { problem: `it is compressed (${coding}), which was not requested`, mayPass: false };
    const isJson = /\bjson$/i.test(type);
    const problem = isJson ? "its JSON is invalid or incomplete" : `it answers with ${type} instead of JSON`;
    return {
      problem: status === 200 ? problem : `${problem} (status ${status})`,
      mayPass: true,
      isTooMuch: isJson,
    };
  };

  const ask = async (
    address: URL,
    judge: (answer: ServerAnswer) => Failure | undefined,
  ): Promise<ServerAnswer> => {
    for (let tries = 1; ; tries += 1) {
      await pause;
      const outcome = await attempt(address, judge);
      if ("answer" in outcome) return outcome.answer;
      const { failure } = outcome;
      const { mayPass, retryAfter } = failure;
      if (!mayPass || tries === most || (retryAfter ?? 0) > LONGEST_WAIT_MS) throw toError(address, failure);
      pause = wait(pauseBefore(tries, retryAfter, random));
    }
  };

  const withinLimit = (address: URL, judge: (answer: ServerAnswer) => Failure | undefined) =>
    limiter.run(undefined, () => ask(address, judge));
  return {
    json: (address) => withinLimit(address, (answer) => busy(answer) ?? closed(answer) ?? unlessJson(answer)),
    anything: (address) => withinLimit(address, (answer) => busy(answer) ?? closed(answer)),
  };
};

const toError = (address: URL, { problem, isTooMuch = false, retryAfter = 0 }: Failure): ImportError => {
  const wish =
    retryAfter > LONGEST_WAIT_MS
      ? ` and requests a pause of ${Math.ceil(retryAfter / 60_000)} minutes: run the import again after that`
      : "";
  const message = `${address.href} cannot be read: ${problem}${wish}.`;
  return isTooMuch ? new TooMuchAsked(message, problem) : new ImportError(message);
};

/** Returns the body, or why it is incomplete. */
const bodyOf = async (answer: GuardedAnswer): Promise<Uint8Array | FetchRefusal> => {
  try {
    return await answer.bytes();
  } catch (error) {
    // By the contract of the port, this error carries the refusal.
    if (error instanceof Error && "refusal" in error) return error.refusal as FetchRefusal;
    throw error;
  }
};

const toServerAnswer = ({ status, headers, url }: GuardedAnswer, bytes: Uint8Array): ServerAnswer => {
  const text = new TextDecoder().decode(bytes);
  return { status, headers, url, json: readJson(text), beginning: text.slice(0, SHOWN) };
};
