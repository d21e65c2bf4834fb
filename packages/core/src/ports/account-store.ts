import type { Account } from "../model/account.ts";
import type { IdSequences, Store } from "./store.ts";

/** Stored accounts, outside or inside a transaction. Callers must not change the returned objects. */
export interface AccountRepository {
  readonly ids: IdSequences<"account">;
  find(id: number): Promise<Account | undefined>;
  /** Finds an account by name; names are compared folded. */
  findByName(name: string): Promise<Account | undefined>;
  /** Finds the account that has the credential with this id. */
  findByCredential(credentialId: string): Promise<Account | undefined>;
  /** Returns all accounts, by id. */
  list(): Promise<readonly Account[]>;
  /**
   * Stores the account, replacing the one with its id. Returns false, and stores nothing, if another account
   * has its name.
   */
  save(account: Account): Promise<boolean>;
  /** Returns false if there is no such account. */
  remove(id: number): Promise<boolean>;
}

/**
 * Store of the accounts of a calendar that manages its own users. Its transactions and failures are like
 * those of a `Store`.
 */
export interface AccountStore extends AccountRepository {
  transaction<T>(work: (accounts: AccountRepository) => Promise<T>): Promise<T>;
}

/** Store that can also keep accounts. */
export interface StoreWithAccounts extends Store {
  /**
   * Opens the account store, and creates missing tables or collections. It closes with the store. Not called
   * if a host application manages the users.
   */
  openAccounts(): Promise<AccountStore>;
}
