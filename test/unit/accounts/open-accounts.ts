import { createHash } from "node:crypto";
import { type AccountsDeps, createAccounts, type DeriveKey } from "@kalends/accounts";
import { deriveWithScrypt } from "@kalends/accounts/internals";
import type { Clock } from "@kalends/core";
import type { Authentication } from "@kalends/core/internals";
import type { AccountStore } from "@kalends/core/storage";
import { openSqliteStore } from "@kalends/store-sqlite";

export const START = Date.UTC(2030, 0, 1, 12);

/** Creates a clock that advances on command. */
export const createHandClock = (): Clock & { advance(ms: number): void } => {
  let now = START;
  return {
    now: () => now,
    advance(ms) {
      now += ms;
    },
  };
};

/** Creates a cheap replacement for scrypt that counts its calls. */
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
 * Creates a cheap replacement for scrypt that can hold its calls, finish them on command, and record their
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
    /** Passwords without blanks, since calls are held. */
    started,
    hold() {
      holds = true;
      started.length = 0;
    },
    /** Finishes the oldest held call and waits for its consequences. */
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

/** Waits until all pending promises are resolved, except those of external events. */
export const flushPromises = async (): Promise<void> => {
  for (let round = 0; round < 5; round += 1) await new Promise(setImmediate);
};

export type OpenAccounts = ReturnType<typeof createAccounts>;

/** Opens a store in memory, which need not be closed. */
const openAccountStore = async (): Promise<AccountStore> =>
  (await openSqliteStore(":memory:")).openAccounts();

/** Opens accounts on a new store in memory, or on the given one like another process. */
export const openAccounts = async (options: Partial<AccountsDeps> = {}) => {
  const store = options.store ?? (await openAccountStore());
  const clock = createHandClock();
  const scrypt = createCountingScrypt();
  const accounts = createAccounts({ clock, deriveKey: scrypt.deriveKey, ...options, store });
  return { accounts, store, clock, scrypt };
};

/** Address of the client, unless a test sets another one. */
export const HOME = "192.0.2.1";

export const signIn = (
  accounts: Pick<OpenAccounts, "authenticate">,
  name: string,
  password: string,
  source: string = HOME,
): Promise<Authentication> => accounts.authenticate({ kind: "password", name, password }, source);

export const bear = (accounts: Pick<OpenAccounts, "authenticate">, token: string): Promise<Authentication> =>
  accounts.authenticate({ kind: "bearer", token }, HOME);

/** Returns the outcome, or the error if the sign-in was rejected without a result. */
export const outcomeOrError = (answer: Promise<Authentication>): Promise<number | string | undefined> =>
  answer.then(outcome, (error: Error) => `${error.name} ${error.message}`);

/** Returns the id of the caller, or the reason of the failure. */
export const outcome = (authentication: Authentication): number | string | undefined =>
  "actor" in authentication ? authentication.actor.id : authentication.failure;
