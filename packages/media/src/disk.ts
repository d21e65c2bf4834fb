import { open } from "node:fs/promises";
import { storageFull, storageUnavailable } from "@kalends/core";

const codeOf = (error: unknown): unknown =>
  error instanceof Error && "code" in error ? error.code : undefined;

/** What a system says that has no room left, or none for this user. */
const FULL: ReadonlySet<unknown> = new Set(["ENOSPC", "EDQUOT"]);

/** Whatever a file cannot do is for the operator to mend: a full disk, a missing right, a broken device. */
export const onDisk = async <T>(work: Promise<T>): Promise<T> => {
  try {
    return await work;
  } catch (error) {
    throw FULL.has(codeOf(error)) ? storageFull(error) : storageUnavailable(error);
  }
};

/** Answers `instead` when the work fails with this code. */
export const unless = <T, Else>(code: string, work: Promise<T>, instead: Else): Promise<T | Else> =>
  work.catch((error: unknown) => {
    if (codeOf(error) === code) return instead;
    throw error;
  });

const ABSENT: ReadonlySet<unknown> = new Set(["ENOENT", "ENOTDIR", "ELOOP"]);

/** `undefined` when there is nothing at the path that the work is about. */
export const orAbsent = <T>(work: Promise<T>): Promise<T | undefined> =>
  work.catch((error: unknown) => {
    if (ABSENT.has(codeOf(error))) return undefined;
    throw storageUnavailable(error);
  });

/** Systems that do not flush folders say so with one of these; a folder above ours may be closed to us. */
const UNFLUSHABLE: ReadonlySet<unknown> = new Set(["EACCES", "EINVAL", "EISDIR", "ENOTSUP", "EPERM"]);

/** Makes durable what the folder lists. */
export const flushFolder = async (path: string): Promise<void> => {
  try {
    const handle = await open(path, "r");
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
  } catch (error) {
    if (!UNFLUSHABLE.has(codeOf(error))) throw error;
  }
};
