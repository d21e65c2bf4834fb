import { CalendarError, type Clock, utcText } from "@kalends/core";
import type { SignInClient } from "@kalends/core/accounts";
import type { Account, AccountRepository, AccountStore, SignInPassword } from "@kalends/core/storage";
import type { CheckPassword } from "../passwords/password-check.ts";
import type { Passwords } from "../passwords/passwords.ts";
import { problemOf, toPlainSignInPassword, toValidSignInPassword } from "../validity.ts";

export const signInFailed = (): CalendarError => new CalendarError("rest_sign_in_failed");

/** Functions for the sign-in passwords of accounts. */
export interface SignInPasswords {
  /**
   * Returns the account whose name is `login`. If no account has this name, returns the account whose email
   * address is `login`, provided that only one account has this address.
   */
  findAccount(login: string): Promise<Account | undefined>;
  /**
   * Returns the account if the password is right; otherwise throws `rest_sign_in_failed`. Also throws the
   * errors of `CheckPassword`. `account`: the account if it is already known; otherwise `login` identifies
   * it.
   */
  prove(login: string, password: string, client: SignInClient, account?: Account): Promise<Account>;
  /**
   * Returns the value to store for a new password of an account. Throws `rest_invalid_param` if its length is
   * not allowed, and `rest_storage_unavailable` if too many passwords of the account are being hashed.
   */
  create(password: string, accountId: number): Promise<SignInPassword>;
}

/**
 * Reads the account again, inside the transaction `unit`, and returns it. Throws `rest_sign_in_failed` if the
 * sign-in password has changed meanwhile, or if the account is disabled or missing.
 */
export const unchangedPassword = async (
  unit: AccountRepository,
  { id, signInPassword }: Account,
): Promise<Account> => {
  const account = await unit.find(id);
  if (account === undefined || account.isDisabled || account.signInPassword?.hash !== signInPassword?.hash)
    throw signInFailed();
  // Save the account unchanged, so that the transaction conflicts with other transactions that change the
  // account.
  await unit.save(account);
  return account;
};

/** Id of the sign-in password in a `PasswordAttempt`; an account has only one. */
const ID = "sign-in";

/**
 * Creates the functions for sign-in passwords. Unknown names, disabled accounts and accounts without a
 * password are handled like wrong passwords.
 * Source: rules/sign-in.md#sign-in-password, rules/sign-in.md#sign-in.
 */
export const createSignInPasswords = ({
  store,
  clock,
  passwords,
  check,
}: {
  readonly store: AccountStore;
  readonly clock: Clock;
  readonly passwords: Passwords;
  readonly check: CheckPassword;
}): SignInPasswords => {
  const findAccount = async (login: string): Promise<Account | undefined> => {
    // Search by name and by email address in any case, so that the duration does not reveal which of the two
    // exists.
    const [named, addressed] = await Promise.all([
      problemOf({ name: login }) === undefined ? store.findByName(login) : undefined,
      problemOf({ email: login }) === undefined && login !== "" ? store.findByEmail(login) : [],
    ]);
    return named ?? (addressed.length === 1 ? addressed[0] : undefined);
  };
  return {
    findAccount,
    async prove(login, password, { source }, known) {
      const account = known ?? (await findAccount(login));
      const accepted = account?.isDisabled ? undefined : account?.signInPassword;
      const attempt = {
        name: login,
        password: toPlainSignInPassword(password),
        source,
        passwords: accepted === undefined ? [] : [{ id: ID, hash: accepted.hash }],
        kind: "sign-in" as const,
      };
      if ((await check(attempt, account)) === false || account === undefined) throw signInFailed();
      return account;
    },
    async create(password, accountId) {
      const hash = await passwords.hash(toValidSignInPassword(password), [], accountId);
      return { hash, changedUtc: utcText(clock.now()) };
    },
  };
};
