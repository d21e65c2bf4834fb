import type { BlobStore } from "@kalends/core";
import { openDirectoryBlobStore } from "@kalends/media";
import type { Config } from "../configuration/settings.ts";
import { OperatorError } from "../operator-error.ts";
import type { OpenedStorage } from "./storage-schemes.ts";

const DEFAULT_DIRECTORY = "./kalends-media";

/**
 * Opens the place of the files of images: the configured directory, else what the storage brings along, else the default
 * directory; directories are made with their first file. An `OperatorError` says why not.
 */
export const openMedia = async (
  { media }: Pick<Config, "media">,
  { openBlobStore }: Pick<OpenedStorage, "openBlobStore">,
): Promise<BlobStore> => {
  const isBeside = media === undefined && openBlobStore !== undefined;
  const directory = media ?? DEFAULT_DIRECTORY;
  try {
    return await (isBeside ? openBlobStore() : openDirectoryBlobStore(directory));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const place = isBeside ? "the storage" : directory;
    throw new OperatorError([`The images cannot be kept in ${place}: ${reason}`]);
  }
};
