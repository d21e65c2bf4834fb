import type { Account, CredentialScope, StoredCredential } from "../model/account.ts";
import type { LinkPurpose } from "../model/sign-in-record.ts";
import type { Actor, Role } from "../rights/actor.ts";

/** Credentials that a request sends. A request with empty credentials counts as one without credentials. */
export type Credentials =
  | { readonly kind: "password"; readonly name: string; readonly password: string }
  | { readonly kind: "bearer"; readonly token: string }
  /** Cookie of a session. `isBackground`: the request does not count as a use. */
  | { readonly kind: "session"; readonly token: string; readonly isBackground: boolean }
  /** `Authorization` header that cannot be parsed. */
  | { readonly kind: "unreadable" };

/** Actor that the credentials belong to, or the reason why authentication failed. */
export type Authentication =
  | { readonly actor: Actor }
  | { readonly failure: "invalid_username" | "incorrect_password" | "rest_forbidden" };

/** Users that may be authors of records. */
export interface Authors {
  isAuthor(id: number): Promise<boolean>;
}

/** Users of the calendar and their rights. */
export interface Accounts extends Authors {
  /**
   * Authenticates a request. `source` is the network address of the client; empty if there is none. Rejects
   * with `rest_storage_unavailable` if accounts cannot be read at the moment. This is never reported as a
   * failure of the caller.
   */
  authenticate(credentials: Credentials, source: string): Promise<Authentication>;
  /**
   * Returns the actor of an account, by id or name. Returns `undefined` if there is no such account, if it is
   * disabled, or if it no longer has the given password or token. `scopes`: additional rights of the
   * credential.
   */
  actorOf(
    account: number | string,
    credentialId?: string,
    scopes?: readonly CredentialScope[],
  ): Promise<Actor | undefined>;
}

/** Personal data of an account. An empty text removes a value. */
export interface AccountProfile {
  readonly displayName?: string | undefined;
  readonly email?: string | undefined;
}

/** Outcome of a change. `last-administrator`: nothing was changed, because no administrator would be left. */
export type AccountChange = "done" | "missing" | "last-administrator";

/** Options of a change; `force` allows it to leave the calendar without an administrator. */
export interface AccountChangeOptions {
  readonly force?: boolean | undefined;
}

/**
 * Account commands of the command line. Names are compared folded. Passwords and tokens are returned only
 * once, when they are created. All methods throw `rest_invalid_param` for a malformed name, password or
 * profile.
 */
export interface AccountAdministration {
  list(): Promise<readonly AccountSummary[]>;
  /**
   * Adds an account. Returns `undefined` if the name is taken. Generates an application password if none is
   * given.
   */
  add(
    name: string,
    role: Role,
    password?: string,
    profile?: AccountProfile,
  ): Promise<{ readonly id: number; readonly password: string } | undefined>;
  /** Removes an account; its records remain. */
  remove(name: string, options?: AccountChangeOptions): Promise<AccountChange>;
  /** Changes the role; applies to the next request. */
  changeRole(name: string, role: Role, options?: AccountChangeOptions): Promise<AccountChange>;
  /** Disables or enables an account. Disabling ends its sessions and links. */
  changeDisabled(name: string, isDisabled: boolean, options?: AccountChangeOptions): Promise<AccountChange>;
  /** Changes the profile; missing members stay unchanged. Returns false if there is no such account. */
  changeProfile(name: string, profile: AccountProfile): Promise<boolean>;
  /** Adds an application password. Returns `undefined` if there is no such account. */
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
  /** Revokes a password or token by its id, or ends a session, immediately and for every process. */
  revoke(name: string, credentialId: string): Promise<boolean>;
  /** Ends all sessions of an account. Returns their number; `undefined` if there is no such account. */
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
  /** Number of its passkeys. */
  readonly passkeys: number;
}
