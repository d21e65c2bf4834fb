import { mkdir, open, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";

/**
 * Name of a lock file. It contains the start time, because another process can have the same process id after
 * a restart or in a container. The lock file of a killed process remains.
 */
const LOCK = /^in-use-by-process-(\d+)-started-\d+$/;

/**
 * Creates the folder if needed and locks it for this process. Returns a function that releases the lock.
 * Rejects if a running process has locked the folder.
 * Each process creates its own lock file before it looks for others. Of two processes that start at the same
 * time, at most one therefore succeeds.
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
    return (error as NodeJS.ErrnoException).code === "EPERM"; // a process of another user is running
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
 * Replaces a file durably. After a crash, the file has either the complete old text or the complete new text.
 */
export const replaceFile = async (path: string, text: string): Promise<void> => {
  await writeFile(`${path}.new`, text, { flush: true });
  await rename(`${path}.new`, path);
  const folder = await open(dirname(path));
  await folder.sync().finally(() => folder.close());
};
