import { randomUUID } from "node:crypto";
import { open, readdir, stat, unlink } from "node:fs/promises";
import { join } from "node:path";
import { onDisk } from "./disk.ts";

/**
 * Milliseconds without a write after which a draft file counts as abandoned, because its process was probably
 * killed.
 */
const ABANDONED_AFTER_MS = 60 * 60 * 1000;

/**
 * Writes the bytes to a new draft file in the folder and flushes it to disk. Returns its path. If the promise
 * rejects, the file was removed.
 */
export const writeDraft = async (folder: string, bytes: AsyncIterable<Uint8Array>): Promise<string> => {
  const path = join(folder, randomUUID());
  const handle = await onDisk(open(path, "wx", 0o600));
  try {
    // Use `writeFile`: unlike `write`, it continues after a partial write.
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

/** Removes a draft file. If this fails, `dropAbandoned` removes the file later. */
export const dropDraft = (path: string): Promise<void> => unlink(path).catch(() => undefined);

/** Removes draft files that count as abandoned at the time `now`. Ignores errors. */
export const dropAbandoned = async (folder: string, now: number): Promise<void> => {
  for (const name of await readdir(folder).catch(() => [])) {
    const path = join(folder, name);
    const touched = (await stat(path).catch(() => undefined))?.mtimeMs ?? now;
    if (now - touched > ABANDONED_AFTER_MS) await dropDraft(path);
  }
};
