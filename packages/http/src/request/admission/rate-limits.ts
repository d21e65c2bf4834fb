import { type Actor, CalendarError } from "@kalends/core";
import type { Context } from "koa";
import type { HttpSettings } from "../../settings.ts";
import { clientAddress } from "../caller/proxy.ts";

/** Caller whose requests are counted for the rate limit. */
export type CountedCaller =
  /** Account, by its id. */
  | { readonly user: number }
  /** Caller without an account, by client address; the address is empty if the connection has none. */
  | { readonly address: string }
  /** Client address that sent requests with invalid credentials. */
  | { readonly refusedAddress: string };

/** State of the rate limit of a caller. */
export interface RateState {
  /** Maximum number of requests in a window. `window`: its length in seconds. */
  readonly limit: number;
  readonly window: number;
  /** Number of requests left; 0 also if the limit is exceeded. */
  readonly remaining: number;
  readonly isExceeded: boolean;
  /** Seconds, as a whole number, until the full limit is available again. */
  readonly reset: number;
}

/**
 * Rate limiter. `count` and `find` never reject. They return `undefined` if this kind of caller is not
 * limited.
 */
export interface RequestLimiter {
  count(caller: CountedCaller, requests?: number): Promise<RateState | undefined>;
  /** Returns the state without counting a request. */
  find(caller: CountedCaller): Promise<RateState | undefined>;
  /** Called for each request that is refused because of the limit. Must not throw. */
  onRefused?(caller: CountedCaller): void;
}

/**
 * Identifies the caller of a request and counts the request. `isSecret`: true if the query or a cookie
 * contains credentials. Throws `rest_too_many_requests` if the caller exceeds the limit.
 */
export type CountRequest = (
  ctx: Context,
  isSecret: boolean,
  identify: () => Promise<Actor>,
) => Promise<Actor>;

/**
 * Counts additional requests of a caller whose first request is already counted. Throws
 * `rest_too_many_requests` if the caller exceeds the limit.
 */
export type CountAdditional = (ctx: Context, actor: Actor, requests: number) => Promise<void>;

/** Functions that count requests for the rate limit. */
export interface RequestCount {
  readonly countRequest: CountRequest;
  readonly countMore: CountAdditional;
}

/**
 * Sets the rate limit headers. Source: rules/interface.md#rate-limits,
 * draft-ietf-httpapi-ratelimit-headers-06.
 */
const setRateHeaders = ({ res }: Context, { limit, window, remaining, reset }: RateState): void => {
  res.setHeader("RateLimit-Limit", String(limit));
  res.setHeader("RateLimit-Remaining", String(remaining));
  res.setHeader("RateLimit-Reset", String(reset));
  res.setHeader("RateLimit-Policy", `${limit};w=${window}`);
};

/**
 * Creates the functions that count requests:
 *
 * - Requests without credentials count for the client address, before any other work.
 * - Requests with valid credentials count for the account, after identification.
 * - Requests with invalid credentials count for the client address.
 *
 * Therefore, nobody can use up the limit of another account. Source: rules/interface.md#rate-limits.
 */
export const createRequestCount = (
  limiter: RequestLimiter | undefined,
  settings: Pick<HttpSettings, "identityHeaders" | "trustProxy">,
): RequestCount => {
  if (limiter === undefined)
    return { countRequest: (_ctx, _isSecret, identify) => identify(), countMore: async () => undefined };
  const identityHeaders = settings.identityHeaders.map((name) => name.toLowerCase());

  const say = (ctx: Context, caller: CountedCaller, state: RateState): void => {
    setRateHeaders(ctx, state);
    if (!state.isExceeded) return;
    limiter.onRefused?.(caller);
    throw new CalendarError("rest_too_many_requests", { retryAfter: Math.max(1, state.reset) });
  };
  const count = async (ctx: Context, caller: CountedCaller, requests?: number): Promise<void> => {
    const state = await limiter.count(caller, requests);
    if (state !== undefined) say(ctx, caller, state);
  };
  const addressOf = ({ req }: Context): string => clientAddress(req, settings.trustProxy);
  const callerOf = (ctx: Context, { id }: Actor): CountedCaller =>
    id === undefined ? { address: addressOf(ctx) } : { user: id };

  const countRequest: CountRequest = async (ctx, isSecret, identify) => {
    const address = addressOf(ctx);
    if (!isSecret && !identityHeaders.some((name) => ctx.req.headers[name] !== undefined)) {
      await count(ctx, { address });
      return identify();
    }
    const refused = { refusedAddress: address };
    const known = await limiter.find(refused);
    if (known !== undefined && known.remaining === 0) say(ctx, refused, { ...known, isExceeded: true });
    let actor: Actor;
    try {
      actor = await identify();
    } catch (error) {
      await count(ctx, refused);
      throw error;
    }
    await count(ctx, callerOf(ctx, actor));
    return actor;
  };
  return { countRequest, countMore: (ctx, actor, requests) => count(ctx, callerOf(ctx, actor), requests) };
};
