import type { Account } from "../model/account.ts";

/** Where accounts are kept. */
export interface AccountRepository {
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
