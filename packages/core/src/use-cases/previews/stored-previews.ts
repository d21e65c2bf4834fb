import { type Collection, createCollectionOf } from "../../plugins/collections.ts";
import type { MadeWith } from "../../plugins/made-with.ts";
import type { Repositories, Store } from "../../ports/store.ts";
import type { UnsavedMembers } from "./unsaved-members.ts";

/**
 * Preview of an event. Times are milliseconds since 1970. `credential` and `madeWith` are set if the creator
 * was signed in with an application password or an API token.
 * Source: rules/preview.md#stored-previews.
 */
export interface StoredPreview extends MadeWith {
  /** SHA-256 digest of the secret in the address, in base64url. */
  readonly hash: string;
  readonly eventId: number;
  /** User id of the creator; absent if the creator has none. */
  readonly user?: number;
  /** True if the creator is a user of a host application, whose current rights cannot be read. */
  readonly isOfHost?: true;
  /** True if unsaved members are stored with the preview. */
  readonly hasUnsaved?: true;
  readonly created: number;
  readonly expires: number;
  /** Id of the event; only for links to share, so that lists of an event contain only these. */
  readonly sharedEvent?: number;
  /** Event and creator; only for previews that are not shared. */
  readonly ownEvent?: string;
}

/** Store, or the repositories of a transaction with a function that runs work in it. */
export type PreviewStore = Pick<Store, "documents" | "transaction">;

const [PREVIEWS, UNSAVED] = ["previews", "preview-members"] as const;

/**
 * Returns the collection of previews. The collection belongs to the calendar itself: plugins cannot read it,
 * and archives do not contain it.
 */
export const previewsIn = (store: PreviewStore): Collection<StoredPreview> =>
  createCollectionOf(store, "kalends", [
    { name: PREVIEWS, indexes: ["user", "expires", "sharedEvent", "ownEvent"] },
  ])<StoredPreview>(PREVIEWS);

/** Returns the collection of unsaved members, by the id of their preview. */
export const unsavedIn = (store: PreviewStore): Collection<UnsavedMembers> =>
  createCollectionOf(store, "kalends", [{ name: UNSAVED }])<UnsavedMembers>(UNSAVED);

/** Returns the repositories of a transaction in the form of a store. */
export const inUnit = (unit: Repositories): PreviewStore => ({
  documents: unit.documents,
  transaction: (work) => work(unit),
});

/**
 * Removes a preview with its unsaved members. The unsaved members are removed first: a preview without them
 * shows nothing.
 */
export const removePreview = async (
  { documents }: Pick<PreviewStore, "documents">,
  id: string,
): Promise<void> => {
  await documents.remove(`kalends/${UNSAVED}`, id);
  await documents.remove(`kalends/${PREVIEWS}`, id);
};

/** Number of previews that are read at once. */
const BATCH = 100;

/** Yields the previews that a user has created, without their digests. */
export async function* previewsOf(
  store: PreviewStore,
  user: number,
): AsyncGenerator<Omit<StoredPreview, "hash"> & { readonly id: string }> {
  for (let cursor: string | undefined; ; ) {
    const page = await previewsIn(store).list({ by: "user", equals: user, limit: BATCH, cursor });
    for (const { key, value } of page.items) {
      const { hash: _hash, ...preview } = value;
      yield { id: key, ...preview };
    }
    cursor = page.cursor;
    if (cursor === undefined) return;
  }
}

/** Removes all previews that a user has created. */
export const removePreviewsOf = async (store: PreviewStore, user: number): Promise<void> => {
  for await (const { id } of previewsOf(store, user)) await removePreview(store, id);
};

/**
 * Removes expired previews. Returns the number of removed previews. Stops early if `isStopping` returns true.
 */
export const removeExpiredPreviews = async (
  store: PreviewStore,
  now: number,
  isStopping: () => boolean,
): Promise<number> => {
  for (let removed = 0; ; ) {
    const { items } = await previewsIn(store).list({ by: "expires", until: now, limit: BATCH });
    for (const { key } of items) {
      if (isStopping()) return removed;
      await removePreview(store, key);
      removed += 1;
    }
    if (items.length < BATCH) return removed;
  }
};
