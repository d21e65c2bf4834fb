import type { Account, CredentialScope, StoredCredential } from "../model/account.ts";
import type { LinkPurpose } from "../model/sign-in-record.ts";
import type { Actor, Role } from "../rights/actor.ts";

/**
 * Credentials in a request. A request whose credentials are empty counts as a request without credentials.
 */
export type Credentials =
  | { readonly kind: "password"; readonly name: string; readonly password: string }
  | { readonly kind: "bearer"; readonly token: string }
  /** Cookie of a session. If `isBackground` is true, the request does not count as a use of the session. */
  | { readonly kind: "session"; readonly token: string; readonly isBackground: boolean }
  /** `Authorization` header that cannot be parsed. */
  | { readonly kind: "unreadable" };

/** Result of authentication: the actor that the credentials belong to, or the reason for the failure. */
export type Authentication =
  | { readonly actor: Actor }
  | { readonly failure: "invalid_username" | "incorrect_password" | "rest_forbidden" };

/** Users who may be authors of records. */
export interface Authors {
  isAuthor(id: number): Promise<boolean>;
}

/** Port to the users of the calendar and their rights. */
export interface Accounts extends Authors {
  /**
   * Authenticates a request. `source` is the client's network address; empty if unknown. Rejects with
   * `rest_storage_unavailable` if accounts cannot be read at the moment. This error must not be reported to
   * clients as invalid credentials.
   */
  authenticate(credentials: Credentials, source: string): Promise<Authentication>;
  /**
   * Returns the actor of the account with this id or name. If `credentialId` is given, the account must still
   * have that password or token.
   * Returns `undefined` if the account or the credential does not exist.
   */
  actorOf(
    account: number | string,
    credentialId?: string,
    scopes?: readonly CredentialScope[],
  ): Promise<Actor | undefined>;
}

/** Personal data of an account. In a change, an empty text removes the value. */
export interface AccountProfile {
  readonly displayName?: string | undefined;
  readonly email?: string | undefined;
}

/**
 * Outcome of a change of an account. `missing`: the account does not exist. `last-administrator`: the change
 * was refused, because it would leave the calendar without an administrator.
 */
export type AccountChange = "done" | "missing" | "last-administrator";

/**
 * Options of a change of an account. `force` allows a change that leaves the calendar without an
 * administrator.
 */
export interface AccountChangeOptions {
  readonly force?: boolean | undefined;
}

/**
 * Administration of accounts by the command line. Names are compared after `foldText`. Passwords and tokens
 * are returned only when they are created. Methods that store a name, password or profile throw
 * `rest_invalid_param` if it is malformed. They also throw it for a name that is another account's email
 * address, and for an email address that another account uses.
 */
export interface AccountAdministration {
  list(): Promise<readonly AccountSummary[]>;
  /**
   * Adds an account with an application password: the given one, or a new random one. Returns the id and the
   * password, or `undefined` if the name is taken.
   */
  add(
    name: string,
    role: Role,
    password?: string,
    profile?: AccountProfile,
  ): Promise<{ readonly id: number; readonly password: string } | undefined>;
  /** Removes an account. The records of its user stay. */
  remove(name: string, options?: AccountChangeOptions): Promise<AccountChange>;
  /** Changes the role of an account. The new role applies from the next request. */
  changeRole(name: string, role: Role, options?: AccountChangeOptions): Promise<AccountChange>;
  /** Disables or enables an account. Disabling ends its sessions and links. */
  changeDisabled(name: string, isDisabled: boolean, options?: AccountChangeOptions): Promise<AccountChange>;
  /**
   * Changes the profile; missing members stay unchanged. A new email address ends the one-time links of the
   * account. Returns false if there is no such account.
   */
  changeProfile(name: string, profile: AccountProfile): Promise<boolean>;
  /**
   * Adds an application password to an account: the given one, or a new random one. Returns `undefined` if
   * the account does not exist.
   */
  addPassword(
    name: string,
    label: string,
    password?: string,
    scopes?: readonly CredentialScope[],
  ): Promise<{ readonly id: string; readonly password: string } | undefined>;
  /** Adds an API token of the form `id.secret`. Returns `undefined` if there is no such account. */
  addToken(
    name: string,
    label: string,
    scopes?: readonly CredentialScope[],
  ): Promise<{ readonly id: string; readonly token: string } | undefined>;
  /**
   * Revokes a password or token by its id, or ends a session, immediately and for every process. Returns
   * false if the account has no password, token or session with this id.
   */
  revoke(name: string, credentialId: string): Promise<boolean>;
  /**
   * Ends all sessions of an account and returns their number. Returns `undefined` if the account does not
   * exist.
   */
  endSessions(name: string): Promise<number | undefined>;
  /**
   * Creates a one-time link and ends earlier ones. Returns `undefined` if the account does not exist or is
   * disabled.
   */
  createLink(
    name: string,
    purpose: LinkPurpose,
  ): Promise<{ readonly token: string; readonly expires: number } | undefined>;
}

/** Account without its secrets. */
export interface AccountSummary
  extends Omit<Account, "credentials" | "revision" | "signInPassword" | "passkeys"> {
  readonly credentials: readonly Omit<StoredCredential, "hash">[];
  /** True if the account can sign in with a password. */
  readonly hasPassword: boolean;
  /** Number of passkeys of the account. */
  readonly passkeys: number;
}
