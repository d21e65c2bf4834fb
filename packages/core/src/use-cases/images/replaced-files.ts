import { DAY } from "../../model/time/wall-clock.ts";
import type { BlobStore } from "../../ports/blob-store.ts";
import type { DocumentRepository, StoredDocument } from "../../ports/repositories/document-repository.ts";
import type { Store } from "../../ports/store.ts";

/**
 * Name of the collection of files that were replaced. The collection belongs to the calendar itself; archives
 * do not contain it.
 */
const COLLECTION = "kalends/replaced-files";
/** Time for which replaced files are kept, in milliseconds. Source: rules/images.md#replaced-files. */
const RETENTION = 30 * DAY;
/** Number of documents that are read at once. */
const BATCH = 200;

/**
 * Files that an image had before a replacement. `replaced` is the time of the replacement in milliseconds
 * since 1970.
 */
type ReplacedFiles = {
  readonly image: number;
  readonly replaced: number;
  readonly files: readonly string[];
};

// The type is safe, because only `replacedFiles` writes these values.
const filesOf = ({ value }: StoredDocument): ReplacedFiles["files"] => (value as ReplacedFiles).files;

/** Repository of files that were replaced, on the documents of a store or of a unit of work. */
interface ReplacedFilesRepository {
  /** Stores the names of replaced files until the files are removed. A file can be replaced only once. */
  add(replaced: ReplacedFiles): Promise<void>;
  /** Removes the stored names of all files that this image had before, and returns the names. */
  takeOf(imageId: number): Promise<readonly string[]>;
}

export const replacedFiles = (documents: DocumentRepository): ReplacedFilesRepository => ({
  async add(value) {
    const [key] = value.files;
    if (key !== undefined) await documents.save({ collection: COLLECTION, key, value });
  },
  async takeOf(imageId) {
    const names: string[] = [];
    for (;;) {
      const found = await documents.list({
        ...{ collection: COLLECTION, member: "image", range: { equals: imageId }, limit: BATCH },
      });
      for (const document of found) {
        names.push(...filesOf(document));
        await documents.remove(COLLECTION, document.key);
      }
      if (found.length < BATCH) return names;
    }
  },
});

/** Yields the names of all files that are kept after they were replaced. */
export async function* replacedFileNames({
  documents,
}: Pick<Store, "documents">): AsyncGenerator<readonly string[]> {
  for (let key: string | undefined; ; ) {
    const found = await documents.list({
      ...{ collection: COLLECTION, limit: BATCH },
      ...(key !== undefined && { beyond: { key } }),
    });
    yield found.flatMap(filesOf);
    if (found.length < BATCH) return;
    key = found.at(-1)?.key;
  }
}

/**
 * Removes files that were replaced more than 30 days before `now`. Returns the number of removed files. Stops
 * early if `isStopping` returns true. Each file is removed before its stored name, so the next call can
 * continue if the process ends in between.
 */
export const removeReplacedFiles = async (
  { documents }: Pick<Store, "documents">,
  blobStore: Pick<BlobStore, "remove">,
  now: number,
  isStopping: () => boolean,
): Promise<number> => {
  const due = { member: "replaced", range: { until: now - RETENTION } } as const;
  for (let removed = 0; ; ) {
    const found = await documents.list({ collection: COLLECTION, ...due, limit: BATCH });
    for (const document of found) {
      if (isStopping()) return removed;
      for (const name of filesOf(document)) if (await blobStore.remove(name)) removed += 1;
      await documents.remove(COLLECTION, document.key);
    }
    if (found.length < BATCH) return removed;
  }
};
