import { type Actor, CalendarError } from "@kalends/core";
import type { Context } from "koa";
import type { HttpSettings } from "../../settings.ts";
import { clientAddress } from "../caller/proxy.ts";

/** Whose requests are counted. */
export type CountedCaller =
  /** A user, by the id. */
  | { readonly user: number }
  /** Anybody else, by the address that they ask from, empty where there is none. */
  | { readonly address: string }
  /** Requests from there whose credentials do not hold. */
  | { readonly refusedAddress: string };

/** How many requests a caller has left. */
export interface RateState {
  /** Requests in `window` seconds. */
  readonly limit: number;
  readonly window: number;
  /** 0: none, or more than none were sent. */
  readonly remaining: number;
  readonly isExceeded: boolean;
  /** Seconds until all of them may be sent again, a whole number. */
  readonly reset: number;
}

/** Counts requests. Neither method rejects; `undefined`: there is no limit for this kind of caller. */
export interface RequestLimiter {
  count(caller: CountedCaller, requests?: number): Promise<RateState | undefined>;
  /** Without counting. */
  find(caller: CountedCaller): Promise<RateState | undefined>;
  /** Called with each request that is refused; never throws. */
  onRefused?(caller: CountedCaller): void;
}

/** Identifies the caller of a request and counts it; throws `rest_too_many_requests` where that is too many. */
export type CountRequest = (
  ctx: Context,
  isSecret: boolean,
  identify: () => Promise<Actor>,
) => Promise<Actor>;

/** Counts so many requests more of a caller who was counted; throws `rest_too_many_requests` where that is too many. */
export type CountMore = (ctx: Context, actor: Actor, requests: number) => Promise<void>;

/** How requests are counted. */
export interface RequestCount {
  readonly countRequest: CountRequest;
  readonly countMore: CountMore;
}

/** Source: rules/interface.md#rate-limits, draft-ietf-httpapi-ratelimit-headers-06. */
const setRateHeaders = ({ res }: Context, { limit, window, remaining, reset }: RateState): void => {
  res.setHeader("RateLimit-Limit", String(limit));
  res.setHeader("RateLimit-Remaining", String(remaining));
  res.setHeader("RateLimit-Reset", String(reset));
  res.setHeader("RateLimit-Policy", `${limit};w=${window}`);
};

/**
 * Who brings nothing to be known by is counted before anything is done for them; others when it is clear who they are, and before
 * that only what went wrong: nobody's requests use up those of a user. Source: rules/interface.md#rate-limits.
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
