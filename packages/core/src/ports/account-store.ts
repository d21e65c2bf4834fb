import type { Account } from "../model/account.ts";
import type { IdSequences, Store } from "./store.ts";

/** Accounts, on their own or inside a transaction. Answers are only read. */
export interface AccountRepository {
  readonly ids: IdSequences<"account">;
  find(id: number): Promise<Account | undefined>;
  /** By name, compared folded. */
  findByName(name: string): Promise<Account | undefined>;
  /** By the id of one of its credentials. */
  findByCredential(credentialId: string): Promise<Account | undefined>;
  /** All, by id. */
  list(): Promise<readonly Account[]>;
  /** Stores the account, replacing the one with its id; false (and nothing stored) when another has its name. */
  save(account: Account): Promise<boolean>;
  /** False when there is none. */
  remove(id: number): Promise<boolean>;
}

/** Where a calendar with users of its own keeps them. Its transactions and its failures are like those of a `Store`. */
export interface AccountStore extends AccountRepository {
  transaction<T>(work: (accounts: AccountRepository) => Promise<T>): Promise<T>;
}

/** A store that keeps accounts, too. */
export interface StoreWithAccounts extends Store {
  /** Makes what is missing for accounts; they end with the store. Calendars whose users are a host's never call it. */
  openAccounts(): Promise<AccountStore>;
}
