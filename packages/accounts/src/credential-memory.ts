import { createHmac, randomBytes } from "node:crypto";
import type { Account, Clock } from "@kalends/core";
import { toPlainPassword } from "./passwords.ts";

/** How long a verified pair is remembered. Source: 90-decisions P8. */
const LIFETIME_MS = 60_000;
const CAPACITY = 1_000;

/** Remembers for a minute which passwords were right, so that not every request pays for scrypt. */
export interface CredentialMemory {
  /** A key that tells nothing about the password, and changes with any change of the account's credentials. */
  keyOf(account: Account, password: string): string;
  has(key: string): boolean;
  add(key: string): void;
  /** How many it remembers; at most its capacity. */
  size(): number;
}

export interface CredentialMemoryDeps {
  readonly clock: Clock;
  readonly capacity?: number;
}

/** Keys are digests under a secret that this process alone has, so a memory dump is no list of password hashes. */
export const createCredentialMemory = ({
  clock,
  capacity = CAPACITY,
}: CredentialMemoryDeps): CredentialMemory => {
  const secret = randomBytes(32);
  const addedAt = new Map<string, number>();

  return {
    keyOf({ id, revision, credentials }, password) {
      const hashes = credentials.map(({ hash }) => hash);
      return createHmac("sha256", secret)
        .update(JSON.stringify([id, revision, hashes, toPlainPassword(password)]))
        .digest("base64url");
    },
    has(key) {
      const added = addedAt.get(key);
      if (added === undefined) return false;
      const age = clock.now() - added;
      if (age >= 0 && age < LIFETIME_MS) return true;
      addedAt.delete(key);
      return false;
    },
    add(key) {
      // Taken out and put in again, a key moves to the end: the first one is always the oldest.
      addedAt.delete(key);
      addedAt.set(key, clock.now());
      for (const oldest of addedAt.keys()) {
        if (addedAt.size <= capacity) break;
        addedAt.delete(oldest);
      }
    },
    size: () => addedAt.size,
  };
};
