import { createHash } from "node:crypto";
import { type AccountsDeps, createAccounts, type DeriveKey } from "@kalends/accounts";
import { deriveWithScrypt } from "@kalends/accounts/internals";
import type { Clock } from "@kalends/core";
import type { Authentication } from "@kalends/core/internals";
import type { AccountStore } from "@kalends/core/storage";
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

/** A cheap stand-in for scrypt that goes on by hand while it holds, and knows in which order it was asked. */
export const createHeldScrypt = () => {
  const started: string[] = [];
  const waiting: (() => void)[] = [];
  let holds = false;
  const deriveKey: DeriveKey = async (password, salt) => {
    started.push(password);
    if (holds) await new Promise<void>((resolve) => waiting.push(resolve));
    return createHash("sha256").update(salt).update(password).digest();
  };
  return {
    deriveKey,
    /** The passwords, without blanks, from when it began to hold. */
    started,
    hold() {
      holds = true;
      started.length = 0;
    },
    /** Ends the oldest one that runs and lets everything that follows from it happen. */
    async next() {
      waiting.shift()?.();
      await settle();
    },
    async release() {
      holds = false;
      while (waiting.length > 0) {
        waiting.shift()?.();
        await settle();
      }
    },
  };
};

/** Lets everything happen that waits for nothing outside this process. */
export const settle = async (): Promise<void> => {
  for (let round = 0; round < 5; round += 1) await new Promise(setImmediate);
};

export type OpenAccounts = ReturnType<typeof createAccounts>;

/** Kept in memory: it needs no closing. */
const openAccountStore = async (): Promise<AccountStore> =>
  (await openSqliteStore(":memory:")).openAccounts();

/** Accounts on a new store in memory, or on the one given, as another process would have them. */
export const openAccounts = async (options: Partial<AccountsDeps> = {}) => {
  const store = options.store ?? (await openAccountStore());
  const clock = createHandClock();
  const scrypt = createCountingScrypt();
  const accounts = createAccounts({ clock, deriveKey: scrypt.deriveKey, ...options, store });
  return { accounts, store, clock, scrypt };
};

/** The address that people sign in from unless a test says otherwise. */
export const HOME = "192.0.2.1";

export const signIn = (
  accounts: Pick<OpenAccounts, "authenticate">,
  name: string,
  password: string,
  source: string = HOME,
): Promise<Authentication> => accounts.authenticate({ kind: "password", name, password }, source);

export const bear = (accounts: Pick<OpenAccounts, "authenticate">, token: string): Promise<Authentication> =>
  accounts.authenticate({ kind: "bearer", token }, HOME);

/** The outcome, also when nothing can be said at the moment. */
export const outcomeOrError = (answer: Promise<Authentication>): Promise<number | string | undefined> =>
  answer.then(outcome, (error: Error) => `${error.name} ${error.message}`);

/** The id of the caller, or the reason why there is none. */
export const outcome = (authentication: Authentication): number | string | undefined =>
  "actor" in authentication ? authentication.actor.id : authentication.failure;
