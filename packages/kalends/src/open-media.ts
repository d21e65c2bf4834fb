import type { BlobStore } from "@kalends/core";
import { openDirectoryBlobStore } from "@kalends/media";
import { OperatorError } from "./operator-error.ts";
import type { Config } from "./settings.ts";

/** Opens the configured place of the files of images, which is made with the first of them; an `OperatorError` says why not. */
export const openMedia = async ({ media }: Pick<Config, "media">): Promise<BlobStore> => {
  try {
    return await openDirectoryBlobStore(media);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new OperatorError([`The images cannot be kept in ${media}: ${reason}`]);
  }
};
