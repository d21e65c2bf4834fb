import { createHash } from "node:crypto";
import { type AccountsDeps, createAccounts, type DeriveKey } from "@kalends/accounts";
import { deriveWithScrypt } from "@kalends/accounts/internals";
import type { Clock } from "@kalends/core";
import type { Authentication } from "@kalends/core/internals";
import type { AccountStore } from "@kalends/core/storage";
import { openSqliteStore } from "@kalends/store-sqlite";

export const START = Date.UTC(2030, 0, 1, 12);

/** Creates a clock that tests advance with `advance`. */
export const createHandClock = (): Clock & { advance(ms: number): void } => {
  let now = START;
  return {
    now: () => now,
    advance(ms) {
      now += ms;
    },
  };
};

/** Creates a cheap replacement for scrypt. It counts its calls. */
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

/**
 * Creates a cheap replacement for scrypt. Tests can hold its calls, finish them one by one, and read their
 * order.
 */
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
    /** Passwords of the calls since calls are held, without spaces. */
    started,
    hold() {
      holds = true;
      started.length = 0;
    },
    /** Finishes the oldest held call and waits for the code that depends on it. */
    async next() {
      waiting.shift()?.();
      await flushPromises();
    },
    async release() {
      holds = false;
      while (waiting.length > 0) {
        waiting.shift()?.();
        await flushPromises();
      }
    },
  };
};

/** Waits until all pending promises are resolved. Promises that wait for I/O are not included. */
export const flushPromises = async (): Promise<void> => {
  for (let round = 0; round < 5; round += 1) await new Promise(setImmediate);
};

export type OpenAccounts = ReturnType<typeof createAccounts>;

/** Opens an account store in memory. It need not be closed. */
const openAccountStore = async (): Promise<AccountStore> =>
  (await openSqliteStore(":memory:")).openAccounts();

/**
 * Opens accounts with a new store in memory. With `options.store`, they use the given store, as another
 * process would.
 */
export const openAccounts = async (options: Partial<AccountsDeps> = {}) => {
  const store = options.store ?? (await openAccountStore());
  const clock = createHandClock();
  const scrypt = createCountingScrypt();
  const accounts = createAccounts({ clock, deriveKey: scrypt.deriveKey, ...options, store });
  return { accounts, store, clock, scrypt };
};

/** IP address of the client, if a test sets no other. */
export const HOME = "192.0.2.1";

export const signIn = (
  accounts: Pick<OpenAccounts, "authenticate">,
  name: string,
  password: string,
  source: string = HOME,
): Promise<Authentication> => accounts.authenticate({ kind: "password", name, password }, source);

export const bear = (accounts: Pick<OpenAccounts, "authenticate">, token: string): Promise<Authentication> =>
  accounts.authenticate({ kind: "bearer", token }, HOME);

/** Returns the result of a sign-in. If the sign-in throws an error, returns the error as text. */
export const outcomeOrError = (answer: Promise<Authentication>): Promise<number | string | undefined> =>
  answer.then(outcome, (error: Error) => `${error.name} ${error.message}`);

/** Returns the id of the user, or the reason why the sign-in failed. */
export const outcome = (authentication: Authentication): number | string | undefined =>
  "actor" in authentication ? authentication.actor.id : authentication.failure;
