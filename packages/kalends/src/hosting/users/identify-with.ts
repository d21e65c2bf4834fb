import type { Actor } from "@kalends/core";
import type { AuthenticatedUser } from "@kalends/core/interface";
import {
  createCredentialIdentity,
  createHostIdentity,
  createSchemeIdentity,
  type HttpSettings,
  type Identify,
} from "@kalends/http";
import { type Contributions, valuesOf } from "../../plugins/contributions.ts";
import type { ConfiguredAccounts } from "../configured-accounts.ts";
import type { Host } from "../host.ts";
import type { Callers } from "./callers.ts";
import { toHostId } from "./host-users.ts";

interface IdentifyDeps {
  readonly callers: Pick<Callers, "toActor">;
  readonly settings: HttpSettings;
  readonly host: Host;
  /** Accounts of the calendar. Unused if a host application manages the users. */
  readonly accounts: ConfiguredAccounts;
  readonly contributions: Pick<Contributions, "authentication">;
}

/**
 * Creates the function that identifies the caller of a request. The function tries the authentication schemes
 * of plugins first. Then it uses the host application or, without a host, the accounts.
 */
export const identifyWith = (deps: IdentifyDeps): Identify => {
  const { settings, host, contributions } = deps;
  const { identity, trustedOrigins = [] } = host;
  const { toActor } = deps.callers;
  const last =
    identity === undefined
      ? createCredentialIdentity(deps.accounts, settings)
      : createHostIdentity(async (request) => toActor(await identity(request)), trustedOrigins);
  const actorOf = async (user: AuthenticatedUser): Promise<Actor | undefined> => {
    if (!("account" in user)) {
      // Refuse a number: the user would have the number of an account and become the author of its records.
      if (identity === undefined && typeof toHostId(user.id) === "number")
        throw new Error(
          `An authentication scheme returned the user id ${user.id}: whole numbers are ids of accounts; use a text.`,
        );
      return toActor(user);
    }
    if (identity !== undefined)
      throw new Error(
        "An authentication scheme returned an account, but the host manages the users: return its own id instead.",
      );
    return deps.accounts.actorOf(user.account, user.madeWith, user.scopes);
  };
  return createSchemeIdentity(last, {
    schemes: valuesOf(contributions.authentication),
    actorOf,
    settings,
    trustedOrigins,
  });
};
