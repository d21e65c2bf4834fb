import { open } from "node:fs/promises";
import { storageUnavailable } from "@kalends/core";
import { storageFull } from "@kalends/core/storage";

const codeOf = (error: unknown): unknown =>
  error instanceof Error && "code" in error ? error.code : undefined;

/** Error codes of the system if the disk, or the disk quota of the user, is full. */
const FULL: ReadonlySet<unknown> = new Set(["ENOSPC", "EDQUOT"]);

/**
 * Returns the result of file operations, and converts their errors to storage errors. Such errors have causes
 * that the operator must fix, such as a full disk, a missing permission or a broken device.
 */
export const onDisk = async <T>(work: Promise<T>): Promise<T> => {
  try {
    return await work;
  } catch (error) {
    throw FULL.has(codeOf(error)) ? storageFull(error) : storageUnavailable(error);
  }
};

/** Returns the result of the work, or `instead` if the work fails with this error code of the system. */
export const unless = <T, Else>(code: string, work: Promise<T>, instead: Else): Promise<T | Else> =>
  work.catch((error: unknown) => {
    if (codeOf(error) === code) return instead;
    throw error;
  });

const ABSENT: ReadonlySet<unknown> = new Set(["ENOENT", "ENOTDIR", "ELOOP"]);

/**
 * Returns the result of the work, or `undefined` if the path does not exist or is a refused symbolic link.
 * Converts all other errors to storage errors.
 */
export const orAbsent = <T>(work: Promise<T>): Promise<T | undefined> =>
  work.catch((error: unknown) => {
    if (ABSENT.has(codeOf(error))) return undefined;
    throw storageUnavailable(error);
  });

/**
 * Error codes by which systems report that a folder cannot be flushed. EACCES occurs for a parent folder that
 * this user cannot open.
 */
const UNFLUSHABLE: ReadonlySet<unknown> = new Set(["EACCES", "EINVAL", "EISDIR", "ENOTSUP", "EPERM"]);

/** Flushes the entries of a folder to disk. Ignores systems that cannot flush folders. */
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
