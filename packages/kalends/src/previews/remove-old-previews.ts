import type { Clock } from "@kalends/core";
import { removeExpiredPreviews } from "@kalends/core/interface";
import type { Store } from "@kalends/core/storage";

/** Removes expired preview links. Returns their number. */
export type RemoveOldPreviews = (isStopping?: () => boolean) => Promise<number>;

interface RemoveOldPreviewsDeps {
  readonly store: Pick<Store, "documents" | "transaction">;
  readonly stopwatch: Clock;
}

/**
 * Creates the function that removes expired preview links.
 * Source: rules/preview.md#end-of-previews.
 */
export const createRemoveOldPreviews =
  ({ store, stopwatch }: RemoveOldPreviewsDeps): RemoveOldPreviews =>
  (isStopping = () => false) =>
    removeExpiredPreviews(store, stopwatch.now(), isStopping);
