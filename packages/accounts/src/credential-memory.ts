import { createHmac, randomBytes } from "node:crypto";
import { type Account, type Clock, foldText } from "@kalends/core";
import { createExpiringSet } from "./expiring-set.ts";
import { toPlainPassword } from "./passwords.ts";

/** How long a verified pair is remembered. Source: 90-decisions P8. */
const LIFETIME_MS = 60_000;
const CAPACITY = 1_000;

/** Remembers for a minute which passwords were right, so that not every request pays for scrypt. */
export interface CredentialMemory {
  /**
   * A key that tells nothing about the password, and changes with any change of the account's credentials. The same for all
   * spellings of a name, whether there is such an account or not.
   */
  keyOf(name: string, account: Account | undefined, password: string): string;
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
  const { has, add, size } = createExpiringSet({ clock, lifetimeMs: LIFETIME_MS, capacity });
  return {
    keyOf(name, account, password) {
      const credentials = account?.credentials.map(({ hash }) => hash);
      return createHmac("sha256", secret)
        .update(
          JSON.stringify([
            foldText(name),
            account?.id,
            account?.revision,
            credentials,
            toPlainPassword(password),
          ]),
        )
        .digest("base64url");
    },
    has,
    add,
    size,
  };
};
