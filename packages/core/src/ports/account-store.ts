import type { Account } from "../model/account.ts";
import type { SignInRecord, SignInRecordKind } from "../model/sign-in-record.ts";
import type { IdSequences, Store } from "./store.ts";

/** Record of a kind. */
export type SignInRecordOf<Kind extends SignInRecordKind> = Extract<SignInRecord, { readonly kind: Kind }>;

/** Stored sessions, one-time links and challenges of passkeys. */
export interface SignInRecordRepository {
  find<Kind extends SignInRecordKind>(kind: Kind, digest: string): Promise<SignInRecordOf<Kind> | undefined>;
  /** Stores the record, replacing the one of its kind with its digest. */
  save(record: SignInRecord): Promise<void>;
  /** Replaces the record. Returns false, and stores nothing, if it was removed meanwhile. */
  replace(record: SignInRecord): Promise<boolean>;
  /** Returns false if there is no such record. Of several concurrent calls, only one returns true. */
  remove(kind: SignInRecordKind, digest: string): Promise<boolean>;
  /** Returns the records of an account, oldest first. */
  listOf<Kind extends SignInRecordKind>(
    kind: Kind,
    accountId: number,
  ): Promise<readonly SignInRecordOf<Kind>[]>;
  /** Removes the records of an account: all, or those of a kind except one. Returns their number. */
  removeAllOf(accountId: number, kind?: SignInRecordKind, exceptDigest?: string): Promise<number>;
  /** Removes up to `limit` records that have expired at this time. Returns their number. */
  removeExpired(now: number, limit: number): Promise<number>;
}

/** Stored accounts, outside or inside a transaction. Callers must not change the returned objects. */
export interface AccountRepository {
  readonly ids: IdSequences<"account">;
  readonly signInRecords: SignInRecordRepository;
  find(id: number): Promise<Account | undefined>;
  /** Finds an account by name; names are compared folded. */
  findByName(name: string): Promise<Account | undefined>;
  /** Returns the accounts with this email address, by id; addresses are compared folded. */
  findByEmail(address: string): Promise<readonly Account[]>;
  /** Finds the account that has the credential with this id. */
  findByCredential(credentialId: string): Promise<Account | undefined>;
  /** Finds the account that has the passkey with this id. */
  findByPasskey(passkeyId: string): Promise<Account | undefined>;
  /** Returns all accounts, by id. */
  list(): Promise<readonly Account[]>;
  /**
   * Stores the account, replacing the one with its id. Returns false, and stores nothing, if another account
   * has its name.
   */
  save(account: Account): Promise<boolean>;
  /** Removes an account with its sign-in records. Returns false if there is no such account. */
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
