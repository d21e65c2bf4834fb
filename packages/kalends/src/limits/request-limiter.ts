import { toNetwork } from "@kalends/core";
import type { CountedCaller, RateState, RequestLimiter } from "@kalends/http";
import type { Count, Counters } from "./counters.ts";
import { createFixedWindow, type FixedWindow } from "./fixed-window.ts";
import { type Rate, toRateLimits } from "./rate-limits.ts";

interface RequestLimiterDeps {
  readonly rateLimit: string | undefined;
  readonly counters: Counters;
  /** Called for each refused request with the name of the limit. Must not throw. */
  readonly onLimited?: ((limit: string) => void) | undefined;
}

/**
 * Creates the request limiter. Returns `undefined` if no limit is configured.
 * Source: rules/interface.md#rate-limits.
 */
export const createRequestLimiter = ({
  rateLimit,
  counters,
  onLimited,
}: RequestLimiterDeps): RequestLimiter | undefined => {
  if (rateLimit === undefined) return undefined;
  const { address, account } = toRateLimits(rateLimit);
  const windowOf = (rate: Rate | undefined, name: string): FixedWindow | undefined =>
    rate && createFixedWindow(counters, name, rate);
  const windows = {
    user: windowOf(account, "user"),
    address: windowOf(address, "address"),
    refusedAddress: windowOf(address, "refused"),
  };

  const ofCaller = (
    caller: CountedCaller,
  ): { readonly key: string; readonly window: FixedWindow | undefined } => {
    if ("user" in caller) return { key: String(caller.user), window: windows.user };
    if ("address" in caller) return { key: toNetwork(caller.address), window: windows.address };
    return { key: toNetwork(caller.refusedAddress), window: windows.refusedAddress };
  };

  const toState = ({ rate }: FixedWindow, { points, left }: Count): RateState => ({
    limit: rate.points,
    window: rate.duration,
    remaining: Math.max(0, rate.points - points),
    isExceeded: points > rate.points,
    reset: Math.ceil(left / 1000),
  });

  return {
    async count(caller, requests = 1) {
      const { key, window } = ofCaller(caller);
      return window && toState(window, await window.add(key, requests));
    },
    onRefused(caller) {
      if ("user" in caller) onLimited?.("account");
      else onLimited?.("address" in caller ? "address" : "wrong-credentials");
    },
    async find(caller) {
      const { key, window } = ofCaller(caller);
      const found = await window?.find(key);
      return window && found && toState(window, found);
    },
  };
};
