import type { JsonObject } from "../model/json.ts";
import type { LinkPurpose } from "../model/sign-in-record.ts";
import type { Actor, Role } from "../rights/actor.ts";

/** Client of a request. */
export interface SignInClient {
  /** Network address; empty if there is none. */
  readonly source: string;
  /** `User-Agent`; empty if there is none. */
  readonly device: string;
  /** Token of the session that came with the request. A new session ends it. */
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
  /** Digest of its token. */
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

/** Options of WebAuthn for the browser, with the id of the challenge that the response must name. */
export interface PasskeyCeremony {
  readonly challengeId: string;
  /** `PublicKeyCredentialCreationOptionsJSON` or `PublicKeyCredentialRequestOptionsJSON`. */
  readonly options: JsonObject;
}

/** Public address of the sign-in page and relying party; absent: passkeys and mailed links are off. */
export interface SignInOrigin {
  /** Origin such as `https://calendar.example`. */
  readonly origin: string;
  /** Relying party id: the host name of the origin. */
  readonly rpId: string;
}

/**
 * Sessions, sign-in passwords, one-time links and passkeys. Sign-ins throw `rest_sign_in_failed` for wrong
 * credentials, `rest_too_many_requests` and `rest_storage_unavailable` as authentication does, and
 * `rest_invalid_param` for malformed values. Not available if a host manages the users.
 * Source: rules/sign-in.md.
 */
export interface SignIns {
  /** True if passkeys can be used: the public address is https or localhost. */
  readonly hasPasskeys: boolean;
  /** Returns the account behind an actor; `undefined` if it does not exist any more. */
  userOf(accountId: number): Promise<SignedInUser | undefined>;

  /** Opens a session. `login` is a name, or an email address that exactly one account has. */
  openWithPassword(login: string, password: string, client: SignInClient): Promise<OpenedSession>;
  /** Proves the password again for the session of the actor. */
  confirmWithPassword(actor: Actor, password: string, client: SignInClient): Promise<void>;
  /** Ends the session with this token. Returns false if there is none. */
  close(token: string): Promise<boolean>;
  /** Lists the sessions of an account that are valid now, latest use first. */
  sessionsOf(accountId: number): Promise<readonly SessionInfo[]>;
  /** Ends a session of an account. Returns false if there is none. */
  endSession(accountId: number, id: string): Promise<boolean>;
  /** Ends all sessions of an account except one. Returns their number. */
  endSessions(accountId: number, exceptId?: string): Promise<number>;
  /**
   * Changes the password of the actor, who proves the old one. Ends all sessions of the account and opens a new
   * one if the actor has a session.
   */
  changePassword(
    actor: Actor,
    passwords: { readonly old: string; readonly password: string },
    client: SignInClient,
  ): Promise<OpenedSession | undefined>;

  passkeysOf(accountId: number): Promise<readonly PasskeyInfo[]>;
  /** Begins the registration of a passkey. Throws `rest_limit_reached` beyond 20. */
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
  /** Begins a proof of a passkey for the session of the actor. */
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
   * Requests a link for the account with this name or email address. Resolves before the account is looked up,
   * and the same whether or not it exists. Throws `rest_too_many_requests` beyond 20 an hour for a source.
   */
  requestLink(login: string, client: SignInClient): Promise<void>;
}
