import { mkdir, open, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";

/**
 * Includes the start time: after a restart, or in a container, another process may have the same id. A killed
 * process leaves its file.
 */
const LOCK = /^in-use-by-process-(\d+)-started-\d+$/;

/**
 * Creates the folder if needed and locks it for this process. Returns a function that releases the lock;
 * rejects if another process has it. Each process creates its own file before it looks for others, so that
 * two concurrent starts never both succeed.
 */
export const lockFolder = async (folder: string): Promise<() => Promise<void>> => {
  const own = `in-use-by-process-${process.pid}-started-${Math.round(performance.timeOrigin)}`;
  const remove = (name: string): Promise<void> => rm(join(folder, name), { force: true });
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, own), "", { flag: "wx" });
  for (const name of await readdir(folder)) {
    const owner = Number(LOCK.exec(name)?.[1] ?? process.pid);
    if (owner !== process.pid && isRunning(owner)) {
      await remove(own);
      throw new Error(`${folder} is in use by process ${owner}, and only one at a time can have it.`);
    }
    if (LOCK.test(name) && name !== own) await remove(name);
  }
  return () => remove(own);
};

const isRunning = (processId: number): boolean => {
  try {
    return process.kill(processId, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM"; // there is one, of another user
  }
};

/** Reads a JSON file; returns an empty object if it does not exist. */
export const readJson = async (path: string): Promise<object> => {
  try {
    return JSON.parse(await readFile(path, "utf8"));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return {};
    throw new Error(`${path} cannot be read: ${error}`);
  }
};

/**
 * Replaces a file durably. After any failure, the file has either the complete old text or the complete new
 * one.
 */
export const replaceFile = async (path: string, text: string): Promise<void> => {
  await writeFile(`${path}.new`, text, { flush: true });
  await rename(`${path}.new`, path);
  const folder = await open(dirname(path));
  await folder.sync().finally(() => folder.close());
};
