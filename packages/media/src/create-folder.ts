import { mkdir } from "node:fs/promises";
import { dirname } from "node:path";

/** True if it was not there. */
const makeOne = async (path: string): Promise<boolean> => {
  try {
    await mkdir(path, { mode: 0o700 });
    return true;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EEXIST") return false;
    throw error;
  }
};

/**
 * Creates a folder with those above it that are missing, for its owner alone, and returns the topmost that was created; `undefined`: it was
 * there. Rejects with the error of the system. One by one: `recursive` of Node never ends where a folder cannot be created with ENOENT, as
 * below `/proc`.
 */
export const createFolder = async (path: string): Promise<string | undefined> => {
  const parent = dirname(path);
  try {
    return (await makeOne(path)) ? path : undefined;
  } catch (error) {
    const isMissing = error instanceof Error && "code" in error && error.code === "ENOENT";
    if (!isMissing || parent === path) throw error;
  }
  const first = await createFolder(parent);
  return (await makeOne(path)) ? (first ?? path) : first;
};
