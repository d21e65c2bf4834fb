import { storageFull, storageUnavailable } from "@kalends/core";
import Database from "better-sqlite3";

/** A read was given up: see `Connection.limited`. */
export class LateError extends Error {
  constructor() {
    super("A read has taken too long.");
  }
}

/** Families of the driver's codes. Extended codes carry a suffix, such as `SQLITE_BUSY_SNAPSHOT`. */
const familyOf = (error: unknown): string =>
  error instanceof Error && error.name === "SqliteError" && "code" in error
    ? (String(error.code).split("_")[1] ?? "")
    : "";

/** The bytes of the file are not those of a sound database. */
const DAMAGE: readonly string[] = ["CORRUPT", "NOTADB"];

/** There is no room for the file, for its log or for the index of the log. */
const FULL: readonly (string | undefined)[] = ["SQLITE_FULL", "SQLITE_IOERR_SHMSIZE"];

/** What passes, or what an operator has to mend: the file is locked, away, write-protected or damaged. */
const UNAVAILABLE: readonly string[] = [
  ...["BUSY", "LOCKED", "IOERR", "CANTOPEN", "READONLY", "PROTOCOL"],
  ...DAMAGE,
];

/** Whether another connection holds the lock that a statement needed. */
export const isBusy = (error: unknown): boolean => familyOf(error) === "BUSY";

/** Whether the database was found damaged; stays so until it is restored. */
export const isDamage = (error: unknown): error is Error => DAMAGE.includes(familyOf(error));

/** The driver's code of an error, if it has one. */
export const codeOf = (error: unknown): string | undefined =>
  familyOf(error) !== "" && error instanceof Error && "code" in error ? String(error.code) : undefined;

/** An error of another thread. */
export const driverError = (message: string, code: string | undefined): Error =>
  code === undefined ? new Error(message) : new Database.SqliteError(message, code);

/** What the database itself throws when it comes upon such bytes. */
export const damage = (message: string): Error => new Database.SqliteError(message, "SQLITE_CORRUPT");

/** The error as the port has it: `rest_storage_full` or `rest_storage_unavailable` if the file is at fault, else the error itself. */
export const toStoreError = (error: unknown): unknown => {
  if (FULL.includes(codeOf(error))) return storageFull(error);
  return error instanceof LateError || UNAVAILABLE.includes(familyOf(error))
    ? storageUnavailable(error)
    : error;
};
