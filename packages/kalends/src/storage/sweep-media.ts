import { type BlobStore, readInBatches } from "@kalends/core";
import { imageFiles, replacedFileNames } from "@kalends/core/interface";
import type { Store } from "@kalends/core/storage";

export interface SweepMediaDeps {
  readonly store: Store;
  readonly blobStore: BlobStore;
  /** Resolves when all uploads that are in progress have stored the image records that name their files. */
  readonly wait: () => Promise<void>;
  /** Called after each removed file with the number of removed files and the total. */
  readonly onProgress?: (done: number, total: number) => void;
}

const BATCH = 500;

/**
 * Removes unused image files: files that no image record names and that are not kept as replaced files.
 * Returns the number of removed files. Unused files remain after a crash between storing files and storing
 * their record, or between removing a record and removing its files. A file is removed only if it is unused
 * before and after `wait`.
 */
export const sweepMedia = async ({ store, blobStore, wait, onProgress }: SweepMediaDeps): Promise<number> => {
  const unnamed = await withoutNamed(await allNames(blobStore), store);
  if (unnamed.size === 0) return 0;
  await wait();
  let removed = 0;
  const names = [...(await withoutNamed(unnamed, store))];
  for (const [index, name] of names.entries()) {
    if (await blobStore.remove(name)) removed += 1;
    onProgress?.(index + 1, names.length);
  }
  return removed;
};

const allNames = async (blobStore: BlobStore): Promise<ReadonlySet<string>> => {
  const names = new Set<string>();
  let last: string | undefined = "";
  while (last !== undefined) {
    const batch = await blobStore.readAfter(last, BATCH);
    for (const name of batch) names.add(name);
    last = batch.at(-1);
  }
  return names;
};

const withoutNamed = async (names: ReadonlySet<string>, store: Store): Promise<ReadonlySet<string>> => {
  const unnamed = new Set(names);
  for await (const images of readInBatches(store.images)) {
    for (const image of images) for (const name of imageFiles(image)) unnamed.delete(name);
  }
  // Read replaced files last: a file that is replaced meanwhile was either named by its image above, or is
  // found here.
  for await (const replaced of replacedFileNames(store)) for (const name of replaced) unnamed.delete(name);
  return unnamed;
};
