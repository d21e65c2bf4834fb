import { hash, randomBytes } from "node:crypto";
import type { Clock } from "@kalends/core";
import { type Account, foldText } from "@kalends/core/storage";
import { createExpiringSet, type ExpiringSet, setYoungest } from "./expiring-set.ts";
import { toPlainPassword } from "./validity.ts";

const MINUTE = 60_000;

/** Remembers for a minute which passwords were right: scrypt is slow. Source: rules/rights.md#application-passwords. */
interface CredentialMemory extends ExpiringSet {
  /**
   * A key that shows nothing about the password, and changes with any change of the account's credentials. The same for all
   * spellings of a name, whether there is such an account or not.
   */
  keyOf(name: string, account: Account | undefined, password: string): string;
}

/** Keys are digests under a secret that only this process has, so a memory dump is no list of password hashes. */
export const createCredentialMemory = (clock: Clock, capacity: number = 1_000): CredentialMemory => {
  const secret = randomBytes(32).toString("base64url");
  return {
    ...createExpiringSet({ clock, lifetimeMs: MINUTE, capacity }),
    keyOf(name, account, password) {
      const credentials = account?.credentials.map((credential) => credential.hash);
      const identity = [foldText(name), account?.id, account?.revision, credentials];
      // At once: an HMAC takes several times as long, and keeps keys apart no better, which nobody gets to see.
      return hash("sha256", JSON.stringify([secret, ...identity, toPlainPassword(password)]), "base64url");
    },
  };
};

/** From where each account signed in during the last hour. */
interface RecentSignIns {
  has(accountId: number, source: string): boolean;
  add(accountId: number, source: string): void;
  /** How many pairs of an account and a source it holds; bounded. */
  size(): number;
}

interface RecentSignInsLimits {
  /** How many accounts are remembered; 1,000 by default. */
  readonly accounts?: number;
  /** How many sources of each, 20 by default: an account with many addresses pushes out only its own. */
  readonly sourcesOfOne?: number;
}

export const createRecentSignIns = (
  clock: Clock,
  { accounts = 1_000, sourcesOfOne = 20 }: RecentSignInsLimits = {},
): RecentSignIns => {
  const sourcesOf = new Map<number, ExpiringSet>();
  return {
    has: (accountId, source) => sourcesOf.get(accountId)?.has(source) ?? false,
    add(accountId, source) {
      const sources =
        sourcesOf.get(accountId) ??
        createExpiringSet({ clock, lifetimeMs: 60 * MINUTE, capacity: sourcesOfOne });
      sources.add(source);
      setYoungest(sourcesOf, accountId, sources, accounts);
    },
    size: () => [...sourcesOf.values()].reduce((total, sources) => total + sources.size(), 0),
  };
};
