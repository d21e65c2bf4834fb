import { accessSync, type BigIntStats, constants, realpathSync, statSync } from "node:fs";
import { resolve } from "node:path";
import { storageUnavailable } from "@kalends/core";
import type { Connection } from "./connection.ts";
import { isDamage, toStoreError } from "./errors.ts";

/**
 * Checks that the file of a store is intact and still the one that was opened; its path may lead to another
 * file by now. All methods throw `rest_storage_unavailable` if the file is the cause.
 */
export interface FileHealth {
  /** Throws unless the path leads to the database that was opened. Takes a few microseconds. */
  checkReadable(): void;
  /**
   * Like `checkReadable`, also for the write-ahead log and its index, which contain the latest commits. Also
   * throws after a read found damage, because further writes could spread it.
   */
  checkSound(): void;
  /** Like `checkSound`; also throws if one of the files is write-protected. */
  checkWritable(): void;
  /** Returns the result of `work`, with errors converted by `toStoreError`. */
  run<T>(work: () => T): T;
  /** Runs a read of another thread. Checks the file before and after. */
  watch<T>(work: () => Promise<T>): Promise<T>;
  /**
   * Converts an error of the driver to an error of the port. Damage is remembered while the store is open.
   */
  toStoreError(error: unknown): unknown;
  /**
   * Copies the write-ahead log into the opened database, even if it was moved, unless its path leads to
   * another log. If only one of the two was moved, this keeps acknowledged writes in their database. It also
   * keeps them out of a database that replaces the old one: SQLite would replay a log that it finds there.
   */
  saveLog(): void;
}

/** Creates the health check. `files`: see `openedFiles`. `writing`: the connection whose log is saved. */
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
      // The log stays unchanged.
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

/** Identifies a file; no other file can get its inode while it is open. */
type Identity = Pick<BigIntStats, "dev" | "ino">;

export interface OpenedFile {
  readonly path: string;
  readonly opened: Identity | undefined;
}

/**
 * Returns the files of an open database, or none for one in memory. The log is in the folder of the file that
 * a symbolic link leads to.
 */
export const openedFiles = (place: string): readonly OpenedFile[] => {
  const path = resolve(place);
  const real = realpathSync(path);
  return [path, `${real}-wal`, `${real}-shm`].map((file) => ({ path: file, opened: identityOf(file) }));
};

/**
 * Throws if the file is not writable by its mode. An open file can be written despite its mode, but an
 * operator who removed the permission expects no writes.
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
 * Returns the identity of the file at a path. Uses only the path, because closing an own descriptor would
 * release SQLite's locks on the file.
 */
const identityOf = (path: string): Identity | undefined => {
  try {
    return statSync(path, { bigint: true, throwIfNoEntry: false });
  } catch {
    // A folder in the path was replaced by a file, or access is denied.
    return undefined;
  }
};
