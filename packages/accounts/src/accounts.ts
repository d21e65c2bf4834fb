import type { AccountAdministration, AccountStore, Accounts, Clock, Logger, Role } from "@kalends/core";
import { createAccountAdministration, type FirstRun } from "./account-administration.ts";
import { createAuthentication } from "./authentication.ts";
import { createJwtVerifier, type JwtSettings } from "./jwt.ts";
import { createPasswords, type DeriveKey } from "./passwords.ts";

export interface AccountsDeps {
  readonly store: AccountStore;
  readonly clock: Clock;
  /** Hears when a key set cannot be fetched, and when sign-ins are refused. */
  readonly logger?: Logger | undefined;
  /** Left out, no JWT is accepted. */
  readonly jwt?: JwtSettings | undefined;
  /** Roles whose texts are stored as they are; none unless configured. Source: 90-decisions P21. */
  readonly unfilteredHtml?: readonly Role[] | undefined;
  /** scrypt unless given. */
  readonly deriveKey?: DeriveKey | undefined;
}

/** The accounts of a store. Throws an `Error` when the JWT settings make no sense. Source: 90-decisions P8, P9, P35. */
export const createAccounts = ({
  store,
  clock,
  logger,
  jwt,
  unfilteredHtml = [],
  deriveKey,
}: AccountsDeps): Accounts & AccountAdministration & FirstRun => {
  const passwords = createPasswords(deriveKey);
  const verifyJwt = jwt && createJwtVerifier(jwt, { clock, logger });
  return {
    ...createAuthentication({ store, clock, logger, passwords, verifyJwt, unfilteredHtml }),
    ...createAccountAdministration({ store, clock, passwords }),
  };
};
