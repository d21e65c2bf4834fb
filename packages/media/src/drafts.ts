import { randomUUID } from "node:crypto";
import { open, readdir, stat, unlink } from "node:fs/promises";
import { join } from "node:path";
import { onDisk } from "./disk.ts";

/** Milliseconds without a write after which a draft counts as left behind by a process that was killed. */
const LEFT_BEHIND = 60 * 60 * 1000;

/** Writes the bytes into a new file of the folder, flushed to the disk; its path. There is no file when it rejects. */
export const writeDraft = async (folder: string, bytes: AsyncIterable<Uint8Array>): Promise<string> => {
  const path = join(folder, randomUUID());
  const handle = await onDisk(open(path, "wx", 0o600));
  try {
    // Unlike `write`, it goes on after a part was written.
    for await (const piece of bytes) await onDisk(handle.writeFile(piece));
    await onDisk(handle.sync());
  } catch (error) {
    await dropDraft(path);
    throw error;
  } finally {
    await handle.close();
  }
  return path;
};

/** One that stays is removed with the others that were left behind. */
export const dropDraft = (path: string): Promise<void> => unlink(path).catch(() => undefined);

/** Removes what is not written to any more; failing does no harm. */
export const dropLeftBehind = async (folder: string, now: number): Promise<void> => {
  for (const name of await readdir(folder).catch(() => [])) {
    const path = join(folder, name);
    const touched = (await stat(path).catch(() => undefined))?.mtimeMs ?? now;
    if (now - touched > LEFT_BEHIND) await dropDraft(path);
  }
};
