import type { Clock } from "@kalends/core";
import type { SessionInfo, SignInClient } from "@kalends/core/accounts";
import type { Account, AccountRepository, AccountStore, StoredSession } from "@kalends/core/storage";
import { setNewest } from "../passwords/expiring-set.ts";
import { createSecret, digestOf, digestOfGiven } from "../tokens/secrets.ts";

/** Lifetimes of sessions in seconds. A session ends as soon as one of the two is over. */
export interface SessionLimits {
  /** Maximum time since the last use of the session; 12 hours by default. */
  readonly idle: number;
  /** Maximum time since the sign-in; 30 days by default. */
  readonly lifetime: number;
}

const MINUTE = 60_000;
export const SESSION_LIMITS: SessionLimits = { idle: 12 * 3_600, lifetime: 30 * 24 * 3_600 };

/** Minimum number of milliseconds between two stored uses of a session, because each write costs a commit. */
const WRITE_USE_AFTER = 5 * MINUTE;
/**
 * Fraction of the idle lifetime. If it is less than `WRITE_USE_AFTER`, a use is stored after this time
 * instead, so that sessions in use do not end.
 */
const WRITE_USE_PART = 0.1;
const MAX_SESSIONS = 50;
/**
 * Number of sessions whose account id stays in memory, so that session and account can be read in parallel.
 */
const REMEMBERED = 10_000;
const MAX_DEVICE = 200;
const MAX_ADDRESS = 64;
const NOT_SHOWN = /[\p{Cc}\p{Cs}]+/gu;

export interface ValidSession {
  readonly account: Account;
  readonly session: StoredSession;
}

export interface Sessions {
  /**
   * Returns the session with this token, and its account. Returns `undefined` if the session is unknown or
   * has ended, or if the account is disabled. `isBackground`: if true, the request does not extend the
   * session.
   */
  find(token: string, options: { readonly isBackground: boolean }): Promise<ValidSession | undefined>;
  /**
   * Opens a session inside the transaction `unit`. Ends the session with the token `client.previous`, if any.
   */
  open(
    unit: AccountRepository,
    account: Account,
    client: SignInClient,
  ): Promise<{ readonly token: string; readonly session: StoredSession }>;
  /** Stores that the user has just proved their identity. Returns false if the session no longer exists. */
  confirm(digest: string): Promise<boolean>;
  close(token: string): Promise<boolean>;
  list(accountId: number): Promise<readonly SessionInfo[]>;
  end(accountId: number, digest: string): Promise<boolean>;
  endAll(accountId: number, exceptDigest?: string): Promise<number>;
}

const shortened = (text: string, maximum: number): string =>
  [...text.replace(NOT_SHOWN, " ")].slice(0, maximum).join("");

/**
 * Creates the functions for the sessions of a store.
 * Source: rules/sign-in.md#sessions.
 */
export const createSessions = ({
  store,
  clock,
  limits: { idle, lifetime } = SESSION_LIMITS,
}: {
  readonly store: AccountStore;
  readonly clock: Clock;
  readonly limits?: SessionLimits | undefined;
}): Sessions => {
  const records = store.signInRecords;
  const writeUseAfter = Math.min(WRITE_USE_AFTER, idle * 1000 * WRITE_USE_PART);
  const accountIds = new Map<string, number>();
  const beingWritten = new Set<string>();

  const endOf = ({ created, used }: Pick<StoredSession, "created" | "used">): number =>
    Math.min(used + idle * 1000, created + lifetime * 1000);
  const isValid = (session: StoredSession): boolean => clock.now() < endOf(session);
  const current = (session: StoredSession): StoredSession => ({ ...session, expires: endOf(session) });

  /**
   * Changes a session and returns it. Returns `undefined`, without a change, if the session was removed
   * meanwhile.
   */
  const change = (digest: string, values: Partial<StoredSession>): Promise<StoredSession | undefined> =>
    store.transaction(async ({ signInRecords }) => {
      const found = await signInRecords.find("session", digest);
      if (found === undefined) return undefined;
      const changed = current({ ...found, ...values });
      return (await signInRecords.replace(changed)) ? changed : undefined;
    });

  /**
   * Stores the time of the last use. Requests do not await it: a request that only reads must not wait until
   * the store accepts writes.
   */
  const writeUse = async (digest: string, used: number): Promise<void> => {
    if (beingWritten.has(digest)) return;
    beingWritten.add(digest);
    try {
      await change(digest, { used });
    } catch {
      // The next request tries again.
    } finally {
      beingWritten.delete(digest);
    }
  };

  const validOf = async (unit: AccountRepository, accountId: number): Promise<readonly StoredSession[]> =>
    (await unit.signInRecords.listOf("session", accountId)).filter(isValid);

  /**
   * Makes room for one more session of the account. Removes expired sessions, and then the least recently
   * used ones until the account has fewer than `MAX_SESSIONS`.
   */
  const makeRoom = async (unit: AccountRepository, accountId: number): Promise<void> => {
    const all = await unit.signInRecords.listOf("session", accountId);
    const byUse = all.toSorted((one, other) => other.used - one.used);
    const kept = byUse.filter(isValid).slice(0, MAX_SESSIONS - 1);
    for (const session of all)
      if (!kept.includes(session)) await unit.signInRecords.remove("session", session.digest);
  };

  return {
    async find(token, { isBackground }) {
      const digest = digestOfGiven(token);
      if (digest === undefined) return undefined;
      const accountId = accountIds.get(digest);
      const [found, remembered] = await Promise.all([
        records.find("session", digest),
        accountId === undefined ? undefined : store.find(accountId),
      ]);
      if (found === undefined || !isValid(found)) return undefined;
      const account = remembered ?? (await store.find(found.accountId));
      if (account === undefined || account.isDisabled) return undefined;
      setNewest(accountIds, digest, account.id, REMEMBERED);
      const now = clock.now();
      if (isBackground || now - found.used < writeUseAfter) return { account, session: current(found) };
      void writeUse(digest, now);
      return { account, session: current({ ...found, used: now }) };
    },

    async open(unit, account, { device, source, previous }) {
      const { secret: token, digest } = createSecret();
      const now = clock.now();
      const session = current({
        kind: "session",
        digest,
        accountId: account.id,
        ...{ created: now, used: now, confirmed: now, expires: now },
        device: shortened(device, MAX_DEVICE),
        address: shortened(source, MAX_ADDRESS),
      });
      if (previous !== undefined) await unit.signInRecords.remove("session", digestOf(previous));
      await makeRoom(unit, account.id);
      await unit.signInRecords.save(session);
      return { token, session };
    },

    async confirm(digest) {
      const now = clock.now();
      return (await change(digest, { used: now, confirmed: now })) !== undefined;
    },

    close: (token) => records.remove("session", digestOf(token)),

    async list(accountId) {
      const sessions = (await validOf(store, accountId)).map(current);
      return sessions
        .toSorted((one, other) => other.used - one.used)
        .map(({ digest: id, device, address, created, used, expires }) => ({
          ...{ id, device, address, created, used, expires },
        }));
    },

    async end(accountId, digest) {
      const found = await records.find("session", digest);
      return found?.accountId === accountId && (await records.remove("session", digest));
    },

    async endAll(accountId, exceptDigest) {
      return records.removeAllOf(accountId, "session", exceptDigest);
    },
  };
};
