import { type Image, imageFiles } from "../../model/image.ts";
import type { BlobStore } from "../../ports/blob-store.ts";
import type { Finding } from "../../ports/inspection.ts";
import { readInBatches } from "../../ports/repositories/read-in-batches.ts";
import type { Repositories } from "../../ports/store.ts";

/**
 * Checks that all files of images exist and have the recorded size. It does not report files that belong to
 * no image; `kalends sweep` removes them.
 */
export async function* checkImages(
  { images }: Pick<Repositories, "images">,
  blobStore: Pick<BlobStore, "size">,
): AsyncGenerator<Finding> {
  for await (const batch of readInBatches(images)) {
    for (const image of batch) {
      for (const name of imageFiles(image)) {
        const problem = toProblem(await blobStore.size(name), lengthOf(image, name));
        // The image may have been removed since the batch was read.
        if (problem === undefined || (await images.find(image.id)) === undefined) continue;
        yield {
          kind: "file",
          record: { kind: "image", id: image.id },
          detail: `Its file ${name} ${problem}. Restore it from a backup, or remove the image.`,
        };
      }
    }
  }
}

/** Returns the recorded size of an image file in bytes, or `undefined` if none is recorded. */
const lengthOf = ({ url, fileSize, sizes }: Image, name: string): number | undefined =>
  name === url ? fileSize : Object.values(sizes).find((size) => size.url === name)?.fileSize;

const toProblem = (size: number | undefined, wanted: number | undefined): string | undefined => {
  if (size === undefined) return "is missing";
  return wanted === undefined || wanted === size ? undefined : `has ${size} bytes instead of ${wanted}`;
};
