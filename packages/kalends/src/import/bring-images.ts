import { type BlobStore, createImageFiles } from "@kalends/core";
import { createImageFetcher, createImageRenderer } from "@kalends/media";
import type { Config } from "../configuration/settings.ts";
import { newToken } from "../hosting/new-token.ts";
import { systemClock as clock } from "../jobs/system-clock.ts";
import { type ImportImagesDeps, importImages } from "./import-images.ts";

export interface BringImagesDeps extends Omit<ImportImagesDeps, "files" | "fetcher"> {
  readonly config: Pick<Config, "imageAllowHosts">;
  readonly blobStore: BlobStore;
  readonly warn: (line: string) => void;
}

/** `importImages` with the fetcher and the renderer that the server has, too. */
export const createBringImages = ({
  config,
  blobStore,
  warn,
  ...deps
}: BringImagesDeps): ((addresses: ReadonlySet<string>) => Promise<void>) => {
  const logger = { debug() {}, info() {}, warn, error: warn };
  const imageRenderer = createImageRenderer();
  const files = createImageFiles({ blobStore, imageRenderer, newToken, clock, logger });
  const fetcher = createImageFetcher({ allowHosts: config.imageAllowHosts });
  return (addresses) => importImages(addresses, { ...deps, files, fetcher });
};
