import { toSignInOrigin } from "../configuration/public-address.ts";
import type { Cradle } from "../cradle.ts";
import { type ConfiguredAccounts, createConfiguredAccounts } from "../hosting/configured-accounts.ts";
import { createSignInHistory } from "../limits/sign-in-failures.ts";
import { revokeIssued } from "../plugins/issuing-routes.ts";

/**
 * Creates the accounts of a calendar that manages its own users. Throws an `Error` if a host application
 * manages the users.
 */
export const createCalendarAccounts = (cradle: Cradle): ConfiguredAccounts => {
  const { config, accountStore, store, clock, stopwatch, timers, logger, metrics, capacities } = cradle;
  if (accountStore === undefined)
    throw new Error("The host manages the users: the calendar has no accounts.");
  return createConfiguredAccounts({
    ...{ config, store: accountStore, clock, logger },
    history: createSignInHistory({ store, clock: stopwatch, timers }),
    ...{ signInLimits: capacities.signIns, onRefused: metrics?.onLimited },
    origin: toSignInOrigin(cradle.publicAddress),
    // The following parts need the accounts, so they are only read when they are used.
    reassign: (actor, from, to) => cradle.reassignRecords(actor, from, to),
    onLinkRequested: async (account) => cradle.queueLink?.(account, "forgotten-password"),
    revokeIssued: async (id) => void (await revokeIssued(cradle.contributions, id)),
  });
};
