import type { BlobStore, Clock } from "@kalends/core";
import { removeReplacedFiles } from "@kalends/core/interface";
import type { Store } from "@kalends/core/storage";

/**
 * Removes image files that were replaced more than 30 days ago. Returns the number of removed files. Several
 * processes may do this at the same time.
 */
export type RemoveOldFiles = (isStopping?: () => boolean) => Promise<number>;

interface RemoveOldFilesDeps {
  readonly store: Pick<Store, "documents">;
  readonly blobStore: Pick<BlobStore, "remove">;
  readonly clock: Clock;
}

export const createRemoveOldFiles =
  ({ store, blobStore, clock }: RemoveOldFilesDeps): RemoveOldFiles =>
  (isStopping = () => false) =>
    removeReplacedFiles(store, blobStore, clock.now(), isStopping);
