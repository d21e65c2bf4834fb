import type { Account } from "../model/account.ts";
import type { IdSequences, Store } from "./store.ts";

/** Repository of accounts, outside or inside a transaction. Callers must not change the returned objects. */
export interface AccountRepository {
  readonly ids: IdSequences<"account">;
  find(id: number): Promise<Account | undefined>;
  /** Returns the account with this name. Names are compared after `foldText`. */
  findByName(name: string): Promise<Account | undefined>;
  /** Returns the account that has the credential with this id. */
  findByCredential(credentialId: string): Promise<Account | undefined>;
  /** Returns all accounts, ordered by id. */
  list(): Promise<readonly Account[]>;
  /**
   * Stores the account and replaces the one with the same id. If another account has the same name, stores
   * nothing and returns false.
   */
  save(account: Account): Promise<boolean>;
  /** Removes an account. Returns false if it does not exist. */
  remove(id: number): Promise<boolean>;
}

/**
 * Store of the accounts, for a calendar that manages its own users. Transactions and failures are the same as
 * in a `Store`.
 */
export interface AccountStore extends AccountRepository {
  transaction<T>(work: (accounts: AccountRepository) => Promise<T>): Promise<T>;
}

/** Store that can also store accounts. */
export interface StoreWithAccounts extends Store {
  /**
   * Opens the account store and creates missing tables or collections. It is closed together with the store.
   * If a host application manages the users, it is never called.
   */
  openAccounts(): Promise<AccountStore>;
}
