import { storageUnavailable } from "@kalends/core";
import { storageFull } from "@kalends/core/storage";
import Database from "better-sqlite3";

/** Error for a read that has exceeded its time limit: see `Connection.limited`. */
export class LateError extends Error {
  constructor() {
    super("A read exceeded its time limit.");
  }
}

/**
 * Returns the main error code of the driver without its prefix, such as `BUSY` for `SQLITE_BUSY_SNAPSHOT`.
 * Returns an empty text for an error that is not from the driver.
 */
const familyOf = (error: unknown): string =>
  error instanceof Error && error.name === "SqliteError" && "code" in error
    ? (String(error.code).split("_")[1] ?? "")
    : "";

/** Main error codes that mean that the file is damaged or not a database. */
const DAMAGE: readonly string[] = ["CORRUPT", "NOTADB"];

/** Error codes that mean that there is no space for the file, its log or the index of the log. */
const FULL: readonly (string | undefined)[] = ["SQLITE_FULL", "SQLITE_IOERR_SHMSIZE"];

/**
 * Main error codes for failures that are temporary or that an operator must fix: the file is locked, missing,
 * write-protected or damaged.
 */
const UNAVAILABLE: readonly string[] = [
  ...["BUSY", "LOCKED", "IOERR", "CANTOPEN", "READONLY", "PROTOCOL"],
  ...DAMAGE,
];

/** True if another connection holds the lock that a statement needs. */
export const isBusy = (error: unknown): boolean => familyOf(error) === "BUSY";

/** True if the database is damaged. It stays damaged until it is restored from a backup. */
export const isDamage = (error: unknown): error is Error => DAMAGE.includes(familyOf(error));

/** Returns the driver's code of an error; `undefined` if it is not an error of the driver. */
export const codeOf = (error: unknown): string | undefined =>
  familyOf(error) !== "" && error instanceof Error && "code" in error ? String(error.code) : undefined;

/** Creates an error that is equal to one that was thrown in another thread. */
export const driverError = (message: string, code: string | undefined): Error =>
  code === undefined ? new Error(message) : new Database.SqliteError(message, code);

/** Creates the error that SQLite throws for damaged content. */
export const damage = (message: string): Error => new Database.SqliteError(message, "SQLITE_CORRUPT");

/**
 * Converts an error that the file has caused to `rest_storage_full` or `rest_storage_unavailable`. A
 * `LateError` becomes `rest_storage_unavailable` too. Returns other errors unchanged.
 */
export const toStoreError = (error: unknown): unknown => {
  if (FULL.includes(codeOf(error))) return storageFull(error);
  return error instanceof LateError || UNAVAILABLE.includes(familyOf(error))
    ? storageUnavailable(error)
    : error;
};
