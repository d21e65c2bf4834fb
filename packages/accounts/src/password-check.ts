import { type Account, CalendarError, type Clock, type Logger } from "@kalends/core";
import { createCredentialMemory } from "./credential-memory.ts";
import { toNetwork } from "./network.ts";
import type { Passwords } from "./passwords.ts";
import { createRareWarning } from "./rare-warning.ts";
import { createRecentSignIns } from "./recent-sign-ins.ts";

/** What somebody tries to sign in with, and the address that it comes from. */
export interface Attempt {
  readonly name: string;
  readonly password: string;
  readonly source: string;
}

/**
 * Whether the password is that of the account, which is `undefined` for a name that nobody has. Rejects with
 * `rest_storage_unavailable` when too many others are being checked.
 */
export type CheckPassword = (attempt: Attempt, account: Account | undefined) => Promise<boolean>;

export interface PasswordCheckDeps {
  readonly passwords: Passwords;
  readonly clock: Clock;
  readonly logger: Logger | undefined;
}

/** The queue of all who did not sign in lately. */
const STRANGERS = "strangers";

type Verify = () => Promise<boolean | undefined>;

/** Verifies once for all who ask the same at the same time: a burst of requests of one client costs one scrypt. */
const createPendingChecks = (): ((key: string, verify: Verify) => ReturnType<Verify>) => {
  const pending = new Map<string, ReturnType<Verify>>();
  return (key, verify) => {
    const asked = pending.get(key) ?? verify().finally(() => pending.delete(key));
    pending.set(key, asked);
    return asked;
  };
};

/**
 * Who signed in from the same source during the last hour waits in a queue of their own; all others share one, whatever name
 * they try. A name that nobody has takes the same way as a wrong password. Source: 90-decisions P8.
 */
export const createPasswordCheck = ({ passwords, clock, logger }: PasswordCheckDeps): CheckPassword => {
  const memory = createCredentialMemory({ clock });
  const recentSignIns = createRecentSignIns({ clock });
  const verifyOnce = createPendingChecks();
  const warn = createRareWarning("Sign-ins are refused: too many passwords are being checked", {
    clock,
    logger,
  });

  const verify = async (
    password: string,
    source: string,
    account: Account | undefined,
    key: string,
  ): Promise<boolean> => {
    const isRecent = account !== undefined && recentSignIns.has(account.id, source);
    const queue = isRecent ? `${account.id} ${source}` : STRANGERS;
    // Per queue: who has one of their own never waits for a check that strangers began.
    const isRight = await verifyOnce(`${queue} ${key}`, () =>
      passwords.verify(password, account, { queue, source }),
    );
    if (isRight !== undefined) return isRight;
    warn({ source });
    throw new CalendarError("rest_storage_unavailable");
  };

  return async (attempt, account) => {
    const { name, password } = attempt;
    const source = toNetwork(attempt.source);
    const key = memory.keyOf(name, account, password);
    const isRemembered = memory.has(key);
    const isRight = isRemembered || (await verify(password, source, account, key));
    if (isRight && !isRemembered) memory.add(key);
    if (isRight && account !== undefined) recentSignIns.add(account.id, source);
    return isRight;
  };
};
