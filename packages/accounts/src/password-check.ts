import { isIP } from "node:net";
import { type Account, CalendarError, type Clock, type Logger } from "@kalends/core";
import ipaddr from "ipaddr.js";
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
 * Whether the password is that of the account, which is `undefined` for an unknown name. Rejects with
 * `rest_storage_unavailable` when too many others are being checked, and with `rest_too_many_requests` after too many failures.
 */
type CheckPassword = (signIn: SignIn, account: Account | undefined) => Promise<boolean>;

/** Sign-ins that have failed, for all processes that serve the calendar. Names count folded, whether anybody has them or not. */
export interface SignInFailures {
  /** Seconds, from 1, for which nobody may try this name from this source; `undefined`: they may. */
  blockedFor(name: string, source: string): Promise<number | undefined>;
  add(name: string, source: string): Promise<void>;
  /** A sign-in has succeeded: what failed before does not count any more. */
  clear(name: string, source: string): Promise<void>;
}

interface PasswordCheckDeps {
  /** Without it no number of failures is too many. */
  readonly failures?: SignInFailures | undefined;
  readonly passwords: Passwords;
  readonly clock: Clock;
  readonly logger?: Logger | undefined;
}

/** The queue of all callers who did not sign in lately. */
const UNKNOWN = "unknown";

/**
 * Whom an IP address stands for: itself, but of IPv6 the network of 64 bits, such as `2001:db8:0:1::/64`, in which a caller who has
 * one address has them all and changes them at will (RFC 4291 section 2.5.4, RFC 8981). Any other text is answered as it is.
 */
export const toNetwork = (address: string): string => {
  if (isIP(address) === 0) return address;
  const parsed = ipaddr.process(address);
  if (!("parts" in parsed)) return parsed.toString();
  return `${new ipaddr.IPv6([...parsed.parts.slice(0, 4), 0, 0, 0, 0])}/64`;
};

/**
 * Callers who signed in from the same source during the last hour wait in a queue of their own; all others wait in one,
 * whatever name they try. An unknown name takes the same way as a wrong password.
 * Source: rules/rights.md#password-queue, rules/rights.md#wrong-credentials.
 */
export const createPasswordCheck = ({
  passwords,
  clock,
  logger,
  failures,
}: PasswordCheckDeps): CheckPassword => {
  const memory = createCredentialMemory(clock);
  const recentSignIns = createRecentSignIns(clock);
  /** A burst of requests of one client costs one scrypt. */
  const pending = new Map<string, Promise<boolean | undefined>>();
  const warn = createRareWarning("Sign-ins are refused: too many passwords are being checked", {
    clock,
    logger,
  });

  const warnOfFailures = createRareWarning("Sign-ins are refused: too many have failed before", {
    clock,
    logger,
  });

  const checkOnce = async (
    { name, password, source }: SignIn,
    account: Account | undefined,
    queue: string,
  ): Promise<boolean | undefined> => {
    const isRight = await passwords.verify(password, account, { queue, source });
    // What can be no name cannot be guessed, either.
    if (isRight === false && problemOf({ name }) === undefined) await failures?.add(name, source);
    else if (isRight) await failures?.clear(name, source);
    return isRight;
  };

  const verify = async (
    signIn: SignIn,
    account: Account | undefined,
    credentials: string,
  ): Promise<boolean> => {
    const { name, source } = signIn;
    const isRecent = account !== undefined && recentSignIns.has(account.id, source);
    // Whoever shares a network with its owner cannot keep them out.
    const seconds = isRecent ? undefined : await failures?.blockedFor(name, source);
    if (seconds !== undefined) {
      warnOfFailures({ source });
      throw new CalendarError("rest_too_many_requests", { retryAfter: seconds });
    }
    const queue = isRecent ? `${account.id} ${source}` : UNKNOWN;
    // Per queue: a caller who has one never waits for a check that another one began.
    const key = `${queue} ${credentials}`;
    const check = pending.get(key) ?? checkOnce(signIn, account, queue).finally(() => pending.delete(key));
    pending.set(key, check);
    const isRight = await check;
    if (isRight !== undefined) return isRight;
    warn({ source });
    throw new CalendarError("rest_storage_unavailable");
  };

  return async ({ name, password, source: address }, account) => {
    const source = toNetwork(address);
    const key = memory.keyOf(name, account, password);
    const isRemembered = memory.has(key);
    const isRight = isRemembered || (await verify({ name, password, source }, account, key));
    if (isRight && !isRemembered) memory.add(key);
    if (isRight && account !== undefined) recentSignIns.add(account.id, source);
    return isRight;
  };
};
