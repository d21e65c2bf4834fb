import { type IncomingHttpHeaders, validateHeaderName, validateHeaderValue } from "node:http";
import {
  CalendarError,
  createFairLimiter,
  type FetchRefusal,
  type GuardedFetch,
  type GuardedResponse,
  type Logger,
  type Permit,
} from "@kalends/core";
import { MEDIA_CAPACITIES, type MediaCapacities } from "../capacities.ts";
import { bodyOf, collectPieces, isCompressed } from "./collect.ts";
import { createDeadline } from "./deadline.ts";
import type { HttpRequest } from "./exchange.ts";
import { type Attempt, abortable, createGuardedNetwork, type NetworkOptions } from "./guarded-network.ts";
import { toReason } from "./refused.ts";

export interface GuardedFetchSettings extends NetworkOptions {
  /** Receives details about requests to internal hosts. Callers do not get these details. */
  readonly logger?: Pick<Logger, "info">;
  /**
   * True to report to callers why an allowed internal host was not reached. Only for administrators, who
   * entered the address themselves. Defaults to false.
   */
  readonly explainsInternalHosts?: boolean;
  /** Aborts all requests; their promises then reject with the reason of the signal. */
  readonly closing?: AbortSignal;
  /** Limits of concurrent work. Defaults to `MEDIA_CAPACITIES`. */
  readonly capacities?: Pick<
    MediaCapacities,
    "responses" | "responsesPerAccount" | "responsesForAllAccounts" | "pluginLookups"
  >;
}

/** Seconds after which an account with too many requests may try again. */
const RETRY_AFTER = 10;
const MAX_REDIRECTS = 5;
const MAX_SECONDS = 300;
const METHOD = /^(?!(?:CONNECT|TRACE)$)[A-Z]{1,20}$/;
/** Names of headers that callers cannot set, because they frame a request or belong to its connection. */
const OWN_HEADERS =
  /^(?:host|connection|content-length|transfer-encoding|expect|keep-alive|te|trailer|upgrade|proxy-.*)$/i;

type GuardedFetchOptions = NonNullable<Parameters<GuardedFetch>[1]>;

/** Error that occurs while the body of a response is read, for example because the connection ends early. */
class FetchFailed extends Error {
  readonly refusal: FetchRefusal;

  constructor(address: string, refusal: FetchRefusal) {
    super(`The response of ${new URL(address).host} was not read: ${refusal}`);
    this.name = "FetchFailed";
    this.refusal = refusal;
  }
}

/**
 * Creates a function that returns the guarded fetch function for a `user`: a part of the calendar that sends
 * requests, such as a plugin. Responses for one user do not delay those for other users.
 */
export const createGuardedFetch = ({
  logger,
  explainsInternalHosts = false,
  closing,
  capacities = MEDIA_CAPACITIES,
  ...options
}: GuardedFetchSettings = {}): ((user: string) => GuardedFetch) => {
  const network = createGuardedNetwork<string>(options, capacities.pluginLookups);
  const limiter = createFairLimiter<string>(capacities.responses);
  const ofAccounts = createFairLimiter<string>({
    capacity: Number.POSITIVE_INFINITY,
    perKey: capacities.responsesForAllAccounts,
  });
  const accounts = new Map<string, number>();

  /**
   * Counts a request of an account. Throws `rest_too_many_requests` if the account has too many. Call the
   * returned function once, when the request ends.
   */
  const enter = (user: string, account: number | undefined): (() => void) => {
    if (account === undefined) return () => {};
    const key = `${user}/${account}`;
    const before = accounts.get(key) ?? 0;
    if (before >= capacities.responsesPerAccount)
      throw new CalendarError("rest_too_many_requests", { retryAfter: RETRY_AFTER });
    accounts.set(key, before + 1);
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      const left = (accounts.get(key) ?? 0) - 1;
      if (left > 0) accounts.set(key, left);
      else accounts.delete(key);
    };
  };

  return (user) =>
    async (address, given = {}) => {
      const { timeoutSeconds, maxBytes, redirect, ...request } = toRequest(given);
      const leave = enter(user, given.account);
      const { signal, end } = createDeadline(timeoutSeconds * 1000, closing);
      const attempt: Attempt<string> = { key: user, signal, isInternal: false };
      const refusalOf = (error: unknown): FetchRefusal => {
        if (closing?.aborted) throw closing.reason;
        const reason = signal.aborted ? "too-slow" : toReason(error);
        if (reason === undefined) throw error;
        if (!attempt.isInternal || explainsInternalHosts) return reason;
        logger?.info("an allowed host was not reached", { address: new URL(address).origin, reason, user });
        return "unreachable";
      };
      const { account } = given;
      const ofAccount = account === undefined ? undefined : ofAccounts.acquire(`${user}/${account}`, 1, user);
      let permit: Permit | undefined;
      const release = (): void => {
        leave();
        ofAccount?.release();
        permit?.release();
      };
      try {
        if (ofAccount !== undefined) await abortable(ofAccount.decided, signal);
        permit = limiter.acquire(user);
        await abortable(permit.decided, signal);
        const redirects = redirect === "manual" ? undefined : MAX_REDIRECTS;
        const { message, url } = await abortable(
          network.request(address, request, redirects, attempt),
          signal,
        );
        const destroy = (): void => void message.destroy();
        message.once("close", () => {
          end();
          release();
          signal.removeEventListener("abort", destroy);
        });
        // At the end of the time limit, close the connection even if nobody reads the body. Nobody receives
        // the error in that case.
        signal.addEventListener("abort", destroy, { once: true });
        message.on("error", () => {});
        // A response to HEAD has no body, so read it to its end at once.
        if (request.method === "HEAD") message.resume();
        // A caller that sends `Accept-Encoding` decompresses the body itself.
        const asSent = Object.keys(given.headers ?? {}).some((name) => /^accept-encoding$/i.test(name));
        const body = failing(
          bodyOf(message, maxBytes, asSent),
          (error) => new FetchFailed(address, refusalOf(error)),
        );
        const headers = asSent || !isCompressed(message) ? message.headers : decodedHeaders(message.headers);
        return toResponse(message.statusCode ?? 0, headers, url, body, maxBytes);
      } catch (error) {
        end();
        release();
        return { refusal: refusalOf(error) };
      }
    };
};

/** Returns the fetch options with their defaults. Throws an `Error` that describes an invalid option. */
const toRequest = ({
  method = "GET",
  headers = {},
  body,
  timeoutSeconds = 10,
  maxBytes = 8 * 1024 ** 2,
  redirect = "follow",
}: GuardedFetchOptions): HttpRequest &
  Required<Pick<GuardedFetchOptions, "timeoutSeconds" | "maxBytes" | "redirect">> => {
  if (!METHOD.test(method)) throw new Error(`Invalid method: ${method}`);
  if (!(timeoutSeconds > 0 && timeoutSeconds <= MAX_SECONDS))
    throw new Error(`The time limit must be above 0 and at most ${MAX_SECONDS} seconds: ${timeoutSeconds}`);
  if (!Number.isSafeInteger(maxBytes) || maxBytes < 0)
    throw new Error(`Invalid length in bytes: ${maxBytes}`);
  if (body !== undefined && typeof body !== "string" && !(body instanceof Uint8Array))
    throw new Error("The body must be a string or bytes");
  for (const [name, value] of Object.entries(headers)) {
    validateHeaderName(name);
    validateHeaderValue(name, value);
    if (OWN_HEADERS.test(name)) throw new Error(`The header ${name} cannot be sent`);
  }
  const names = new Set(Object.keys(headers).map((name) => name.toLowerCase()));
  const standing = { "user-agent": "Kalends", accept: "*/*", "accept-encoding": "identity" };
  const own = Object.entries(standing).filter(([name]) => !names.has(name));
  return {
    method,
    headers: { ...Object.fromEntries(own), ...headers },
    body,
    timeoutSeconds,
    maxBytes,
    redirect,
  };
};

const decodedHeaders = ({
  "content-encoding": _coding,
  "content-length": _length,
  ...headers
}: IncomingHttpHeaders): IncomingHttpHeaders => headers;

/** Yields the same chunks. Converts errors that occur while they are read. */
async function* failing(
  pieces: AsyncIterable<Uint8Array>,
  toError: (error: unknown) => Error,
): AsyncGenerator<Uint8Array, void, undefined> {
  try {
    yield* pieces;
  } catch (error) {
    throw toError(error);
  }
}

const toResponse = (
  status: number,
  headers: IncomingHttpHeaders,
  url: URL,
  body: AsyncIterable<Uint8Array>,
  maxBytes: number,
): GuardedResponse => {
  const bytes = (): Promise<Uint8Array> => collectPieces(body, maxBytes);
  return {
    status,
    headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)])),
    url: url.href,
    body,
    bytes,
    text: async () => new TextDecoder().decode(await bytes()),
  };
};
