import { storageUnavailable } from "@kalends/core";
import Database from "better-sqlite3";

/** The bytes of the file are not those of a sound database. */
const DAMAGE: ReadonlySet<string> = new Set(["CORRUPT", "NOTADB"]);

/** What passes, or what somebody else has to mend: the file is locked, away, full, write-protected or damaged. */
const UNAVAILABLE: ReadonlySet<string> = new Set([
  ...DAMAGE,
  "BUSY",
  "LOCKED",
  "IOERR",
  "FULL",
  "CANTOPEN",
  "READONLY",
  "PROTOCOL",
]);

interface DriverError extends Error {
  readonly code: string;
}

const isOfDriver = (error: unknown): error is DriverError =>
  error instanceof Error && error.name === "SqliteError" && "code" in error && typeof error.code === "string";

/** Extended codes carry a suffix, such as `SQLITE_BUSY_SNAPSHOT`. */
const isOf = (families: ReadonlySet<string>, error: unknown): error is DriverError =>
  isOfDriver(error) && families.has(error.code.split("_")[1] ?? "");

const LOCKS: ReadonlySet<string> = new Set(["BUSY"]);

/** Whether somebody else holds the lock that a statement needed. */
export const isBusy = (error: unknown): boolean => isOf(LOCKS, error);

/** Whether the database was found damaged; stays so until somebody restores it. */
export const isDamage = (error: unknown): error is Error => isOf(DAMAGE, error);

/** What the database itself throws when it comes upon such bytes. */
export const damage = (message: string): Error => new Database.SqliteError(message, "SQLITE_CORRUPT");

/** The error as the port has it: `rest_storage_unavailable` if the file is at fault, else the error itself. */
export const toStoreError = (error: unknown): unknown =>
  isOf(UNAVAILABLE, error) ? storageUnavailable(error) : error;
