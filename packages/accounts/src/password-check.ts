import { CalendarError, type Clock, type Logger, toNetwork } from "@kalends/core";
import type { Account } from "@kalends/core/storage";
import type { Passwords } from "./passwords.ts";
import { createRareWarning } from "./rare-warning.ts";
import { createCredentialMemory, createRecentSignIns } from "./sign-in-memory.ts";
import { problemOf } from "./validity.ts";

/** Name, password and address of an attempt to sign in. */
export interface SignIn {
  readonly name: string;
  readonly password: string;
  readonly source: string;
}

/**
 * Returns the id of the account's password that this is, `false` for any other one; the account is `undefined` for an unknown name. Rejects
 * with `rest_storage_unavailable` when too many others are being checked, and with `rest_too_many_requests` after too many failures.
 */
type CheckPassword = (signIn: SignIn, account: Account | undefined) => Promise<string | false>;

/** What all processes that serve the calendar know of sign-ins. No method rejects. */
export interface SignInHistory {
  readonly failures: SignInFailures;
  readonly successes: SignInSuccesses;
}

/** Names count folded, whether anybody has them or not. */
export interface SignInFailures {
  /** Seconds, from 1, for which nobody may try this name from this source; `undefined`: they may. */
  blockedFor(name: string, source: string): Promise<number | undefined>;
  /** Counts one; seconds, as `blockedFor`, where that is one too many. */
  add(name: string, source: string): Promise<number | undefined>;
  /** A sign-in has succeeded: what failed before does not count any more. `wasCounted`: nor does the sign-in itself, for the source. */
  clear(name: string, source: string, wasCounted: boolean): Promise<void>;
}

/** From where accounts have signed in during the last hour, or a little longer. */
export interface SignInSuccesses {
  has(accountId: number, source: string): Promise<boolean>;
  add(accountId: number, source: string): Promise<void>;
}

/** Why a password is not looked at: too many were wrong before, or too many are being checked. */
export type SignInRefusal = "sign-in-failures" | "sign-in-queue";

interface PasswordCheckDeps {
  /** Without it no number of failures is too many, and this process knows only who signed in with it. */
  readonly history?: SignInHistory | undefined;
  /** Called for each sign-in that is refused unseen; never throws. */
  readonly onRefused?: ((reason: SignInRefusal) => void) | undefined;
  readonly passwords: Passwords;
  readonly clock: Clock;
  readonly logger?: Logger | undefined;
}

/** The queue of all callers who did not sign in lately. */
const UNKNOWN = "unknown";

/**
 * Callers who signed in from the same source during the last hour wait in a queue of their own; all others wait in one,
 * whatever name they try. An unknown name takes the same way as a wrong password.
 * Source: rules/rights.md#password-queue, rules/rights.md#wrong-credentials.
 */
export const createPasswordCheck = ({
  passwords,
  clock,
  logger,
  history,
  onRefused,
}: PasswordCheckDeps): CheckPassword => {
  const { failures, successes } = history ?? {};
  const memory = createCredentialMemory(clock);
  const recentSignIns = createRecentSignIns(clock);
  /** A burst of requests of one client costs one scrypt. */
  const pending = new Map<string, Promise<string | false | undefined>>();
  const warn = createRareWarning("Sign-ins are refused: too many passwords are being checked", {
    clock,
    logger,
  });

  const warnOfFailures = createRareWarning("Sign-ins are refused: too many have failed before", {
    clock,
    logger,
  });

  const warnOfGuesses = createRareWarning(
    "Too many sign-ins have failed where their owner signs in from, too: none is refused there",
    { clock, logger },
  );

  const refuseBlocked = async (
    { name, source }: SignIn,
    find: keyof Pick<SignInFailures, "blockedFor" | "add"> = "blockedFor",
  ): Promise<void> => {
    const seconds = await failures?.[find](name, source);
    if (seconds === undefined) return;
    warnOfFailures({ source });
    onRefused?.("sign-in-failures");
    throw new CalendarError("rest_too_many_requests", { retryAfter: seconds });
  };

  const checkOnce = async (
    signIn: SignIn,
    account: Account | undefined,
    queue: string,
  ): Promise<string | false | undefined> => {
    const { name, password, source } = signIn;
    // What can be no name cannot be guessed, either.
    const isCounted = problemOf({ name }) === undefined;
    const isUnknown = queue === UNKNOWN;
    const found = await passwords.verify(password, account, {
      queue,
      source,
      // Counted before it is looked at: of all processes, none looks at one too many.
      ...(isUnknown && {
        async before() {
          await refuseBlocked(signIn);
          if (isCounted) await refuseBlocked(signIn, "add");
        },
      }),
    });
    if (found) await failures?.clear(name, source, isUnknown && isCounted);
    else if (found === false && isCounted && !isUnknown) {
      await failures?.add(name, source);
      const isTooMany = (await failures?.blockedFor(name, source)) !== undefined;
      if (isTooMany) warnOfGuesses({ source, user: account?.id });
    }
    return found;
  };

  /** Of an account that nobody has it is asked, too: that takes as long. */
  const hasSignedIn = async (account: Account | undefined, source: string): Promise<boolean> => {
    if (account !== undefined && recentSignIns.has(account.id, source)) return true;
    return (await successes?.has(account?.id ?? 0, source)) === true && account !== undefined;
  };

  const verify = async (
    signIn: SignIn,
    account: Account | undefined,
    credentials: string,
  ): Promise<string | false> => {
    const { source } = signIn;
    const isRecent = await hasSignedIn(account, source);
    // Whoever shares a network with its owner cannot keep them out.
    if (!isRecent) await refuseBlocked(signIn);
    const queue = isRecent ? `${account?.id} ${source}` : UNKNOWN;
    // Per queue: a caller who has one never waits for a check that another one began.
    const key = `${queue} ${credentials}`;
    const check = pending.get(key) ?? checkOnce(signIn, account, queue).finally(() => pending.delete(key));
    pending.set(key, check);
    const found = await check;
    if (found !== undefined) return found;
    warn({ source });
    onRefused?.("sign-in-queue");
    throw new CalendarError("rest_storage_unavailable");
  };

  return async ({ name, password, source: address }, account) => {
    const source = toNetwork(address);
    const key = memory.keyOf(name, account, password);
    const known = account?.credentials.find(({ id }) => memory.has(`${key} ${id}`))?.id;
    const found = known ?? (await verify({ name, password, source }, account, key));
    if (found === false) return false;
    if (known === undefined) {
      memory.add(`${key} ${found}`);
      // Whoever only reads need not wait until something can be written.
      if (account !== undefined) void successes?.add(account.id, source);
    }
    if (account !== undefined) recentSignIns.add(account.id, source);
    return found;
  };
};
