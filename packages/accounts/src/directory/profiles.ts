import type { AccountProfile, AccountSummary } from "@kalends/core/accounts";
import { type Account, foldText } from "@kalends/core/storage";
import { problemOf, toPlain } from "../validity.ts";

/** Returns the account without its secrets. */
export const toSummary = ({
  revision: _revision,
  credentials,
  signInPassword,
  passkeys = [],
  ...account
}: Account): AccountSummary => ({
  ...account,
  hasPassword: signInPassword !== undefined,
  passkeys: passkeys.length,
  credentials: credentials.map(({ hash: _hash, ...rest }) => rest),
});

/** Throws `rest_invalid_param` for the first invalid value. */
export const requireValid = (...values: Parameters<typeof problemOf>): void => {
  const problem = problemOf(...values);
  if (problem) throw problem;
};

export const toPlainProfile = ({ displayName, email }: AccountProfile): AccountProfile => ({
  displayName: toPlain(displayName),
  email: toPlain(email),
});

/** Returns the members of a profile that are stored; empty texts are not stored. */
export const toProfile = ({
  displayName = "",
  email = "",
}: AccountProfile): Pick<Account, "displayName" | "email"> => ({
  ...(displayName !== "" && { displayName }),
  ...(email !== "" && { email }),
});

export const withProfile = (
  { displayName: oldName, email: oldEmail, ...account }: Account,
  { displayName = oldName, email = oldEmail }: AccountProfile,
): Account => ({ ...account, ...toProfile({ displayName, email }) });

/** True if the new address differs from the old one by more than letter case and accents (see `foldText`). */
export const isNewEmail = ({ email: old = "" }: Account, { email }: AccountProfile): boolean =>
  email !== undefined && foldText(email) !== foldText(old);
