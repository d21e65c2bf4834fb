import { CalendarError } from "@kalends/core";

/** What passes, or what somebody else has to mend: the file is locked, away, full or write-protected. */
const FAMILIES: ReadonlySet<string> = new Set(["BUSY", "LOCKED", "IOERR", "FULL", "CANTOPEN", "READONLY"]);

interface DriverError extends Error {
  readonly code: string;
}

const isOfDriver = (error: unknown): error is DriverError =>
  error instanceof Error && error.name === "SqliteError" && "code" in error && typeof error.code === "string";

/** Extended codes carry a suffix, such as `SQLITE_BUSY_SNAPSHOT`. */
const familyOf = ({ code }: DriverError): string => code.split("_")[1] ?? "";

/** Whether somebody else holds the lock that a statement needed. */
export const isBusy = (error: unknown): boolean => isOfDriver(error) && familyOf(error) === "BUSY";

/** What callers of a store are told of an error: `rest_storage_unavailable` if the file is at fault, else the error itself. */
export const told = (error: unknown): unknown =>
  isOfDriver(error) && FAMILIES.has(familyOf(error)) ? unavailable(error) : error;

export const unavailable = (cause: Error): CalendarError =>
  new CalendarError("rest_storage_unavailable", {}, { cause });
