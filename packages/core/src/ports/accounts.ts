import type { Account, StoredCredential } from "../model/account.ts";
import type { Actor, Role } from "../rights/actor.ts";

/** What a request sends to prove who the caller is. Empty credentials never get here: they count as none. */
export type Credentials =
  | { readonly kind: "password"; readonly name: string; readonly password: string }
  | { readonly kind: "bearer"; readonly token: string }
  /** An `Authorization` header that cannot be read. */
  | { readonly kind: "unreadable" };

/** The actor behind the credentials, or why there is none. */
export type Authentication =
  | { readonly actor: Actor }
  | { readonly failure: "invalid_username" | "incorrect_password" | "rest_forbidden" };

/** Who may be the author of records. */
export interface Authors {
  isAuthor(id: number): Promise<boolean>;
}

/** The people of the calendar: who they are, what they may do. */
export interface Accounts extends Authors {
  /**
   * `source` is the address that the credentials come from, empty when there is none. Rejects with `rest_storage_unavailable`
   * when accounts cannot be read at the moment: never a failure of the caller.
   */
  authenticate(credentials: Credentials, source: string): Promise<Authentication>;
  /**
   * The actor behind an account, by its id or its name; `undefined` when there is none, or when the account no longer has this password or
   * token, if one is named.
   */
  actorOf(account: number | string, credentialId?: string): Promise<Actor | undefined>;
}

/** What is known of the person behind an account; an empty text stands for nothing. */
export interface AccountProfile {
  readonly displayName?: string | undefined;
  readonly email?: string | undefined;
}

/** The outcome of a change; `last-administrator`: nothing changed, or no administrator would be left. */
export type AccountChange = "done" | "missing" | "last-administrator";

/** `force` leaves the calendar without an administrator, if need be. */
export interface AccountChangeOptions {
  readonly force?: boolean | undefined;
}

/**
 * What the command line does with accounts. Names are compared folded; passwords and tokens are answered once. All throw
 * `rest_invalid_param` for a malformed name, password or profile.
 */
export interface AccountAdministration {
  list(): Promise<readonly AccountSummary[]>;
  /** `undefined` when the name is taken. Generates an application password when none is given. */
  add(
    name: string,
    role: Role,
    password?: string,
    profile?: AccountProfile,
  ): Promise<{ readonly id: number; readonly password: string } | undefined>;
  /** The records of the account stay. */
  remove(name: string, options?: AccountChangeOptions): Promise<AccountChange>;
  /** Takes effect with the next request. */
  changeRole(name: string, role: Role, options?: AccountChangeOptions): Promise<AccountChange>;
  /** Members that are left out stay as they are; false when there is no such account. */
  changeProfile(name: string, profile: AccountProfile): Promise<boolean>;
  /** A further application password; `undefined` when there is no such account. */
  addPassword(
    name: string,
    label: string,
    password?: string,
  ): Promise<{ readonly id: string; readonly password: string } | undefined>;
  /** A further API token of the form `id.secret`; `undefined` when there is no such account. */
  addToken(name: string, label: string): Promise<{ readonly id: string; readonly token: string } | undefined>;
  /** Revokes a password or token by its id, at once and for every process. */
  revoke(name: string, credentialId: string): Promise<boolean>;
}

/** An account without its secrets. */
export interface AccountSummary extends Omit<Account, "credentials" | "revision"> {
  readonly credentials: readonly Omit<StoredCredential, "hash">[];
}
