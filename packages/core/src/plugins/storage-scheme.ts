import type { StoreWithAccounts } from "../ports/account-store.ts";
import type { Store } from "../ports/store.ts";

export interface StorageOptions {
  /** How long to wait for a busy or distant store before giving up, in seconds. */
  readonly storageTimeout: number;
  /** Whether to create a storage that does not exist; otherwise opening it rejects and leaves nothing behind. */
  readonly create: boolean;
}

/** Storage at addresses of the form `scheme:place`. Its stores pass `@kalends/storage-contract`. */
export interface StorageScheme {
  /** Lower-case letters, digits, `+`, `.` and `-`, the first one a letter. */
  readonly scheme: string;
  /** Connects, creates if asked to, migrates and answers the store; whoever asked closes it. `place` is what follows the colon. */
  open(place: string, options: StorageOptions): Promise<Store | StoreWithAccounts>;
}
