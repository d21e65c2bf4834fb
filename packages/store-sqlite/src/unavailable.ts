import { CalendarError } from "@kalends/core";
import Database from "better-sqlite3";

/** What passes, or what somebody else has to mend: the file is locked, away, full or write-protected. */
const FAMILIES: ReadonlySet<string> = new Set(["BUSY", "LOCKED", "IOERR", "FULL", "CANTOPEN", "READONLY"]);

/** Extended codes carry a suffix, such as `SQLITE_BUSY_SNAPSHOT`. */
const familyOf = ({ code }: { readonly code: string }): string => code.split("_")[1] ?? "";

/** Whether somebody else holds the lock that a statement needed. */
export const isBusy = (error: unknown): boolean =>
  error instanceof Database.SqliteError && familyOf(error) === "BUSY";

/** What callers of a store are told of an error: `rest_storage_unavailable` if the file is at fault, else the error itself. */
export const told = (error: unknown): unknown =>
  error instanceof Database.SqliteError && FAMILIES.has(familyOf(error)) ? unavailable(error) : error;

export const unavailable = (cause: Error): CalendarError =>
  new CalendarError("rest_storage_unavailable", {}, { cause });
