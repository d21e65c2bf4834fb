import { ANONYMOUS, type BlobStore } from "@kalends/core";
import type { PostStatuses } from "@kalends/core/interface";
import type { Store } from "@kalends/core/storage";

/** Returns a function that rejects if the storage cannot serve requests at the moment. */
export const createReady =
  ({ store, blobStore }: { readonly store: Pick<Store, "ping">; readonly blobStore: BlobStore }) =>
  async (): Promise<void> => {
    await store.ping();
    await blobStore.check?.();
  };

/** Returns a function that resolves to true if visitors can see at least one event. */
export const createHasPublishedEvents =
  ({ store, postStatuses }: { readonly store: Pick<Store, "events">; readonly postStatuses: PostStatuses }) =>
  async (): Promise<boolean> => {
    const visible = postStatuses.visibleTo(ANONYMOUS);
    return (await store.events.listAfter({ visible, clock: "local" }, 0, 1)).length > 0;
  };
