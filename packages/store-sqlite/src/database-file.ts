import { type BigIntStats, realpathSync, statSync } from "node:fs";
import { resolve } from "node:path";
import { storageUnavailable } from "@kalends/core";

/** The files of a database as this process has opened them. What is at their paths may have become something else. */
export interface DatabaseFile {
  /** Throws `rest_storage_unavailable` unless the path names the database that was opened. Takes some microseconds. */
  checkDatabase(): void;
  /** The same for the write-ahead log and its index as well: without them the database lacks what was committed last. */
  checkAll(): void;
  /** Whether nobody else has put a log of their own at its path: then copying ours into the database harms nobody. */
  isLogOurs(): boolean;
}

/** Nothing can be moved. */
export const IN_MEMORY_FILE: DatabaseFile = {
  checkDatabase: () => undefined,
  checkAll: () => undefined,
  isLogOurs: () => true,
};

/** For a database that is open by now, with its log: SQLite keeps that beside the file a symbolic link leads to. */
export const watchDatabaseFile = (place: string): DatabaseFile => {
  const path = resolve(place);
  const real = realpathSync(path);
  const database = { path, opened: identityOf(path) };
  const log = [`${real}-wal`, `${real}-shm`].map((file) => ({ path: file, opened: identityOf(file) }));
  const check = (file: WatchedFile): void => {
    const present = identityOf(file.path);
    if (isSame(present, file.opened)) return;
    const change = present === undefined ? "is gone" : "is another file";
    throw storageUnavailable(
      new Error(`${file.path} ${change} since it was opened: put it back, or restart.`),
    );
  };
  const checkDatabase = (): void => check(database);
  return {
    checkDatabase,
    checkAll() {
      checkDatabase();
      log.forEach(check);
    },
    isLogOurs: () =>
      log.every(({ path: file, opened }) => {
        const present = identityOf(file);
        return present === undefined || isSame(present, opened);
      }),
  };
};

/** While a file is open, no other gets its inode. */
type Identity = Pick<BigIntStats, "dev" | "ino">;

interface WatchedFile {
  readonly path: string;
  readonly opened: Identity | undefined;
}

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
