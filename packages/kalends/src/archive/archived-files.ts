import { constants } from "node:fs";
import { mkdir, open, realpath } from "node:fs/promises";
import { dirname, join } from "node:path";
import { type BlobStore, type Image, MAX_IMAGE_BYTES } from "@kalends/core";
import { imageFiles } from "@kalends/core/interface";

/** Returns the archive's folder of image files. A file has the same name there as in the media directory. */
const mediaFolder = (folder: string): string => join(folder, "media");

/** Copies the files of an image into an archive. Returns the names of missing files. */
export const exportFiles = async (
  image: Image,
  blobStore: BlobStore,
  folder: string,
): Promise<readonly string[]> => {
  const missing: string[] = [];
  for (const name of imageFiles(image)) {
    const bytes = await blobStore.read(name);
    if (bytes === undefined) {
      missing.push(name);
      continue;
    }
    const path = join(mediaFolder(folder), name);
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    const file = await open(path, "wx", 0o600);
    try {
      // Use `writeFile`: unlike `write`, it continues after a partial write.
      for await (const piece of bytes) await file.writeFile(piece);
      await file.sync();
    } finally {
      await file.close();
    }
  }
  return missing;
};

/**
 * Result of importing the files of an image: the names of files missing in the archive, or a problem with a
 * file.
 */
export type FilesResult = { readonly missing: readonly string[] } | { readonly problem: string };

/**
 * Imports the files of an image from an archive. `checkRecord` has validated their names. Symbolic links are
 * not followed, so an archive cannot publish other files of this computer.
 */
export const importFiles = async (
  image: Image,
  blobStore: BlobStore,
  folder: string,
): Promise<FilesResult> => {
  const sizes = new Map([
    [image.url, image.fileSize],
    ...Object.values(image.sizes).map(({ url, fileSize }) => [url, fileSize] as const),
  ]);
  const missing: string[] = [];
  for (const name of imageFiles(image)) {
    const taken = await importFile(name, sizes.get(name), blobStore, folder);
    if (taken === "missing") missing.push(name);
    else if (taken !== "taken") return { problem: taken.problem };
  }
  return { missing };
};

const importFile = async (
  name: string,
  wanted: number | undefined,
  blobStore: BlobStore,
  folder: string,
): Promise<"taken" | "missing" | { readonly problem: string }> => {
  const path = await realPath(join(mediaFolder(folder), name));
  if (path === undefined) return "missing";
  if (path !== join((await realPath(mediaFolder(folder))) ?? "", name)) {
    return { problem: `the file ${name} is a link` };
  }
  const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    const status = await file.stat();
    if (!status.isFile()) return { problem: `${name} is not a file` };
    if (status.size > MAX_IMAGE_BYTES || status.size !== (wanted ?? status.size)) {
      return { problem: `the file ${name} does not have the size stored in the image` };
    }
    const isNew = await blobStore.put(name, file.createReadStream({ autoClose: false }));
    if (isNew || (await blobStore.size(name)) === status.size) return "taken";
    return { problem: `another file named ${name} exists` };
  } finally {
    await file.close();
  }
};

const realPath = async (path: string): Promise<string | undefined> => {
  try {
    return await realpath(path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT" || code === "ENOTDIR") return undefined;
    throw error;
  }
};
