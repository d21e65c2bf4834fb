import { type Actor, CalendarError, ROLES } from "@kalends/core";
import type { AccountDirectory, AccountSummary, SignedInUser, SignIns } from "@kalends/core/accounts";
import { can } from "@kalends/core/interface";

/** True if the caller has an account of the calendar. */
export const hasAccount = ({ id, hostId }: Actor): boolean => id !== undefined && hostId === undefined;

/** True if the caller may manage accounts. */
export const isManager = (actor: Actor): boolean => hasAccount(actor) && can(actor, "manage_accounts");

/**
 * True if the caller may manage the credentials and profile of their own account.
 * Source: rules/sign-in.md#credential-scopes.
 */
export const mayManageOwn = (actor: Actor): boolean => {
  const { credential } = actor;
  const hasScope =
    credential !== undefined && "scopes" in credential && credential.scopes?.includes("accounts") === true;
  return hasAccount(actor) && (credential?.kind === "session" || hasScope || can(actor, "manage_accounts"));
};

/** True if the caller has a session. */
export const hasSession = ({ credential }: Actor): boolean => credential?.kind === "session";

export const userNotFound = (): CalendarError => new CalendarError("rest_user_not_found");

export const credentialNotFound = (): CalendarError => new CalendarError("rest_credential_not_found");

/** Returns the id of the caller's account. Throws `rest_forbidden` if the caller has none. */
export const accountOf = ({ id }: Actor): number => {
  if (id === undefined) throw new CalendarError("rest_forbidden");
  return id;
};

/**
 * Creates the function that returns an account that the caller may manage. The function throws
 * `rest_user_not_found`, and `rest_forbidden` if the account has a higher role than the caller.
 * Source: rules/sign-in.md#accounts-over-the-interface.
 */
export const createFindManaged =
  (signIns: Pick<SignIns, "userOf">, directory: Pick<AccountDirectory, "find">) =>
  async (actor: Actor, id: number | undefined): Promise<AccountSummary> => {
    const account = await directory.find(id ?? 0);
    if (account === undefined) throw userNotFound();
    const own: SignedInUser | undefined = await signIns.userOf(accountOf(actor));
    if (own === undefined || ROLES.indexOf(account.role) < ROLES.indexOf(own.role))
      throw new CalendarError("rest_forbidden");
    return account;
  };

export type FindManaged = ReturnType<typeof createFindManaged>;
