import { type Actor, CalendarError } from "@kalends/core";

/** Maximum age of a proof of identity in milliseconds. */
const MAX_AGE = 10 * 60 * 1000;

/**
 * Throws `rest_confirmation_required` if the caller has a session and has not proved a password or passkey
 * recently. Callers with other credentials prove them with each request.
 * Source: rules/sign-in.md#confirmation.
 */
export const requireConfirmed = ({ credential }: Actor, now: number): void => {
  if (credential?.kind === "session" && now - credential.confirmed > MAX_AGE)
    throw new CalendarError("rest_confirmation_required");
};
