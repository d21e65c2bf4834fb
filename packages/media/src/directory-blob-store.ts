import { constants } from "node:fs";
import { access, link, lstat, mkdir, open, readdir, realpath, stat, unlink } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { type BlobStore, type Clock, storageUnavailable } from "@kalends/core";
import { isBlobName } from "@kalends/core/storage";
import { createFolder } from "./create-folder.ts";
import { flushFolder, onDisk, orAbsent, unless } from "./disk.ts";
import { dropAbandoned, dropDraft, writeDraft } from "./drafts.ts";

export interface DirectoryBlobStoreOptions {
  /** Clock that decides which drafts count as abandoned. Default: the system time. */
  readonly clock?: Clock;
}

/** Folder of drafts. It contains no blob, because names do not begin with a dot. */
const DRAFTS = ".incoming";
/** Bytes that are read at once. */
const PIECE = 64 * 1024;

/**
 * Opens a store with one file for each blob. The directory is created with the first blob, accessible only to
 * its owner. Several processes may use it at the same time. Links below the directory are not followed; its
 * file system must support hard links. Rejects if the path is not a directory.
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

  /** Returns the file and size of a blob; `undefined` if it does not exist or is behind a link. */
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

/** Rejects with an error that names the directory and the user. */
const requireWritable = async (root: string): Promise<void> => {
  try {
    await makeRoot(root);
    await access(root, constants.W_OK | constants.X_OK);
  } catch (error) {
    const user = process.getuid === undefined ? "" : ` by the user with the number ${process.getuid()}`;
    throw new Error(`The folder ${root} for images cannot be written${user}.`, { cause: error });
  }
};

/** Creates the directory and missing parent directories durably. */
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
 * Gives the draft its name, or returns false if the name exists. The result is durable, even if another
 * process wrote the file.
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

/** Opens the file when the first piece is read, and closes it at the end of the reading. */
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
 * Yields the names in a folder (ending with `/`, or empty) that sort after a text. Lists one folder at a
 * time.
 */
async function* namesAfter(root: string, folder: string, after: string): AsyncGenerator<string> {
  const entries = (await orAbsent(readdir(join(root, folder), { withFileTypes: true }))) ?? [];
  const files = entries.filter((entry) => entry.isFile()).map(({ name }) => `${folder}${name}`);
  const folders = entries.filter((entry) => entry.isDirectory()).map(({ name }) => `${folder}${name}/`);
  // With its `/`, a folder sorts like the names in it.
  for (const key of [...files, ...folders].sort()) {
    if (!key.endsWith("/")) {
      if (key > after && isBlobName(key)) yield key;
    } else if (isBlobName(key.slice(0, -1)) && (key > after || after.startsWith(key)))
      yield* namesAfter(root, key, after);
  }
}
