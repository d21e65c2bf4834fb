import { type AccountsDeps, createAccounts, type DeriveKey } from "@kalends/accounts";
import { deriveWithScrypt } from "@kalends/accounts/internals";
import type { Authentication, Clock, Store } from "@kalends/core";
import { openSqliteStore } from "@kalends/store-sqlite";

export const START = Date.UTC(2030, 0, 1, 12);

/** A clock that goes on when told to. */
export const createHandClock = (): Clock & { advance(ms: number): void } => {
  let now = START;
  return {
    now: () => now,
    advance(ms) {
      now += ms;
    },
  };
};

/** A cheap scrypt that counts how often it runs. */
export const createCountingScrypt = (): { readonly deriveKey: DeriveKey; calls(): number } => {
  let calls = 0;
  return {
    deriveKey: (password, salt) => {
      calls += 1;
      return deriveWithScrypt(password, salt, { logN: 4, r: 1, p: 1 });
    },
    calls: () => calls,
  };
};

export type OpenAccounts = ReturnType<typeof createAccounts>;

/** Accounts on a new store in memory, or on the one given, as another process would have them. */
export const openAccounts = async (options: Partial<AccountsDeps> & { readonly store?: Store } = {}) => {
  const store = options.store ?? (await openSqliteStore(":memory:"));
  const clock = createHandClock();
  const scrypt = createCountingScrypt();
  const accounts = createAccounts({ clock, deriveKey: scrypt.deriveKey, ...options, store });
  return { accounts, store, clock, scrypt };
};

export const signIn = (
  accounts: Pick<OpenAccounts, "authenticate">,
  name: string,
  password: string,
): Promise<Authentication> => accounts.authenticate({ kind: "password", name, password });

export const bear = (accounts: Pick<OpenAccounts, "authenticate">, token: string): Promise<Authentication> =>
  accounts.authenticate({ kind: "bearer", token });

/** The outcome, also when nothing can be said at the moment. */
export const outcomeOrError = (answer: Promise<Authentication>): Promise<number | string | undefined> =>
  answer.then(outcome, (error: Error) => `${error.name} ${error.message}`);

/** The id of the caller, or the reason why there is none. */
export const outcome = (authentication: Authentication): number | string | undefined =>
  "actor" in authentication ? authentication.actor.id : authentication.failure;
