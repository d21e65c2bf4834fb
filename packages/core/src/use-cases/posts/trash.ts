import { without } from "../../model/members.ts";
import type { Post, PostStatus } from "../../model/post.ts";
import { trashedSlug } from "../../model/text/slug.ts";
import { NO_INSTANT, type WallClock } from "../../model/time/wall-clock.ts";
import { type SlugHolders, withFreeSlug } from "./post-slug.ts";

/** Slug in the trash of a record that never had one. */
const NAMELESS = "__trashed";

/**
 * Moves a record to the trash, inside a transaction. The record keeps its status and slug for later, and its
 * slug becomes free.
 * Source: rules/events.md#trash-event, rules/venues-organizers.md#trash-linked.
 */
export const moveToTrash = async <T extends Post>(
  posts: SlugHolders<T>,
  record: T,
  changed: { readonly modified: WallClock; readonly modifiedUtc: WallClock },
  amend: (record: T) => Promise<T>,
): Promise<T> => {
  const moved = await withFreeSlug(posts, {
    ...record,
    ...changed,
    // A draft without a publication instant gets one when it is trashed (rules/events.md#trash-event).
    ...(record.dateUtc === NO_INSTANT && { date: changed.modified, dateUtc: changed.modifiedUtc }),
    status: "trash",
    slug: trashedSlug(record.slug) || NAMELESS,
    trashed: { status: record.status, slug: record.slug },
  });
  const trashed = await amend(moved);
  await posts.save(trashed);
  return trashed;
};

/**
 * Returns the record with its slug from before the trash if this status restores it; otherwise unchanged.
 * `withFreeSlug` must make the slug unique afterwards.
 * Source: rules/rights.md#leaving-the-trash.
 */
export const leaveTrash = <T extends Post>(record: T, status: PostStatus): T => {
  if (record.status !== "trash" || status === "trash") return record;
  return { ...without<Post, T>(record, "trashed"), status, slug: record.trashed?.slug ?? record.slug };
};
