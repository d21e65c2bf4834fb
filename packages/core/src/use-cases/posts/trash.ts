import { without } from "../../model/members.ts";
import type { Post, PostStatus } from "../../model/post.ts";
import { trashedSlug } from "../../model/text/slug.ts";
import { NO_INSTANT, type WallClock } from "../../model/time/wall-clock.ts";
import { type SlugHolders, withFreeSlug } from "./post-slug.ts";

/** Slug that a record without a slug gets in the trash. */
const NAMELESS = "__trashed";

/** Returns a record as it is in the trash. The caller must make the slug unique. */
export const inTrash = <T extends Post>(
  record: T,
  changed: { readonly modified: WallClock; readonly modifiedUtc: WallClock },
): T => ({
  ...record,
  ...changed,
  // A draft without a publication date gets one when it is moved to the trash (rules/events.md#trash-event).
  ...(record.dateUtc === NO_INSTANT && { date: changed.modified, dateUtc: changed.modifiedUtc }),
  status: "trash",
  slug: trashedSlug(record.slug) || NAMELESS,
  trashed: { status: record.status, slug: record.slug },
});

/**
 * Moves a record to the trash. Call it inside a transaction. The status and the slug from before are stored
 * in `trashed`, and other records can then use the slug.
 * Source: rules/events.md#trash-event, rules/venues-organizers.md#trash-linked.
 */
export const moveToTrash = async <T extends Post>(
  posts: SlugHolders<T>,
  record: T,
  changed: { readonly modified: WallClock; readonly modifiedUtc: WallClock },
  amend: (record: T) => Promise<T>,
): Promise<T> => {
  const moved = await withFreeSlug(posts, inTrash(record, changed));
  const trashed = await amend(moved);
  await posts.save(trashed);
  return trashed;
};

/**
 * Returns the record with its former slug if the status takes it out of the trash. Returns it unchanged
 * otherwise.
 * The caller must then make the slug unique with `withFreeSlug`.
 * Source: rules/rights.md#leaving-the-trash.
 */
export const leaveTrash = <T extends Post>(record: T, status: PostStatus): T => {
  if (record.status !== "trash" || status === "trash") return record;
  return { ...without<Post, T>(record, "trashed"), status, slug: record.trashed?.slug ?? record.slug };
};
