import type { Role } from "../rights/actor.ts";

/**
 * Application password (hashed with `scrypt`) or API token (hashed with `sha256`) of an account. Only the
 * hash is stored, never the secret in clear text.
 */
export interface StoredCredential {
  /** Id of the credential: letters and digits, unique over all accounts. */
  readonly id: string;
  readonly kind: "password" | "token";
  readonly label: string;
  /** Hash of the secret, in a text format that the account adapter defines. */
  readonly hash: string;
  /** Time at which the credential was created, in UTC. */
  readonly createdUtc: string;
  /** Additional rights of the credential; none by default. Source: rules/sign-in.md#credential-scopes. */
  readonly scopes?: readonly CredentialScope[];
}

/**
 * Additional right of a credential. `accounts`: the credential may manage accounts, as far as its own account
 * may.
 */
export type CredentialScope = "accounts";

/** Password that opens sessions. It is never accepted as an application password. */
export interface SignInPassword {
  /** Hash in the text format of the account adapter. */
  readonly hash: string;
  /** Time of the last change of the password, in UTC. */
  readonly changedUtc: string;
}

/** Passkey of an account: a credential of WebAuthn. */
export interface Passkey {
  /** Credential id, in base64url. */
  readonly id: string;
  /** Public key in COSE format, in base64url. */
  readonly publicKey: string;
  /** Signature counter at the last use. */
  readonly counter: number;
  /** Transports that the browser reported, such as `internal` and `usb`. */
  readonly transports?: readonly string[];
  /** Name that its owner gave it. */
  readonly name: string;
  /** Time of the registration, in UTC. */
  readonly createdUtc: string;
  /** Time of the last use, in UTC; absent if the passkey was never used. */
  readonly usedUtc?: string;
}

/**
 * `maximum` is the maximum number of application passwords of an account, and also of its API tokens.
 * `countOf` returns how many credentials of one kind an account has.
 * Source: rules/rights.md#application-passwords.
 */
export const credentialLimit: {
  readonly maximum: number;
  countOf(account: Pick<Account, "credentials">, kind: StoredCredential["kind"]): number;
} = {
  maximum: 50,
  countOf: ({ credentials }, kind) => credentials.filter((credential) => credential.kind === kind).length,
};

/** Maximum number of passkeys of an account. Source: rules/sign-in.md#passkeys. */
export const MAX_PASSKEYS = 20;

/** User account of the calendar. */
export interface Account {
  /** User id, from 1. The id of a removed account is never assigned again. */
  readonly id: number;
  /** Sign-in name. No two accounts may have names that are equal after `foldText`. */
  readonly name: string;
  readonly role: Role;
  /** Name of the person, such as `Ann Lee`. */
  readonly displayName?: string;
  readonly email?: string;
  readonly credentials: readonly StoredCredential[];
  /** Password that opens sessions; absent if the account cannot sign in with a password. */
  readonly signInPassword?: SignInPassword;
  readonly passkeys?: readonly Passkey[];
  /**
   * Set if the account is disabled. All its credentials, passwords, passkeys and sessions are then refused.
   */
  readonly isDisabled?: true;
  /** Set for the administrator that `kalends serve` has created. */
  readonly isFirst?: true;
  /** Revision number, which increases with every change of the account. */
  readonly revision: number;
}
