import { constants } from "node:fs";
import { access, link, lstat, mkdir, open, readdir, realpath, stat, unlink } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { type BlobStore, type Clock, storageUnavailable } from "@kalends/core";
import { isBlobName } from "@kalends/core/storage";
import { createFolder } from "./create-folder.ts";
import { flushFolder, onDisk, orAbsent, unless } from "./disk.ts";
import { dropAbandoned, dropDraft, writeDraft } from "./drafts.ts";

export interface DirectoryBlobStoreOptions {
  /** Determines which draft files count as abandoned. Defaults to the system clock. */
  readonly clock?: Clock;
}

/**
 * Folder of draft files, inside the directory. No blob can have such a name, because blob names do not begin
 * with a dot.
 */
const DRAFTS = ".incoming";
/** Number of bytes in one read. */
const PIECE = 64 * 1024;

/**
 * Opens a blob store that keeps each blob in a file. The directory is created by `check` or with the first
 * blob, accessible only to its owner. Several processes may use the same directory. Symbolic links inside the
 * directory are not followed. The file system must support hard links. Rejects if the path is empty, or if it
 * exists and is not a directory.
 */
export const openDirectoryBlobStore = async (
  path: string,
  { clock = { now: () => Date.now() } }: DirectoryBlobStoreOptions = {},
): Promise<BlobStore> => {
  if (path.trim() === "") throw new Error("The path of the directory for images is empty.");
  const root = resolve(path);
  if ((await unless("ENOENT", stat(root), undefined))?.isDirectory() === false)
    throw new Error(`${path} is not a directory.`);
  const drafts = join(root, DRAFTS);
  const state = { isClean: false };

  const prepare = async (): Promise<void> => {
    await makeRoot(root);
    await makeFolder(drafts);
    if (!state.isClean) await dropAbandoned(drafts, clock.now());
    state.isClean = true;
  };

  /**
   * Returns the path and size of the file of a blob. Returns `undefined` if the file does not exist or its
   * path contains a symbolic link.
   */
  const find = async (
    name: string,
  ): Promise<{ readonly file: string; readonly size: number } | undefined> => {
    if (!isBlobName(name)) return undefined;
    const base = await orAbsent(realpath(root));
    if (base === undefined) return undefined;
    const file = join(base, name);
    if ((await orAbsent(realpath(file))) !== file) return undefined;
    const found = await orAbsent(lstat(file));
    return found?.isFile() ? { file, size: found.size } : undefined;
  };

  return {
    async put(name, bytes) {
      if (!isBlobName(name)) throw new RangeError(`"${name}" is not a valid blob name.`);
      await onDisk(prepare());
      const draft = await writeDraft(drafts, bytes);
      try {
        return await onDisk(publish(draft, root, name));
      } finally {
        await dropDraft(draft);
      }
    },
    async size(name) {
      return (await find(name))?.size;
    },
    async read(name, range) {
      const found = await find(name);
      if (found === undefined) return undefined;
      return readPieces(found.file, range?.first ?? 0, range === undefined ? found.size : range.last + 1);
    },
    async remove(name) {
      const found = await find(name);
      if (found === undefined) return false;
      const isRemoved = await orAbsent(unlink(found.file).then(() => true));
      await onDisk(flushFolder(dirname(found.file)));
      return isRemoved ?? false;
    },
    async readAfter(name, limit) {
      const names: string[] = [];
      if (limit < 1) return names;
      for await (const found of namesAfter(root, "", name)) {
        names.push(found);
        if (names.length >= limit) break;
      }
      return names;
    },
    check: () => onDisk(requireWritable(root)),
    close: () => Promise.resolve(),
  };
};

/**
 * Creates the directory if it is missing. Rejects with an error that names the directory and the user if the
 * directory is not writable.
 */
const requireWritable = async (root: string): Promise<void> => {
  try {
    await makeRoot(root);
    await access(root, constants.W_OK | constants.X_OK);
  } catch (error) {
    const user = process.getuid === undefined ? "" : ` by the user with the number ${process.getuid()}`;
    throw new Error(`The folder ${root} for images cannot be written${user}.`, { cause: error });
  }
};

/** Creates the directory and missing parent directories, and flushes them to disk. */
const makeRoot = async (root: string): Promise<void> => {
  const first = await createFolder(root);
  if (first === undefined) return;
  const top = dirname(first);
  for (let folder = root; folder !== top; folder = dirname(folder)) await flushFolder(folder);
  await flushFolder(top);
};

const makeFolder = async (path: string): Promise<void> => {
  await unless("EEXIST", mkdir(path, { mode: 0o700 }), undefined);
  if (!(await lstat(path)).isDirectory()) throw new Error(`${path} is not a directory.`);
};

/**
 * Gives a draft file the name of its blob. Returns false if the blob exists already. Flushes the folders of
 * the blob to disk in both cases.
 */
const publish = async (draft: string, root: string, name: string): Promise<boolean> => {
  const file = join(root, name);
  const folders = name.split("/").map((_, depth, segments) => join(root, ...segments.slice(0, depth)));
  for (const folder of folders.slice(1)) await makeFolder(folder);
  const isNew = await unless(
    "EEXIST",
    link(draft, file).then(() => true),
    false,
  );
  try {
    for (const folder of folders.toReversed()) await flushFolder(folder);
  } catch (error) {
    if (isNew) await unlink(file);
    throw error;
  }
  return isNew;
};

/**
 * Yields a byte range of a file in chunks. Opens the file for the first chunk, and closes it after the last
 * one.
 */
async function* readPieces(file: string, first: number, end: number): AsyncGenerator<Uint8Array> {
  const handle = await onDisk(open(file, constants.O_RDONLY | constants.O_NOFOLLOW));
  try {
    for (let at = first; at < end; ) {
      const piece = Buffer.allocUnsafeSlow(Math.min(PIECE, end - at));
      const { bytesRead } = await onDisk(handle.read(piece, 0, piece.length, at));
      if (bytesRead === 0) throw storageUnavailable(new Error(`${file} has become shorter.`));
      at += bytesRead;
      yield piece.subarray(0, bytesRead);
    }
  } finally {
    await handle.close();
  }
}

/**
 * Yields the blob names inside a folder that sort after the text `after`. The folder is empty or ends with
 * `/`. Reads one folder at a time.
 */
async function* namesAfter(root: string, folder: string, after: string): AsyncGenerator<string> {
  const entries = (await orAbsent(readdir(join(root, folder), { withFileTypes: true }))) ?? [];
  const files = entries.filter((entry) => entry.isFile()).map(({ name }) => `${folder}${name}`);
  const folders = entries.filter((entry) => entry.isDirectory()).map(({ name }) => `${folder}${name}/`);
  // Sort folders with their `/`, so that the result has the order of complete blob names.
  for (const key of [...files, ...folders].sort()) {
    if (!key.endsWith("/")) {
      if (key > after && isBlobName(key)) yield key;
    } else if (isBlobName(key.slice(0, -1)) && (key > after || after.startsWith(key)))
      yield* namesAfter(root, key, after);
  }
}
