import type { JsonObject } from "../model/json.ts";
import type { LinkPurpose } from "../model/sign-in-record.ts";
import type { Actor, Role } from "../rights/actor.ts";

/** Client of a request. */
export interface SignInClient {
  /** Network address of the client; empty if unknown. */
  readonly source: string;
  /** `User-Agent`; empty if there is none. */
  readonly device: string;
  /** Token of the session with which the request was sent. Opening a new session ends the previous one. */
  readonly previous?: string | undefined;
}

/** Session that was just opened. */
export interface OpenedSession {
  /** Value of the session cookie: 256 random bits in base64url. It is not stored. */
  readonly token: string;
  readonly actor: Actor;
}

/** Session as its owner sees it. Times are milliseconds since 1970. */
export interface SessionInfo {
  /** Id of the session: the digest of its token. */
  readonly id: string;
  readonly device: string;
  readonly address: string;
  readonly created: number;
  readonly used: number;
  readonly expires: number;
}

/** Person who is signed in. */
export interface SignedInUser {
  readonly id: number;
  readonly name: string;
  readonly displayName: string;
  readonly email: string;
  readonly role: Role;
}

/** Passkey without its key. Times are UTC. */
export interface PasskeyInfo {
  readonly id: string;
  readonly name: string;
  readonly createdUtc: string;
  readonly usedUtc?: string;
}

/**
 * Options that the browser needs for WebAuthn. The browser's response must be sent together with
 * `challengeId`.
 */
export interface PasskeyCeremony {
  readonly challengeId: string;
  /** `PublicKeyCredentialCreationOptionsJSON` or `PublicKeyCredentialRequestOptionsJSON`. */
  readonly options: JsonObject;
}

/**
 * Public origin of the sign-in page, and the relying party id for passkeys. Without a sign-in origin,
 * passkeys and mailed links are off.
 */
export interface SignInOrigin {
  /** Origin such as `https://calendar.example`. */
  readonly origin: string;
  /** Relying party id: the host name of the origin. */
  readonly rpId: string;
}

/**
 * Sessions, sign-in passwords, one-time links and passkeys. Not available if a host application manages the
 * users.
 *
 * - Sign-ins throw `rest_sign_in_failed` for wrong credentials, and `rest_too_many_requests` after too many
 *   attempts.
 * - They throw `rest_storage_unavailable` if accounts cannot be read at the moment.
 * - They throw `rest_invalid_param` for malformed values.
 * - Methods with an `actor` throw `rest_forbidden` if the actor has no account. Confirmations and
 *   registrations of passkeys also throw it if the actor has no session.
 *
 * Source: rules/sign-in.md.
 */
export interface SignIns {
  /** True if passkeys can be used: the public address is https or localhost. */
  readonly hasPasskeys: boolean;
  /** Returns the user of the account with this id, or `undefined` if the account does not exist. */
  userOf(accountId: number): Promise<SignedInUser | undefined>;

  /** Opens a session. `login` is a name, or an email address that exactly one account has. */
  openWithPassword(login: string, password: string, client: SignInClient): Promise<OpenedSession>;
  /**
   * Checks the password of the actor again. If it is right, the actor's session counts as confirmed from now
   * on.
   */
  confirmWithPassword(actor: Actor, password: string, client: SignInClient): Promise<void>;
  /** Ends the session with this token. Returns false if no such session exists. */
  close(token: string): Promise<boolean>;
  /** Lists the sessions of an account that are valid now, latest use first. */
  sessionsOf(accountId: number): Promise<readonly SessionInfo[]>;
  /** Ends a session of an account. Returns false if no such session exists. */
  endSession(accountId: number, id: string): Promise<boolean>;
  /** Ends all sessions of an account except one. Returns their number. */
  endSessions(accountId: number, exceptId?: string): Promise<number>;
  /**
   * Changes the sign-in password of the actor, who must send the old one. Ends all sessions of the account.
   * If the actor has a session, it opens and returns a new one; otherwise it returns `undefined`.
   */
  changePassword(
    actor: Actor,
    passwords: { readonly old: string; readonly password: string },
    client: SignInClient,
  ): Promise<OpenedSession | undefined>;

  passkeysOf(accountId: number): Promise<readonly PasskeyInfo[]>;
  /**
   * Begins the registration of a passkey. Throws `rest_limit_reached` if the account already has 20 passkeys.
   */
  beginRegistration(actor: Actor): Promise<PasskeyCeremony>;
  finishRegistration(
    actor: Actor,
    name: string,
    challengeId: string,
    response: JsonObject,
  ): Promise<PasskeyInfo>;
  renamePasskey(accountId: number, id: string, name: string): Promise<boolean>;
  removePasskey(accountId: number, id: string): Promise<boolean>;
  beginPasskeySignIn(client: SignInClient): Promise<PasskeyCeremony>;
  openWithPasskey(challengeId: string, response: JsonObject, client: SignInClient): Promise<OpenedSession>;
  /** Begins a check of a passkey, with which the actor confirms the current session. */
  beginConfirmation(actor: Actor): Promise<PasskeyCeremony>;
  confirmWithPasskey(
    actor: Actor,
    challengeId: string,
    response: JsonObject,
    client: SignInClient,
  ): Promise<void>;

  /**
   * Creates a one-time link and ends earlier ones of the account. Returns `undefined` if the account does not
   * exist or is disabled.
   */
  createLink(
    accountId: number,
    purpose: LinkPurpose,
  ): Promise<{ readonly token: string; readonly expires: number } | undefined>;
  /**
   * Sets the password of the link's account, and ends the link and all sessions of the account. Throws
   * `rest_link_expired` for a link that is unknown, used or expired.
   */
  useLink(token: string, password: string, client: SignInClient): Promise<void>;
  /**
   * Requests a one-time link for the account with this name or email address, to be sent by mail.
   * Resolves before the account is looked up, so the result does not show if the account exists. Throws
   * `rest_too_many_requests` after 20 requests of one network address in an hour.
   */
  requestLink(login: string, client: SignInClient): Promise<void>;
}
