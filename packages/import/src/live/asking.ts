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

/** What a server has answered, whatever the status says. */
export interface ServerAnswer {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** Where it is from, after redirects. */
  readonly url: string;
  /** As JSON; `undefined` where it is none. */
  readonly json: unknown;
  /** The beginning, for what is no JSON. */
  readonly beginning: string;
}

/** Ends what asks a server that was asked too much at once: less may be answered. */
export class TooMuchAsked extends ImportError {
  /** Why there is no answer, such as `it answers with status 500`. */
  readonly problem: string;

  constructor(message: string, problem: string) {
    super(message);
    this.problem = problem;
  }
}

/** The error code that an answer names, fit for a terminal; `""` where it names none. */
export const codeOf = ({ json }: Pick<ServerAnswer, "json">): string =>
  isObject(json) && typeof json.code === "string" ? toInertText(json.code).slice(0, LONGEST_NAME) : "";

export interface AskingOptions {
  readonly fetch: GuardedFetch;
  /** Resolves after so many milliseconds. */
  wait(milliseconds: number): Promise<unknown>;
  /** Milliseconds since 1970. */
  now(): number;
  /** From 0, below 1. */
  random(): number;
  /** The header of the same name, if somebody signs in, and the only origin that gets it. */
  readonly signIn?: { readonly authorization: string; readonly origin: string } | undefined;
  /** How many requests at a time. */
  readonly parallel: number;
  /** Of one answer. */
  readonly timeoutSeconds: number;
  readonly maxBytes: number;
  /** How often something is asked for until it is answered; 5 by default. */
  readonly tries?: number;
}

/** Asks a server politely: again after a while where it fails, and when it says where it says so. */
export interface Asking {
  /** An answer in JSON with a status that says something of what was asked: 200, 400, 403, 404 or 410. */
  json(address: URL): Promise<ServerAnswer>;
  /** Any answer, of any type; asked once more only where the server is busy. */
  anything(address: URL): Promise<ServerAnswer>;
}

/** Why there is no answer. */
interface Failure {
  readonly problem: string;
  /** Asking again may help. */
  readonly mayPass: boolean;
  /** Asking for less may help. */
  readonly isTooMuch?: boolean;
  /** Milliseconds that the server asks for. */
  readonly retryAfter?: number | undefined;
}

type Outcome = { readonly answer: ServerAnswer } | { readonly failure: Failure };

const TRIES = 5;
/** What the server asks for beyond that is left to the person who runs the import. */
const LONGEST_WAIT_MS = 15 * 60_000;
const BUSY: ReadonlySet<number> = new Set([408, 425, 429, 500, 502, 503, 504, 507, 520, 522, 524]);
const TOO_MUCH: ReadonlySet<number> = new Set([500, 502, 504, 507, 524]);
const ANSWERS: ReadonlySet<number> = new Set([200, 400, 403, 404, 410]);
const SHOWN = 65_536;
const LONGEST_NAME = 60;

/** Source: rules/choices.md#import-politeness. */
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
  // One that was asked to wait makes all others wait, too.
  let pause: Promise<unknown> = Promise.resolve();

  const wordsOf: Readonly<Record<FetchRefusal, string>> = {
    "forbidden-address":
      "it leads to an address that is not asked, such as one of an unusual port, or from https to http",
    "host-unknown": "its host, or the one it redirects to, has no address, or one of an inner network",
    "host-silent": "the host cannot be reached, or ends the connection without an answer",
    "host-insecure": "the connection is not secure, such as by a certificate that is not valid",
    "wrong-answer": "the answer breaks off, or is not HTTP",
    "too-many-redirects": "it redirects again and again",
    "too-slow": `there was no whole answer within ${timeoutSeconds} seconds`,
    "too-large": `the answer has more than ${Math.floor(maxBytes / 1024)} KiB`,
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
          problem: `it answers with status ${status}`,
          mayPass: true,
          isTooMuch: TOO_MUCH.has(status),
          retryAfter: readRetryAfter(headers["retry-after"], now()),
        }
      : undefined;

  const closed = ({ status }: ServerAnswer): Failure | undefined => {
    if (status !== 401) return undefined;
    const problem =
      signIn === undefined
        ? "it answers nobody who is not signed in: --user says who you are"
        : "it does not accept this user and application password";
    return { problem, mayPass: false };
  };

  const unlessJson = (answer: ServerAnswer): Failure | undefined => {
    const { status, headers, json } = answer;
    const type = toInertText(headers["content-type"]?.split(";")[0]?.trim() || "no type").slice(
      0,
      LONGEST_NAME,
    );
    if (!ANSWERS.has(status)) return { problem: `it answers with status ${status}`, mayPass: false };
    if (json !== undefined) return undefined;
    const coding = toInertText(headers["content-encoding"] ?? "").slice(0, LONGEST_NAME);
    if (coding !== "" && coding !== "identity")
      return { problem: `it is compressed (${coding}), which nobody has asked for`, mayPass: false };
    const isJson = /\bjson$/i.test(type);
    const problem = isJson
      ? "its JSON cannot be read, or breaks off"
      : `it answers with ${type} instead of JSON`;
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
      ? ` and asks for a pause of ${Math.ceil(retryAfter / 60_000)} minutes: go on after that`
      : "";
  const message = `${address.href} cannot be read: ${problem}${wish}.`;
  return isTooMuch ? new TooMuchAsked(message, problem) : new ImportError(message);
};

/** The body, or why it is not whole. */
const bodyOf = async (answer: GuardedAnswer): Promise<Uint8Array | FetchRefusal> => {
  try {
    return await answer.bytes();
  } catch (error) {
    // By the port: what reading a body rejects with says why.
    if (error instanceof Error && "refusal" in error) return error.refusal as FetchRefusal;
    throw error;
  }
};

const toServerAnswer = ({ status, headers, url }: GuardedAnswer, bytes: Uint8Array): ServerAnswer => {
  const text = new TextDecoder().decode(bytes);
  return { status, headers, url, json: readJson(text), beginning: text.slice(0, SHOWN) };
};
