import { type Actor, CalendarError } from "@kalends/core";
import type { Context } from "koa";
import type { HttpSettings } from "../../settings.ts";
import { clientAddress } from "../caller/proxy.ts";

/** Caller whose requests are counted. */
export type CountedCaller =
  /** An account, by its id. */
  | { readonly user: number }
  /** Any other caller, by client address; empty if there is none. */
  | { readonly address: string }
  /** Address whose requests had invalid credentials. */
  | { readonly refusedAddress: string };

/** State of a caller's rate limit. */
export interface RateState {
  /** Maximum number of requests in `window` seconds. */
  readonly limit: number;
  readonly window: number;
  /** Requests left; 0 also if more were sent. */
  readonly remaining: number;
  readonly isExceeded: boolean;
  /** Whole seconds until the full limit is available again. */
  readonly reset: number;
}

/** Counts requests. Neither method rejects; `undefined` means that this kind of caller is not limited. */
export interface RequestLimiter {
  count(caller: CountedCaller, requests?: number): Promise<RateState | undefined>;
  /** Returns the state without counting. */
  find(caller: CountedCaller): Promise<RateState | undefined>;
  /** Called with each refused request; never throws. */
  onRefused?(caller: CountedCaller): void;
}

/**
 * Identifies the caller of a request and counts the request. Throws `rest_too_many_requests` if the limit is
 * exceeded.
 */
export type CountRequest = (
  ctx: Context,
  isSecret: boolean,
  identify: () => Promise<Actor>,
) => Promise<Actor>;

/**
 * Counts additional requests of a caller who was already counted. Throws `rest_too_many_requests` if the limit is
 * exceeded.
 */
export type CountAdditional = (ctx: Context, actor: Actor, requests: number) => Promise<void>;

/** Functions that count requests. */
export interface RequestCount {
  readonly countRequest: CountRequest;
  readonly countMore: CountAdditional;
}

/** Sets the rate limit headers. Source: rules/interface.md#rate-limits, draft-ietf-httpapi-ratelimit-headers-06. */
const setRateHeaders = ({ res }: Context, { limit, window, remaining, reset }: RateState): void => {
  res.setHeader("RateLimit-Limit", String(limit));
  res.setHeader("RateLimit-Remaining", String(remaining));
  res.setHeader("RateLimit-Reset", String(reset));
  res.setHeader("RateLimit-Policy", `${limit};w=${window}`);
};

/**
 * Counts requests without credentials by address, before any other work. Requests with credentials are counted for
 * the account after identification; failed ones count for the address. So nobody can use up the requests of another
 * account.
 * Source: rules/interface.md#rate-limits.
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
