import { closeSync, existsSync, fsyncSync, openSync } from "node:fs";
import { resolve } from "node:path";
import { isStorageFailure } from "@kalends/core";
import { type Connection, openConnection } from "./connection.ts";
import { isBusy, isDamage } from "./errors.ts";
import { checkedVersion } from "./migrate.ts";
import { otherTablesOf } from "./other-tables.ts";
import { PREFIX } from "./prefix.ts";
import { untilFree } from "./until-free.ts";

/** Milliseconds for which a file is waited for that others have just closed. */
const PATIENCE = 500;

/**
 * Copies the whole file as it is committed at one moment, tables of a host included, while others write to it, into a new file that only its
 * owner can read; it is on the disk afterwards. Returns the names of the tables that are not the calendar's. Throws when there is no
 * calendar, and what the driver throws, such as for a full disk.
 */
export const copySqliteFile = (place: string, target: string): readonly string[] => {
  if (!existsSync(place)) throw new Error(`there is no file ${resolve(place)}.`);
  const source = openConnection(place, { timeout: PATIENCE, isThere: true });
  let others: readonly string[];
  try {
    if (checkedVersion(source, place) === 0) throw new Error(`${place} holds no calendar.`);
    // SQLite fills an empty file, which keeps its mode.
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
  /** What there is of a calendar: `empty` has its tables at most. */
  readonly state: "absent" | "empty" | "filled";
  /** Names of the tables and views that are not the calendar's. */
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
  const connection = openConnection(place, { timeout: 0, isThere: true });
  try {
    return await look(connection);
  } catch (error) {
    // Also of `untilFree`, whose patience is over.
    if (isBusy(error) || isStorageFailure(error))
      throw new Error(`${place} is open in another process: stop the server first.`);
    if (!isDamage(error)) throw error;
    throw new Error(`${place} is damaged: move it away, and ${place}-wal with it.`);
  } finally {
    connection.close();
  }
};

/** Says what is at a place, and changes nothing. Rejects as `settleSqliteFile` does, but for processes that have the file open. */
export const readSqliteFile = (place: string): Promise<SqliteFileContents> =>
  inspect(place, (connection) => contentsOf(connection, place));

/**
 * Says what is at a place, and makes one file of the database and its log, so that it can be moved. Rejects while any process has the
 * database open, and when it is damaged or `checkedVersion` refuses it.
 */
export const settleSqliteFile = (place: string): Promise<SqliteFileContents> =>
  inspect(place, async (connection) => {
    const contents = contentsOf(connection, place);
    // No other connection may be there for that.
    await untilFree(() => connection.value("PRAGMA journal_mode = DELETE"), PATIENCE);
    return contents;
  });
