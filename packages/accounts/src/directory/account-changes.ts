import { type CalendarError, invalidParameter } from "@kalends/core";
import type { Account, AccountRepository } from "@kalends/core/storage";

/** Returns a copy of the account whose revision is higher by one. */
export const revised = (account: Account): Account => ({ ...account, revision: account.revision + 1 });

/** True if the account is the only administrator that is not disabled. */
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
 * Throws `rest_invalid_param` if another account has `name` as its email address, or has `email` as its name
 * or email address. `id`: account that gets the values; `undefined` for a new account.
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
