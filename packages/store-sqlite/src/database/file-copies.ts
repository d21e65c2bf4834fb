import { closeSync, existsSync, fsyncSync, openSync } from "node:fs";
import { resolve } from "node:path";
import { isStorageFailure } from "@kalends/core";
import { type Connection, openConnection } from "./connection.ts";
import { isBusy, isDamage } from "./errors.ts";
import { checkedVersion } from "./migrate.ts";
import { otherTablesOf } from "./other-tables.ts";
import { PREFIX } from "./prefix.ts";
import { untilFree } from "./retry-while-busy.ts";

/** Number of milliseconds to wait for the lock of a file that other processes have just closed. */
const PATIENCE = 500;

/**
 * Copies one committed state of the complete file, including tables of a host application, to a new file.
 * Other connections may write meanwhile.
 * Only the owner can read the copy, and the copy is written to the disk before the function returns. It
 * returns the names of the tables and views that do not belong to the calendar.
 * Throws if the file is missing or contains no calendar, or if `target` exists. Also throws
 * errors of the driver, for example if the disk is full.
 */
export const copySqliteFile = (place: string, target: string): readonly string[] => {
  if (!existsSync(place)) throw new Error(`there is no file ${resolve(place)}.`);
  const source = openConnection(place, { timeout: PATIENCE, mustExist: true });
  let others: readonly string[];
  try {
    if (checkedVersion(source, place) === 0) throw new Error(`${place} holds no calendar.`);
    // SQLite writes into this empty file, which keeps its mode.
    closeSync(openSync(target, "wx", 0o600));
    source.run("VACUUM INTO ?", [target]);
    others = otherTablesOf(source);
  } finally {
    source.close();
  }
  const copy = openSync(target, "r+");
  try {
    fsyncSync(copy);
  } finally {
    closeSync(copy);
  }
  return others;
};

export interface SqliteFileContents {
  /**
   * State of the calendar in the file. `absent`: the file does not exist, or has no tables of a calendar.
   * `empty`: it has these tables, but no records, terms, accounts, plugin records or numbers of host users.
   */
  readonly state: "absent" | "empty" | "filled";
  /** Names of the tables and views that do not belong to the calendar. */
  readonly otherTables: readonly string[];
}

const RECORDS = ["records", "terms", "accounts", "documents", "user_ids"].map((name) => PREFIX + name);

const contentsOf = (connection: Connection, place: string): SqliteFileContents => {
  const otherTables = otherTablesOf(connection);
  if (checkedVersion(connection, place) === 0) return { state: "absent", otherTables };
  const tables = connection.column<string>("SELECT name FROM sqlite_schema WHERE type = 'table'");
  const isFilled = RECORDS.some(
    (table) => tables.includes(table) && connection.value(`SELECT 1 FROM ${table} LIMIT 1`) !== undefined,
  );
  return { state: isFilled ? "filled" : "empty", otherTables };
};

const inspect = async (
  place: string,
  look: (connection: Connection) => SqliteFileContents | Promise<SqliteFileContents>,
): Promise<SqliteFileContents> => {
  if (!existsSync(place)) return { state: "absent", otherTables: [] };
  const connection = openConnection(place, { timeout: 0, mustExist: true });
  try {
    return await look(connection);
  } catch (error) {
    // `untilFree` throws a storage failure, not the busy error, after its wait.
    if (isBusy(error) || isStorageFailure(error))
      throw new Error(`${place} is open in another process: stop the server first.`);
    if (!isDamage(error)) throw error;
    throw new Error(`${place} is damaged: move it away, and ${place}-wal with it.`);
  } finally {
    connection.close();
  }
};

/**
 * Returns a description of a file's content, and changes nothing. Rejects like `finishSqliteFile`, but
 * accepts a file that other processes have open.
 */
export const readSqliteFile = (place: string): Promise<SqliteFileContents> =>
  inspect(place, (connection) => contentsOf(connection, place));

/**
 * Returns a description of a file's content, and merges the write-ahead log into the file, so that it can be
 * moved.
 * Rejects if any process has the database open, if it is damaged, or if `checkedVersion` throws.
 */
export const finishSqliteFile = (place: string): Promise<SqliteFileContents> =>
  inspect(place, async (connection) => {
    const contents = contentsOf(connection, place);
    // The statement succeeds only if no other connection is open.
    await untilFree(() => connection.value("PRAGMA journal_mode = DELETE"), PATIENCE);
    return contents;
  });
