import { mkdir } from "node:fs/promises";
import { dirname } from "node:path";

/** Creates one folder. Returns true if the folder did not exist. */
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
 * Creates a folder and its missing parent folders, accessible only to their owner. Returns the topmost folder
 * that was created, or `undefined` if all existed. Rejects with the error of the system. Creates the folders
 * one by one: Node's option `recursive` never ends if creating fails with ENOENT, as below `/proc`.
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
