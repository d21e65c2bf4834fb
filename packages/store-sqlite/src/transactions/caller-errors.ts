import { isCalendarError } from "@kalends/core";

/** Family of `errcode` in errors of node:sqlite. */
const BUSY = 5;
const MAX_CAUSES = 10;

/**
 * Runs the caller's part of a unit of work. If another connection of the caller finds the file locked,
 * rejects with an `Error` that explains it. The unit itself holds that lock, so this is no storage failure.
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
 * True for the busy error of any SQLite driver, also as a cause. Errors of the port come from connections of
 * the store.
 */
const isLockedOut = (error: unknown, causes: number): boolean => {
  if (!(error instanceof Error) || isCalendarError(error)) return false;
  const { code, errcode, cause }: Readonly<Partial<Record<"code" | "errcode" | "cause", unknown>>> = error;
  if (typeof code === "string" && code.startsWith("SQLITE_BUSY")) return true;
  if (typeof errcode === "number" && (errcode & 0xff) === BUSY) return true;
  return causes > 0 && isLockedOut(cause, causes - 1);
};
