import { CalendarError, type Clock, type Logger, toNetwork } from "@kalends/core";
import type { Account } from "@kalends/core/storage";
import { createRareWarning } from "../rare-warning.ts";
import { problemOf } from "../validity.ts";
import { createCredentialMemory, createRecentSignIns } from "./known-sign-ins.ts";
import type { Passwords, StoredPassword } from "./passwords.ts";

/** Application password, or password that opens sessions. */
export type PasswordKind = "application" | "sign-in";

/** Password that somebody entered, and the stored passwords with which it is compared. */
export interface PasswordAttempt {
  /** Name or email address as it was entered. */
  readonly name: string;
  /** Entered password after normalization; see `toPlainPassword` and `toPlainSignInPassword`. */
  readonly password: string;
  readonly source: string;
  /** Stored passwords of the account, one of which must match. */
  readonly passwords: readonly StoredPassword[];
  /**
   * Kind of the password. A correct application password is accepted again for one minute without running
   * scrypt; a sign-in password never is.
   */
  readonly kind: PasswordKind;
}

/**
 * Checks a password. Returns the id of the stored password that it matches, or `false` if it matches none.
 * `account` is `undefined` if no account has the name or email address. Rejects with
 * `rest_storage_unavailable` if too many passwords are being checked, and with `rest_too_many_requests` after
 * too many failures.
 */
export type CheckPassword = (
  attempt: PasswordAttempt,
  account: Account | undefined,
) => Promise<string | false>;

/** Record of sign-ins, shared by all processes that serve the calendar. The methods never reject. */
export interface SignInHistory {
  readonly failures: SignInFailures;
  readonly successes: SignInSuccesses;
  readonly requests: SignInRequests;
}

/**
 * Counters of requests that need no credentials, such as requests for one-time links. `key`: an email address
 * for `mail`, otherwise a client network.
 */
export interface SignInRequests {
  /** Counts one request. If the limit is exceeded, returns the seconds until the next request is allowed. */
  add(kind: "link" | "mail" | "challenge", key: string): Promise<number | undefined>;
}

/**
 * Counters of failed sign-ins. Names are compared case-insensitively. Failures also count for names that no
 * account has.
 */
export interface SignInFailures {
  /**
   * Returns the number of seconds, at least 1, during which this source may not sign in with this name.
   * Returns `undefined` if the source may try. `isKnown`: the owner of the account signed in from this source
   * recently, so that more failures are allowed.
   */
  blockedFor(name: string, source: string, isKnown?: boolean): Promise<number | undefined>;
  /**
   * Counts one failure. If this failure exceeds the limit, returns the seconds to wait, as `blockedFor` does.
   */
  add(name: string, source: string): Promise<number | undefined>;
  /**
   * Removes the counted failures after a successful sign-in. `wasCounted`: the sign-in was counted as a
   * failure before its check, so it is also subtracted from the counter of the source.
   */
  clear(name: string, source: string, wasCounted: boolean): Promise<void>;
}

/**
 * Client networks (`source`) from which accounts signed in with a correct password during about the last
 * hour, by kind of password.
 */
export interface SignInSuccesses {
  has(kind: PasswordKind, accountId: number, source: string): Promise<boolean>;
  add(kind: PasswordKind, accountId: number, source: string): Promise<void>;
}

/**
 * Reason for refusing a sign-in without checking its password, passkey or one-time link: too many earlier
 * failures, or too many password checks in progress.
 */
export type SignInRefusal = "sign-in-failures" | "sign-in-queue";

interface PasswordCheckDeps {
  /**
   * Record of sign-ins that all processes share. If absent, failures are not limited, and each process uses
   * only its own record of recent sign-ins.
   */
  readonly history?: SignInHistory | undefined;
  /** Called for each sign-in that is refused without checking its password. Must not throw. */
  readonly onRefused?: ((reason: SignInRefusal) => void) | undefined;
  readonly passwords: Passwords;
  readonly clock: Clock;
  readonly logger?: Logger | undefined;
}

/** Name of the queue that all callers without a recent sign-in share. */
const UNKNOWN = "unknown";

/**
 * Creates the password check. A caller gets a separate queue if the account signed in from the same network
 * with this kind of password during the last hour. All other callers share one queue, whatever name they try.
 * Unknown names are handled like wrong passwords. Source: rules/rights.md#password-queue,
 * rules/rights.md#wrong-credentials.
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
  // Knowing an application password must not help to guess the password that opens sessions.
  const recent = { application: createRecentSignIns(clock), "sign-in": createRecentSignIns(clock) };
  /**
   * Password checks in progress. Identical requests that arrive at the same time share one scrypt
   * computation.
   */
  const pending = new Map<string, Promise<string | false | undefined>>();
  const warn = createRareWarning("Sign-ins are refused: too many passwords are being checked", {
    clock,
    logger,
  });

  const warnOfFailures = createRareWarning("Sign-ins are refused: too many failed before", {
    clock,
    logger,
  });

  const warnOfGuesses = createRareWarning(
    "Too many sign-ins failed from a source that the account owner also uses; they are not refused",
    { clock, logger },
  );

  const refuse = (seconds: number | undefined, source: string): void => {
    if (seconds === undefined) return;
    warnOfFailures({ source });
    onRefused?.("sign-in-failures");
    throw new CalendarError("rest_too_many_requests", { retryAfter: seconds });
  };

  const checkOnce = async (
    signIn: PasswordAttempt,
    account: Account | undefined,
    queue: string,
  ): Promise<string | false | undefined> => {
    const { name, password, source } = signIn;
    // Texts that cannot belong to an account are not counted.
    const isCounted = problemOf({ name }) === undefined || problemOf({ email: name }) === undefined;
    const isUnknown = queue === UNKNOWN;
    const found = await passwords.verify(password, signIn.passwords, {
      queue,
      source,
      // Counts the attempt before the check, so that all processes together never check more passwords than
      // allowed.
      ...(isUnknown && {
        async before() {
          refuse(await failures?.blockedFor(name, source), source);
          if (isCounted) refuse(await failures?.add(name, source), source);
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

  /**
   * True if the account recently signed in from this source with a correct password of this kind. Queries the
   * store for unknown names too, so that known and unknown names take equally long.
   */
  const hasSignedIn = async (
    kind: PasswordKind,
    account: Account | undefined,
    source: string,
  ): Promise<boolean> => {
    if (account !== undefined && recent[kind].has(account.id, source)) return true;
    return (await successes?.has(kind, account?.id ?? 0, source)) === true && account !== undefined;
  };

  const verify = async (
    signIn: PasswordAttempt,
    account: Account | undefined,
    credentials: string,
  ): Promise<string | false> => {
    const { source, kind } = signIn;
    const isRecent = await hasSignedIn(kind, account, source);
    // Guesses from the same network must not lock the account owner out at once. An application password is
    // random and cannot be guessed; a password that opens sessions can, so its guesses have a higher limit.
    if (!isRecent || kind === "sign-in")
      refuse(await failures?.blockedFor(signIn.name, source, isRecent), source);
    const queue = isRecent ? `${account?.id} ${source}` : UNKNOWN;
    // The key contains the name of the queue, so that a caller with a recent sign-in never waits for a check
    // in the shared queue.
    const key = `${queue} ${credentials}`;
    const check = pending.get(key) ?? checkOnce(signIn, account, queue).finally(() => pending.delete(key));
    pending.set(key, check);
    const found = await check;
    if (found !== undefined) return found;
    warn({ source });
    onRefused?.("sign-in-queue");
    throw new CalendarError("rest_storage_unavailable");
  };

  return async ({ source: address, ...attempt }, account) => {
    const source = toNetwork(address);
    const { name, password, passwords: accepted, kind } = attempt;
    const isRemembered = kind === "application";
    const key = memory.keyOf(name, account, password, accepted);
    const known = isRemembered ? accepted.find(({ id }) => memory.has(`${key} ${id}`))?.id : undefined;
    const found = known ?? (await verify({ ...attempt, source }, account, key));
    if (found === false) return false;
    if (known === undefined) {
      if (isRemembered) memory.add(`${key} ${found}`);
      // Not awaited: a request that only reads must not wait until the store accepts writes.
      if (account !== undefined) void successes?.add(kind, account.id, source);
    }
    if (account !== undefined) recent[kind].add(account.id, source);
    return found;
  };
};
