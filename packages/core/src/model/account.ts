import type { Role } from "../rights/actor.ts";

/** An application password (`scrypt`) or an API token (`sha256`), as it is kept: never in the clear. */
export interface StoredCredential {
  /** Unique over all accounts; letters and digits. */
  readonly id: string;
  readonly kind: "password" | "token";
  readonly label: string;
  /** Self-describing text of the account adapter's making. */
  readonly hash: string;
  /** UTC. */
  readonly createdUtc: string;
}

export interface Account {
  /** From 1, never reused. */
  readonly id: number;
  /** Unique when folded by `foldText`. */
  readonly name: string;
  readonly role: Role;
  /** What the person is called, such as `Ann Lee`. */
  readonly displayName?: string;
  readonly email?: string;
  readonly credentials: readonly StoredCredential[];
  /** Grows with every change. */
  readonly revision: number;
}
