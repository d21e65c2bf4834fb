import type { Account } from "../model/account.ts";
import type { SignInRecord, SignInRecordKind } from "../model/sign-in-record.ts";
import type { IdSequences, Store } from "./store.ts";

/** Type of the sign-in records of one kind. */
export type SignInRecordOf<Kind extends SignInRecordKind> = Extract<SignInRecord, { readonly kind: Kind }>;

/** Stored sessions, one-time links and challenges of passkeys. */
export interface SignInRecordRepository {
  find<Kind extends SignInRecordKind>(kind: Kind, digest: string): Promise<SignInRecordOf<Kind> | undefined>;
  /** Stores the record. It replaces a record with the same kind and digest. */
  save(record: SignInRecord): Promise<void>;
  /**
   * Replaces the stored record with the same kind and digest. If it no longer exists, stores nothing and
   * returns false.
   */
  replace(record: SignInRecord): Promise<boolean>;
  /**
   * Removes a record. Returns false if it does not exist. If several callers remove it at the same time, only
   * one gets true.
   */
  remove(kind: SignInRecordKind, digest: string): Promise<boolean>;
  /** Returns the records of this kind that an account has, oldest first. */
  listOf<Kind extends SignInRecordKind>(
    kind: Kind,
    accountId: number,
  ): Promise<readonly SignInRecordOf<Kind>[]>;
  /**
   * Removes records of an account and returns their number. Without `kind`, it removes the records of all
   * kinds. `exceptDigest` is the digest of a record that stays.
   */
  removeAllOf(accountId: number, kind?: SignInRecordKind, exceptDigest?: string): Promise<number>;
  /**
   * Removes at most `limit` records of all accounts that expire at `now` or earlier, and returns their
   * number.
   */
  removeExpired(now: number, limit: number): Promise<number>;
}

/** Stored accounts, outside or inside a transaction. Callers must not change the returned objects. */
export interface AccountRepository {
  readonly ids: IdSequences<"account">;
  readonly signInRecords: SignInRecordRepository;
  find(id: number): Promise<Account | undefined>;
  /** Returns the account with this name. Names are compared after `foldText`. */
  findByName(name: string): Promise<Account | undefined>;
  /** Returns the accounts with this email address, ordered by id. Addresses are compared after `foldText`. */
  findByEmail(address: string): Promise<readonly Account[]>;
  /** Finds the account that has the credential with this id. */
  findByCredential(credentialId: string): Promise<Account | undefined>;
  /** Finds the account that has the passkey with this id. */
  findByPasskey(passkeyId: string): Promise<Account | undefined>;
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
