import { CalendarError, toNetwork } from "@kalends/core";
import type { SignInHistory, SignInRefusal } from "../passwords/password-check.ts";

/** Limit of failed attempts with one-time links and passkeys. Password checks have their own limit. */
export interface Throttle {
  /** Throws `rest_too_many_requests` if this source has failed too often with this name. */
  refuseBlocked(name: string, source: string): Promise<void>;
  countFailure(name: string, source: string): Promise<void>;
}

/**
 * Creates the limit of failed attempts with one-time links and passkeys. It uses the same counters as the
 * limit of wrong passwords.
 * Source: rules/sign-in.md#sign-in.
 */
export const createThrottle = ({
  history,
  onRefused,
}: {
  readonly history?: SignInHistory | undefined;
  readonly onRefused?: ((reason: SignInRefusal) => void) | undefined;
}): Throttle => ({
  async refuseBlocked(name, source) {
    const seconds = await history?.failures.blockedFor(name, toNetwork(source));
    if (seconds === undefined) return;
    onRefused?.("sign-in-failures");
    throw new CalendarError("rest_too_many_requests", { retryAfter: seconds });
  },
  async countFailure(name, source) {
    await history?.failures.add(name, toNetwork(source));
  },
});
