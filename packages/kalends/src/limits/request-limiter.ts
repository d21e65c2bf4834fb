import { toNetwork } from "@kalends/core";
import type { CountedCaller, RateState, RequestLimiter } from "@kalends/http";
import type { RateLimiterRes } from "../libraries/limits.ts";
import type { Counters } from "./counters.ts";
import { CountingLimiter } from "./counting-limiter.ts";
import { type Rate, toRateLimits } from "./rate-limits.ts";

interface RequestLimiterDeps {
  readonly rateLimit: string | undefined;
  readonly counters: Counters;
  /** Called with the name of the limit for each request that is refused; never throws. */
  readonly onLimited?: ((limit: string) => void) | undefined;
}

/** `undefined` where there is no limit. Source: rules/interface.md#rate-limits. */
export const createRequestLimiter = ({
  rateLimit,
  counters,
  onLimited,
}: RequestLimiterDeps): RequestLimiter | undefined => {
  if (rateLimit === undefined) return undefined;
  const { address, account } = toRateLimits(rateLimit);
  const limiterOf = (rate: Rate | undefined, keyPrefix: string): CountingLimiter | undefined =>
    rate && new CountingLimiter(counters, { ...rate, keyPrefix });
  const limiters = {
    user: limiterOf(account, "user"),
    address: limiterOf(address, "address"),
    refusedAddress: limiterOf(address, "refused"),
  };

  const ofCaller = (
    caller: CountedCaller,
  ): { readonly key: string; readonly limiter: CountingLimiter | undefined } => {
    if ("user" in caller) return { key: String(caller.user), limiter: limiters.user };
    if ("address" in caller) return { key: toNetwork(caller.address), limiter: limiters.address };
    return { key: toNetwork(caller.refusedAddress), limiter: limiters.refusedAddress };
  };

  const toState = ({ points, duration }: CountingLimiter, result: RateLimiterRes): RateState => ({
    limit: points,
    window: duration,
    remaining: result.remainingPoints,
    isExceeded: result.consumedPoints > points,
    reset: Math.ceil(result.msBeforeNext / 1000),
  });

  return {
    async count(caller, requests = 1) {
      const { key, limiter } = ofCaller(caller);
      return limiter && toState(limiter, await limiter.penalty(key, requests));
    },
    onRefused(caller) {
      if ("user" in caller) onLimited?.("account");
      else onLimited?.("address" in caller ? "address" : "wrong-credentials");
    },
    async find(caller) {
      const { key, limiter } = ofCaller(caller);
      const found = await limiter?.get(key);
      return limiter && found ? toState(limiter, found) : undefined;
    },
  };
};
