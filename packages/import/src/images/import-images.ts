import type { Image, ImageFetcher, ImageFiles } from "@kalends/core";
import type { Store } from "@kalends/core/storage";
import type { ImportReport } from "../report/import-report.ts";
import { type ImageProblem, type OnImageProblem, toImageProblem } from "./image-problem.ts";

export interface ImportImagesDeps {
  readonly store: Store;
  readonly fetcher: Pick<ImageFetcher, "fetch">;
  readonly files: Pick<ImageFiles, "write" | "remove">;
  readonly report: Pick<ImportReport, "added" | "unchanged">;
  /** Called for each image that could not be copied. */
  readonly onProblem: OnImageProblem;
  /** Called after each image. */
  readonly onProgress?: (done: number, total: number) => void;
}

/** Number of images fetched at the same time. */
const CONCURRENCY = 4;

/**
 * Copies the files of stored images with the URLs `addresses`, and returns the URLs of the files that it
 * copied. An image that cannot be copied keeps its old URL, and the next run tries again. An image with a
 * local file is skipped, unless `replaced` contains its URL. A file that a user replaced in this calendar is
 * always kept.
 * Source: rules/choices.md#import-images.
 */
export const importImages = async (
  addresses: ReadonlySet<string>,
  replaced: ReadonlySet<string>,
  { store, fetcher, files, report, onProblem, onProgress }: ImportImagesDeps,
): Promise<ReadonlySet<string>> => {
  // A file that a user has replaced in this calendar is kept, even if the file at the source changes.
  const isDue = ({ url, isReplaced }: Image, address: string): boolean =>
    url === address || (replaced.has(address) && isReplaced !== true);
  const importImage = async (address: string): Promise<"added" | "unchanged" | ImageProblem> => {
    const image = await store.images.findByUrl(address);
    if (image === undefined || !isDue(image, address)) return "unchanged";
    const fetched = await fetcher.fetch(address);
    if ("refusal" in fetched) return toImageProblem(address, fetched);
    const written = await files.write(fetched.bytes, {
      nextId: () => Promise.resolve(image.id),
      author: image.author,
      sender: { account: image.author },
      fileName: address.replace(/[?#].*$/s, ""),
      sourceUrl: address,
    });
    if ("refusal" in written) return toImageProblem(address, written);
    const before = await store.transaction(async ({ images }) => {
      const known = await images.find(image.id);
      if (known === undefined || !isDue(known, address)) return undefined;
      await images.save({ ...known, ...written.image, author: known.author, createdUtc: known.createdUtc });
      return known;
    });
    if (before === undefined) {
      await files.remove(written.image);
      return "unchanged";
    }
    if (before.url !== address) await files.remove(before);
    return "added";
  };

  const waiting = [...addresses];
  const fetched = new Set<string>();
  let done = 0;
  const work = async (): Promise<void> => {
    for (let address = waiting.shift(); address !== undefined; address = waiting.shift()) {
      const outcome = await importImage(address);
      if (typeof outcome === "object") await onProblem(address, outcome);
      else report[outcome]("images");
      if (outcome === "added") fetched.add(address);
      done += 1;
      onProgress?.(done, addresses.size);
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, work));
  return fetched;
};
