import { closeSync, existsSync, fsyncSync, openSync } from "node:fs";
import { openConnection } from "./connection.ts";
import { isBusy, isDamage } from "./errors.ts";
import { checkedVersion } from "./migrate.ts";
import { untilFree } from "./until-free.ts";

/** Milliseconds for which a file is waited for that others have just closed. */
const PATIENCE = 500;

/**
 * Copies the database as it is committed at one moment, while others write to it, into a new file that only its owner can read; it is on
 * the disk afterwards. An older layout is copied as it is. Throws when there is no calendar, and what the driver throws, such as for
 * a full disk.
 */
export const copySqliteFile = (place: string, target: string): void => {
  requireCalendar(place);
  const source = openConnection(place, { timeout: PATIENCE, isThere: true });
  try {
    if (checkedVersion(source, place) === 0) throw new Error(`${place} holds no calendar.`);
    // SQLite fills an empty file, which keeps its mode.
    closeSync(openSync(target, "wx", 0o600));
    source.run("VACUUM INTO ?", [target]);
  } finally {
    source.close();
  }
  const copy = openSync(target, "r+");
  try {
    fsyncSync(copy);
  } finally {
    closeSync(copy);
  }
};

const requireCalendar = (place: string): void => {
  if (!existsSync(place)) throw new Error(`there is no file ${place}.`);
};

/** Whether a file that nobody has open holds a calendar: `empty` has tables at most. */
export type SqliteFileState = "absent" | "empty" | "filled";

const RECORDS = ["records", "terms", "accounts", "documents", "user_ids"] as const;

/**
 * Says what is at a place, and makes one file of the database and its log, so that it can be moved. Rejects while any process has the
 * database open, and when it is damaged or belongs to another program or to a newer version.
 */
export const settleSqliteFile = async (place: string): Promise<SqliteFileState> => {
  if (!existsSync(place)) return "absent";
  const connection = openConnection(place, { timeout: 0, isThere: true });
  try {
    checkedVersion(connection, place);
    const tables = connection.column<string>("SELECT name FROM sqlite_schema WHERE type = 'table'");
    const isFilled = RECORDS.some(
      (table) => tables.includes(table) && connection.value(`SELECT 1 FROM ${table} LIMIT 1`) !== undefined,
    );
    // No other connection may be there for that.
    await untilFree(() => connection.value("PRAGMA journal_mode = DELETE"), PATIENCE);
    return isFilled ? "filled" : "empty";
  } catch (error) {
    if (isBusy(error)) throw new Error(`${place} is open in another process: stop the server first.`);
    if (!isDamage(error)) throw error;
    throw new Error(`${place} is damaged: move it away, and ${place}-wal with it.`);
  } finally {
    connection.close();
  }
};
