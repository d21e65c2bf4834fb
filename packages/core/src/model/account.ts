import type { Role } from "../rights/actor.ts";

/** Application password (`scrypt`) or API token (`sha256`). Only its hash is stored, never the clear text. */
export interface StoredCredential {
  /** Unique over all accounts; letters and digits. */
  readonly id: string;
  readonly kind: "password" | "token";
  readonly label: string;
  /** Hash in a self-describing text format that the account adapter defines. */
  readonly hash: string;
  /** UTC. */
  readonly createdUtc: string;
}

/**
 * Maximum number of application passwords of an account, and of API tokens. `countOf` returns the number of
 * credentials of this kind that an account has. Source: rules/rights.md#application-passwords.
 */
export const credentialLimit: {
  readonly maximum: number;
  countOf(account: Pick<Account, "credentials">, kind: StoredCredential["kind"]): number;
} = {
  maximum: 50,
  countOf: ({ credentials }, kind) => credentials.filter((credential) => credential.kind === kind).length,
};

/** Account of the calendar. */
export interface Account {
  /** At least 1; never reused. */
  readonly id: number;
  /** Unique after folding with `foldText`. */
  readonly name: string;
  readonly role: Role;
  /** Name of the person, such as `Ann Lee`. */
  readonly displayName?: string;
  readonly email?: string;
  readonly credentials: readonly StoredCredential[];
  /** Increases with every change. */
  readonly revision: number;
}
