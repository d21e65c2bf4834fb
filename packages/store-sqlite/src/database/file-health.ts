import { accessSync, type BigIntStats, constants, realpathSync, statSync } from "node:fs";
import { resolve } from "node:path";
import { storageUnavailable } from "@kalends/core";
import type { Connection } from "./connection.ts";
import { isDamage, toStoreError } from "./errors.ts";

/**
 * Checks that the file of a store is intact and is still the one that was opened. Another file may have
 * replaced it at its path. If a check fails, it throws `rest_storage_unavailable`.
 */
export interface FileHealth {
  /**
   * Throws if the path no longer leads to the database that was opened. The check takes a few microseconds.
   */
  checkReadable(): void;
  /**
   * Same as `checkReadable`, also for the write-ahead log and its index, which contain the latest commits. It
   * also throws after a read has found damage, because more writes could make the damage worse.
   */
  checkSound(): void;
  /** Same as `checkSound`. It also throws if one of the files is write-protected. */
  checkWritable(): void;
  /** Runs `work`, and converts its errors with `toStoreError`. */
  run<T>(work: () => T): T;
  /** Runs a read of another thread, and checks the file before and after it. */
  watch<T>(work: () => Promise<T>): Promise<T>;
  /**
   * Converts an error of the driver to an error of the port. After the first damage, `checkSound` throws
   * until the store is closed.
   */
  toStoreError(error: unknown): unknown;
  /**
   * Copies the write-ahead log into the database that was opened, even if the database was moved. Does
   * nothing if another log has replaced the one that was opened. Acknowledged writes thus stay in their own
   * database, even if only the database or only the log was moved. They also do not get into a database that
   * replaces the old one: SQLite would apply a log that it finds next to the database.
   */
  saveLog(): void;
}

/**
 * Creates the health check. For `files` see `openedFiles`. `writing` is the connection whose log is saved.
 */
export const createFileHealth = (files: readonly OpenedFile[], writing: Connection): FileHealth => {
  let damage: Error | undefined;
  const toPortError = (error: unknown): unknown => {
    if (isDamage(error)) damage ??= error;
    return toStoreError(error);
  };
  const saveLog = (): void => {
    const isReplaced = ({ path, opened }: OpenedFile): boolean => {
      const present = identityOf(path);
      return present !== undefined && !isSame(present, opened);
    };
    if (writing.inTransaction || files.slice(1).some(isReplaced)) return;
    try {
      writing.checkpoint();
    } catch {
      // A log that cannot be copied into the database stays as it is.
    }
  };
  const check = ({ path, opened }: OpenedFile): void => {
    const present = identityOf(path);
    if (isSame(present, opened)) return;
    saveLog();
    const change = present === undefined ? "is gone" : "is another file";
    throw storageUnavailable(new Error(`${path} ${change} since it was opened: put it back, or restart.`));
  };
  const checkReadable = (): void => files.slice(0, 1).forEach(check);
  const checkSound = (): void => {
    files.forEach(check);
    if (damage !== undefined) throw storageUnavailable(damage);
  };
  return {
    checkReadable,
    checkSound,
    checkWritable() {
      checkSound();
      files.forEach(demandWritable);
    },
    run(work) {
      try {
        return work();
      } catch (error) {
        throw toPortError(error);
      }
    },
    async watch(work) {
      try {
        checkReadable();
        const result = await work();
        checkReadable();
        return result;
      } catch (error) {
        throw toPortError(error);
      }
    },
    toStoreError: toPortError,
    saveLog,
  };
};

/** Identity of a file. No other file can have the same identity while this one is open. */
type Identity = Pick<BigIntStats, "dev" | "ino">;

export interface OpenedFile {
  readonly path: string;
  readonly opened: Identity | undefined;
}

/**
 * Returns the files of an open database: the database, its write-ahead log and the index of the log. Throws
 * if no file is at `place`, so do not call it for a database in memory. If the path is a symbolic link, the
 * log is in the folder of the link's target.
 */
export const openedFiles = (place: string): readonly OpenedFile[] => {
  const path = resolve(place);
  const real = realpathSync(path);
  return [path, `${real}-wal`, `${real}-shm`].map((file) => ({ path: file, opened: identityOf(file) }));
};

/**
 * Throws if the mode of the file does not allow writes. SQLite could still write to the open file, but an
 * operator who removes the permission expects no more writes.
 */
const demandWritable = ({ path }: OpenedFile): void => {
  try {
    accessSync(path, constants.W_OK);
  } catch (error) {
    throw storageUnavailable(error);
  }
};

const isSame = (one: Identity | undefined, other: Identity | undefined): boolean =>
  one?.ino === other?.ino && one?.dev === other?.dev;

/**
 * Returns the identity of the file at a path. The function does not open the file, because closing the file
 * again would release SQLite's locks on it.
 */
const identityOf = (path: string): Identity | undefined => {
  try {
    return statSync(path, { bigint: true, throwIfNoEntry: false });
  } catch {
    // A folder in the path was replaced by a file, or access to it is denied.
    return undefined;
  }
};
