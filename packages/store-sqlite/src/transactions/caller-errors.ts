import { isCalendarError } from "@kalends/core";

/** Family of `errcode` in errors of node:sqlite. */
const BUSY = 5;
const MAX_CAUSES = 10;

/**
 * Runs what the caller of a unit of work does inside it. If a connection of the caller's own finds the file locked, rejects with an `Error`
 * that says so: the unit itself holds that lock, so it is no outage of the storage.
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

/** True for the busy error of any driver of SQLite, also as a cause. Errors of the port come from connections of the store. */
const isLockedOut = (error: unknown, causes: number): boolean => {
  if (!(error instanceof Error) || isCalendarError(error)) return false;
  const { code, errcode, cause }: Readonly<Partial<Record<"code" | "errcode" | "cause", unknown>>> = error;
  if (typeof code === "string" && code.startsWith("SQLITE_BUSY")) return true;
  if (typeof errcode === "number" && (errcode & 0xff) === BUSY) return true;
  return causes > 0 && isLockedOut(cause, causes - 1);
};
