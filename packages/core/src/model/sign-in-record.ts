/**
 * Session, one-time link or passkey challenge of an account. The store keeps only the digest of its secret.
 * Times are milliseconds since 1970.
 */
export type SignInRecord = StoredSession | OneTimeLink | PasskeyChallenge;

export type SignInRecordKind = SignInRecord["kind"];

interface SecretRecord {
  /** SHA-256 of the secret, in base64url; unique within a kind. */
  readonly digest: string;
  readonly created: number;
  /** Time from which the record is invalid, in milliseconds since 1970. */
  readonly expires: number;
}

/** Session of a person who is signed in. */
export interface StoredSession extends SecretRecord {
  readonly kind: "session";
  readonly accountId: number;
  /** Time of the last use, in milliseconds since 1970. It is written at most every five minutes. */
  readonly used: number;
  /**
   * Time at which the person last signed in or confirmed the session, with a password or passkey. In
   * milliseconds since 1970.
   */
  readonly confirmed: number;
  /** `User-Agent` of the sign-in, shortened; empty if there was none. */
  readonly device: string;
  /** IP address of the sign-in; empty if it was unknown. */
  readonly address: string;
}

/** Link that sets the sign-in password of an account once. */
export interface OneTimeLink extends SecretRecord {
  readonly kind: "link";
  readonly accountId: number;
  readonly purpose: LinkPurpose;
}

export type LinkPurpose = "invitation" | "forgotten-password" | "first-start";

/** Challenge of WebAuthn, valid for one attempt. Its `digest` is the SHA-256 of the challenge. */
export interface PasskeyChallenge extends SecretRecord {
  readonly kind: "challenge";
  readonly purpose: "register" | "sign-in" | "confirm";
  /** Account of the session that requested the challenge; absent if the purpose is `sign-in`. */
  readonly accountId?: number;
  /** Digest of the session that requested the challenge; absent if the purpose is `sign-in`. */
  readonly session?: string;
}
