import { findOldUpload, type ImportedRecord, importedRecords, isImagePath } from "@kalends/core";
import { type ImageProblem, toImageProblem } from "../images/image-problem.ts";
import type { ImportImagesDeps } from "../images/import-images.ts";
import { LISTS } from "../list-pages/list-pages.ts";
import { storageOf } from "../merge/record-storage.ts";
import type { ImportReport } from "../report/import-report.ts";

const BATCH = 100;

/**
 * Returns the URLs to try for an image in a text: the original size first, then the size that the text shows.
 */
const candidatesOf = (address: string): readonly string[] => [
  ...new Set([address.replace(/-\d{1,5}x\d{1,5}(\.[a-z]{3,4})$/i, "$1"), address]),
];

const pathOf = (address: string): string => new URL(address).pathname;

/**
 * Copies images of the old site that appear only in texts. The images are found through the open links of
 * records (see `reconcileLinks`). An image that cannot be fetched keeps its old URL and is reported; the next
 * run tries again. Call this before `reconcileLinks`.
 * Source: rules/choices.md#import-rewritten-links.
 */
export const importTextImages = async (
  deps: Pick<ImportImagesDeps, "store" | "fetcher" | "files"> & { readonly report: ImportReport },
): Promise<void> => {
  const { store, fetcher, files, report } = deps;
  const missing = new Set<string>();

  const keep = async (
    bytes: Uint8Array,
    sourceUrl: string,
    author: number,
  ): Promise<ImageProblem | undefined> => {
    const written = await files.write(bytes, {
      nextId: () => store.transaction(({ ids }) => ids.next("record")),
      author,
      sender: { account: author },
      fileName: sourceUrl,
      sourceUrl,
    });
    if ("refusal" in written) return toImageProblem(sourceUrl, written);
    await store.transaction(({ images }) => images.save(written.image));
    return undefined;
  };

  const importImage = async (address: string, author: number, name: string): Promise<void> => {
    let problem: ImageProblem | undefined;
    for (const candidate of candidatesOf(address)) {
      const fetched = await fetcher.fetch(candidate);
      problem =
        "refusal" in fetched
          ? toImageProblem(address, fetched)
          : await keep(fetched.bytes, candidate, author);
      if (problem === undefined) return report.added("images");
    }
    missing.add(address);
    if (problem === undefined) return;
    const { reason, isGone } = problem;
    const outcome = isGone ? "kept out" : "failed";
    await report.entry({ list: "images", outcome, place: address, name, reason });
  };

  const importImagesOf = async ({ list, id, openLinks = [] }: ImportedRecord): Promise<void> => {
    const shown = openLinks.filter((address) => isImagePath(pathOf(address)) && !missing.has(address));
    if (shown.length === 0) return;
    const record = await storageOf(list, store).find(id);
    if (record === undefined) return;
    const author = "author" in record ? record.author : 0;
    const name = "title" in record ? record.title : record.name;
    for (const address of shown) {
      const known = await findOldUpload(store.images, [new URL(address).host], pathOf(address));
      if (known === undefined) await importImage(address, author, name);
    }
  };

  const records = importedRecords(store.documents);
  for (const list of LISTS) {
    for (let last = ""; ; ) {
      const batch = await records.readOpenAfter(list, last, BATCH);
      for (const record of batch) await importImagesOf(record);
      if (batch.length < BATCH) break;
      last = batch.at(-1)?.identity ?? "";
    }
  }
};
