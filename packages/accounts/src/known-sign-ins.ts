import { hash, randomBytes } from "node:crypto";
import type { Clock } from "@kalends/core";
import { type Account, foldText } from "@kalends/core/storage";
import { createExpiringSet, type ExpiringSet, setNewest } from "./expiring-set.ts";
import type { StoredPassword } from "./passwords.ts";

const MINUTE = 60_000;

/**
 * Set of passwords that were verified during the last minute. It avoids running the slow scrypt for every
 * request. Source: rules/rights.md#application-passwords.
 */
interface CredentialMemory extends ExpiringSet {
  /**
   * Returns a key that does not reveal the password and changes with every change of the account and its
   * passwords. All spellings of a name give the same key, with or without an account.
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
 * process, so a memory dump contains no password hashes.
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
  /** Maximum number of accounts; 1,000 by default. */
  readonly accounts?: number;
  /**
   * Maximum number of sources per account; 20 by default. If an account signs in from more sources, only the
   * oldest sources of this account are removed.
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
