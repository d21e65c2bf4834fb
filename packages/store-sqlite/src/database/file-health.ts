import { accessSync, type BigIntStats, constants, realpathSync, statSync } from "node:fs";
import { resolve } from "node:path";
import { storageUnavailable } from "@kalends/core";
import type { Connection } from "./connection.ts";
import { isDamage, toStoreError } from "./errors.ts";

/**
 * Whether the file of a store is sound, and still the one that was opened: what is at its path may have become something else.
 * All of it throws `rest_storage_unavailable` when the file is at fault.
 */
export interface FileHealth {
  /** Throws unless the path names the database that was opened. Takes some microseconds. */
  checkReadable(): void;
  /**
   * The same for the write-ahead log and its index, without which the database lacks what was committed last; also once damage
   * was read: writing on would spread it.
   */
  checkSound(): void;
  /** The same, and while one of them is write-protected. */
  checkWritable(): void;
  /** What `work` answers. */
  run<T>(work: () => T): T;
  /** What is read elsewhere: from the file that was opened, at the beginning and in the end. */
  watch<T>(work: () => Promise<T>): Promise<T>;
  /** The error as the port has it. Damage is remembered as long as the store is open. */
  toStoreError(error: unknown): unknown;
  /**
   * Copies the write-ahead log into the database, wherever that is by now, unless another log is at its path. When one of them
   * was moved without the other, this puts acknowledged writes where they belong, and keeps them out of a database that comes
   * into the place of the old one: SQLite would replay a log that it finds there.
   */
  saveLog(): void;
}

/** `files`: see `openedFiles`. `writing`: the connection whose log is saved. */
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
      // The log stays as it is.
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

/** While a file is open, no other gets its inode. */
type Identity = Pick<BigIntStats, "dev" | "ino">;

export interface OpenedFile {
  readonly path: string;
  readonly opened: Identity | undefined;
}

/** The files of a database that is open by now; its log is in the folder of the file that a symbolic link leads to. None in memory. */
export const openedFiles = (place: string): readonly OpenedFile[] => {
  const path = resolve(place);
  const real = realpathSync(path);
  return [path, `${real}-wal`, `${real}-shm`].map((file) => ({ path: file, opened: identityOf(file) }));
};

/** An open file can be written to whatever its mode is by now; who has taken that right away wants nothing to be written. */
const demandWritable = ({ path }: OpenedFile): void => {
  try {
    accessSync(path, constants.W_OK);
  } catch (error) {
    throw storageUnavailable(error);
  }
};

const isSame = (one: Identity | undefined, other: Identity | undefined): boolean =>
  one?.ino === other?.ino && one?.dev === other?.dev;

/** Only the path is looked at: closing a descriptor of our own would end the locks that SQLite holds on the file. */
const identityOf = (path: string): Identity | undefined => {
  try {
    return statSync(path, { bigint: true, throwIfNoEntry: false });
  } catch {
    // A folder on the way is no folder any more, or closed to us.
    return undefined;
  }
};
