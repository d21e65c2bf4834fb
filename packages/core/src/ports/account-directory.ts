import type { CredentialScope } from "../model/account.ts";
import type { Actor, Role } from "../rights/actor.ts";
import type { AccountChange, AccountProfile, AccountSummary } from "./accounts.ts";

/** Query of the list of accounts. */
export interface AccountQuery {
  /**
   * Text that must occur in the sign-in name, the person's name or the email address. All are compared after
   * `foldText`.
   */
  readonly search?: string | undefined;
  readonly role?: Role | undefined;
  readonly isDisabled?: boolean | undefined;
  /** Number of the page, from 1. */
  readonly page: number;
  readonly perPage: number;
}

export interface AccountPage {
  readonly accounts: readonly AccountSummary[];
  readonly total: number;
}

/** Values of a new account. */
export interface NewAccount extends AccountProfile {
  readonly name: string;
  readonly role: Role;
}

/** Change of an account; missing members stay unchanged. */
export interface AccountValues extends AccountProfile {
  readonly name?: string | undefined;
  readonly role?: Role | undefined;
  readonly isDisabled?: boolean | undefined;
}

/**
 * Choice for the records of an account that is deleted: they keep the account's id as their author, or get
 * another author.
 */
export type RecordsOfDeleted = { readonly keep: true } | { readonly author: number };

/** New application password or API token, shown only once. */
export interface IssuedCredential {
  readonly id: string;
  /** The password, or the token `id.secret`. */
  readonly secret: string;
}

/**
 * Accounts as callers manage them over the interface. `create`, `change` and `remove` enforce these rules:
 *
 * - The last administrator stays: a call that would leave none returns `last-administrator`.
 * - Nobody deletes or disables their own account, or changes their own role.
 * - Nobody gives a role above their own, or manages an account with such a role.
 *
 * For the other rules, they throw `rest_forbidden`. For invalid values, they throw `rest_invalid_param` with
 * the name of the parameter. They also throw it for a name or email address that another account has.
 * Source: rules/sign-in.md.
 */
export interface AccountDirectory {
  list(query: AccountQuery): Promise<AccountPage>;
  find(id: number): Promise<AccountSummary | undefined>;
  /** Creates an account without credentials and returns its id. */
  create(actor: Actor, account: NewAccount): Promise<number>;
  change(actor: Actor, id: number, values: AccountValues): Promise<AccountChange>;
  /**
   * Deletes an account with its credentials, sessions and links. Throws `rest_too_many_records` if more than
   * 1,000 records would get another author.
   */
  remove(actor: Actor, id: number, records: RecordsOfDeleted): Promise<AccountChange>;
  /**
   * Adds an application password or a token to the actor's account. Throws `rest_limit_reached` if the
   * account already has 50 credentials of this kind. Throws `rest_forbidden` if the actor signed in with a
   * token or a plugin's scheme, or lacks one of the scopes.
   */
  issue(
    actor: Actor,
    kind: "password" | "token",
    values: { readonly label: string; readonly scopes: readonly CredentialScope[] },
  ): Promise<IssuedCredential>;
  /**
   * Revokes a credential of the account immediately, and everything that was created with it. Returns false
   * if the account has no such credential.
   */
  revoke(id: number, credentialId: string): Promise<boolean>;
}
