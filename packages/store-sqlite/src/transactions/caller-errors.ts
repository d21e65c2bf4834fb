import { isCalendarError } from "@kalends/core";

/** Main error code for a locked file in errors of node:sqlite. */
const BUSY = 5;
const MAX_CAUSES = 10;

/**
 * Runs the caller's part of a unit of work.
 * If another connection of the caller finds the file locked, rejects with an `Error` that explains the cause:
 * the unit itself holds the lock, so it is not a failure of the storage.
 */
export const runForCaller = async <T>(work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    if (!isLockedOut(error, MAX_CAUSES)) throw error;
    throw new Error(
      "The SQLite file is locked by the open transaction, and a connection other than the transaction's tried to write to it. In calendar.transaction write with `native`; hooks must not write.",
      { cause: error },
    );
  }
};

/**
 * True if the error, or one of its causes, is the "busy" error of any SQLite driver. Errors of the port come
 * from connections of the store and do not count.
 */
const isLockedOut = (error: unknown, causes: number): boolean => {
  if (!(error instanceof Error) || isCalendarError(error)) return false;
  const { code, errcode, cause }: Readonly<Partial<Record<"code" | "errcode" | "cause", unknown>>> = error;
  if (typeof code === "string" && code.startsWith("SQLITE_BUSY")) return true;
  if (typeof errcode === "number" && (errcode & 0xff) === BUSY) return true;
  return causes > 0 && isLockedOut(cause, causes - 1);
};
