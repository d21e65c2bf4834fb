import { storageUnavailable } from "@kalends/core";
import type { Connection } from "./connection.ts";
import type { DatabaseFile } from "./database-file.ts";
import { isDamage, toStoreError } from "./unavailable.ts";

/** Whether the file of a store can be relied on. All of it throws `rest_storage_unavailable` when the file is at fault. */
export interface StoreHealth {
  /** Throws when another file has come into the place of the database, or none. */
  checkReadable(): void;
  /** The same for the write-ahead log, and once anything damaged was read: writing on would spread the damage. */
  checkWritable(): void;
  /** What `work` answers. */
  run<T>(work: () => T): T;
  /** The error as the port has it. Damage is remembered as long as the store is open. */
  toStoreError(error: unknown): unknown;
}

/** `writing`: the connection whose write-ahead log is saved when its database is moved away. */
export const createStoreHealth = (file: DatabaseFile, writing: Connection): StoreHealth => {
  let damage: Error | undefined;
  const toPortError = (error: unknown): unknown => {
    if (isDamage(error)) damage ??= error;
    return toStoreError(error);
  };
  const orSaveLog = (check: () => void): void => {
    try {
      check();
    } catch (error) {
      saveLog(file, writing);
      throw error;
    }
  };
  return {
    checkReadable: () => orSaveLog(file.checkDatabase),
    checkWritable() {
      orSaveLog(file.checkAll);
      if (damage !== undefined) throw storageUnavailable(damage);
    },
    run(work) {
      try {
        return work();
      } catch (error) {
        throw toPortError(error);
      }
    },
    toStoreError: toPortError,
  };
};

/**
 * Copies the write-ahead log into the database, wherever that is by now. When one of them was moved without the other, this
 * puts acknowledged writes where they belong, and keeps them out of a database that comes into the place of the old one:
 * SQLite would replay a log that it finds there.
 */
export const saveLog = (file: DatabaseFile, writing: Connection): void => {
  if (writing.inTransaction || !file.isLogOurs()) return;
  try {
    writing.checkpoint();
  } catch {
    // The log stays as it is.
  }
};
