import type { ImageFetcher, ImageFiles, Store } from "@kalends/core";
import type { ImportReport } from "../report/import-report.ts";

export interface ImportImagesDeps {
  readonly store: Store;
  readonly fetcher: Pick<ImageFetcher, "fetch">;
  readonly files: Pick<ImageFiles, "write" | "remove">;
  readonly report: ImportReport;
  /** Called after each image. */
  readonly onProgress?: (done: number, total: number) => void;
}

/** Fetched at once. */
const CONCURRENCY = 4;

/**
 * Fetches the files of images that list pages named by their addresses. One that cannot be had stays where it is, with
 * a note, and is fetched again by the next run; one that is stored already stays as it is.
 * Source: rules/choices.md#import-images.
 */
export const importImages = async (
  addresses: ReadonlySet<string>,
  { store, fetcher, files, report, onProgress }: ImportImagesDeps,
): Promise<void> => {
  const importImage = async (
    address: string,
  ): Promise<"added" | "unchanged" | { readonly problem: string }> => {
    const image = await store.images.findByUrl(address);
    if (image === undefined || image.url !== address) return "unchanged";
    const fetched = await fetcher.fetch(address);
    if ("refusal" in fetched) return { problem: [fetched.refusal, fetched.status].join(" ").trimEnd() };
    const written = await files.write(fetched.bytes, {
      nextId: () => Promise.resolve(image.id),
      author: image.author,
      sender: { account: image.author },
      fileName: address.replace(/[?#].*$/s, ""),
      sourceUrl: address,
    });
    if ("refusal" in written) return { problem: written.refusal };
    const isKept = await store.transaction(async ({ images }) => {
      const { url, alt, createdUtc } = (await images.find(image.id)) ?? {};
      if (url !== address || createdUtc === undefined) return false;
      await images.save({ ...written.image, ...(alt !== undefined && { alt }), createdUtc });
      return true;
    });
    if (isKept) return "added";
    await files.remove(written.image);
    return "unchanged";
  };

  const waiting = [...addresses];
  let done = 0;
  const work = async (): Promise<void> => {
    for (let address = waiting.shift(); address !== undefined; address = waiting.shift()) {
      const outcome = await importImage(address);
      if (typeof outcome === "object") report.note(`the image ${address} stays there: ${outcome.problem}`);
      else report[outcome]("images");
      done += 1;
      onProgress?.(done, addresses.size);
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, work));
};
