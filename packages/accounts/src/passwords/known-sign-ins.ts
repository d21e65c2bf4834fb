import { hash, randomBytes } from "node:crypto";
import type { Clock } from "@kalends/core";
import { type Account, foldText } from "@kalends/core/storage";
import { createExpiringSet, type ExpiringSet, setNewest } from "./expiring-set.ts";
import type { StoredPassword } from "./passwords.ts";

const MINUTE = 60_000;

/**
 * Set of application passwords that were correct in a check during the last minute. It avoids running the
 * slow scrypt for every request. Source: rules/rights.md#application-passwords.
 */
interface CredentialMemory extends ExpiringSet {
  /**
   * Returns the key of a password in this set. The key does not reveal the password, and every change of the
   * account changes the key. Names that differ only in case give the same key, even if no account has the
   * name.
   */
  keyOf(
    name: string,
    account: Account | undefined,
    password: string,
    passwords: readonly StoredPassword[],
  ): string;
}

/**
 * Creates an empty set of verified passwords. Its keys are digests that include a random secret of this
 * process. Without this secret, nobody can guess passwords from the keys.
 */
export const createCredentialMemory = (clock: Clock, capacity: number = 1_000): CredentialMemory => {
  const secret = randomBytes(32).toString("base64url");
  return {
    ...createExpiringSet({ clock, lifetimeMs: MINUTE, capacity }),
    keyOf(name, account, password, passwords) {
      const identity = [
        foldText(name),
        account?.id,
        account?.revision,
        passwords.map(({ hash: text }) => text),
      ];
      // A plain hash suffices: nobody sees the keys, and an HMAC takes several times as long.
      return hash("sha256", JSON.stringify([secret, ...identity, password]), "base64url");
    },
  };
};

/** Client networks (`source`) from which each account signed in during the last hour. */
interface RecentSignIns {
  has(accountId: number, source: string): boolean;
  add(accountId: number, source: string): void;
  /** Returns the number of stored pairs of account and source, which is never more than the limits allow. */
  size(): number;
}

interface RecentSignInsLimits {
  /**
   * Maximum number of accounts whose recent sign-in networks are remembered; 1,000 by default. For a further
   * account, the account with the oldest sign-in is removed.
   */
  readonly accounts?: number;
  /**
   * Maximum number of sources that are remembered per account; 20 by default. For a further source, the
   * oldest source of the same account is removed.
   */
  readonly sourcesPerAccount?: number;
}

export const createRecentSignIns = (
  clock: Clock,
  { accounts = 1_000, sourcesPerAccount = 20 }: RecentSignInsLimits = {},
): RecentSignIns => {
  const sourcesOf = new Map<number, ExpiringSet>();
  return {
    has: (accountId, source) => sourcesOf.get(accountId)?.has(source) ?? false,
    add(accountId, source) {
      const sources =
        sourcesOf.get(accountId) ??
        createExpiringSet({ clock, lifetimeMs: 60 * MINUTE, capacity: sourcesPerAccount });
      sources.add(source);
      setNewest(sourcesOf, accountId, sources, accounts);
    },
    size: () => [...sourcesOf.values()].reduce((total, sources) => total + sources.size(), 0),
  };
};
