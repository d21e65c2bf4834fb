import { type CalendarError, invalidParameter } from "@kalends/core";
import type { Account, AccountRepository } from "@kalends/core/storage";

/** Returns the account with the next revision. */
export const revised = (account: Account): Account => ({ ...account, revision: account.revision + 1 });

/** True if no other account is an administrator who can sign in. */
export const isLastAdministrator = async (
  accounts: AccountRepository,
  account: Account,
): Promise<boolean> => {
  if (account.role !== "administrator" || account.isDisabled) return false;
  const all = await accounts.list();
  return !all.some(({ id, role, isDisabled }) => id !== account.id && role === account.role && !isDisabled);
};

export const taken = (name: "name" | "email"): CalendarError => invalidParameter(name, { reason: "taken" });

/**
 * Throws `rest_invalid_param` if a new name is the email address of another account, or a new address is the
 * name or address of another one.
 * Source: rules/sign-in.md#sign-in-names.
 */
export const requireFree = async (
  accounts: AccountRepository,
  id: number | undefined,
  { name, email = "" }: { readonly name?: string | undefined; readonly email?: string | undefined },
): Promise<void> => {
  const isOther = (account: Account | undefined): boolean => account !== undefined && account.id !== id;
  if (name !== undefined && (await accounts.findByEmail(name)).some(isOther)) throw taken("name");
  if (email === "") return;
  if ((await accounts.findByEmail(email)).some(isOther) || isOther(await accounts.findByName(email)))
    throw taken("email");
};

export const withDisabled = ({ isDisabled: _old, ...account }: Account, isDisabled: boolean): Account => ({
  ...account,
  ...(isDisabled && { isDisabled }),
});
