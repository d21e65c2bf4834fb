import type { NoteAdjustment } from "../../adjustment.ts";
import type { Post } from "../../model/post.ts";
import { claimsSlug, decodeSlug, freeSlug, toSlug, trashedSlug } from "../../model/text/slug.ts";
import type { PostRepository } from "../../ports/repositories/post-repository.ts";

/** Functions of a record's repository that are needed to find a free slug, inside a transaction. */
export type SlugHolders<T extends Post> = Pick<PostRepository<T, never>, "findBySlug" | "save">;

/** Returns the slug of a text. If the slug would be empty, as for `???`, returns the record's id. */
export const slugFor = (text: string, id: number): string => toSlug(text) || String(id);

/**
 * Returns the record with a free slug: its own slug, or its own with `-2`, `-3` and so on. If another record
 * in the trash still has the slug, that record is renamed.
 * A record without a slug is returned unchanged. So is a record whose slug need not be unique (`claimsSlug`),
 * unless `always` is set.
 * Call it inside the transaction that saves the record.
 * Source: rules/events.md#slug-unique, rules/venues-organizers.md#linked-slug.
 */
export const withFreeSlug = async <T extends Post>(
  posts: SlugHolders<T>,
  record: T,
  { always = false, isReserved = async () => false }: SlugOptions = {},
): Promise<T> => {
  if (record.slug === "" || !(always || claimsSlug(record))) return record;
  const holderOf = async (slug: string): Promise<T | undefined> => {
    const holder = await posts.findBySlug(slug);
    return holder?.id === record.id ? undefined : holder;
  };
  const slug = await freeSlug(record.slug, async (candidate) => {
    const found = await holderOf(candidate);
    const isGone = found !== undefined && candidate === record.slug && (await displaceTrashed(posts, found));
    const holder = isGone ? await holderOf(candidate) : found;
    return holder === undefined ? isReserved(candidate) : always || claimsSlug(holder);
  });
  return { ...record, slug };
};

interface SlugOptions {
  /** True to make the slug unique even if it need not be. */
  readonly always?: boolean;
  /** True if a merged record has the slug. Source: rules/merging.md#slugs. */
  isReserved?(slug: string): Promise<boolean>;
}

/** Runs `amend` on the record and stores it under a free slug. Call it inside a transaction. */
export const saveWithFreeSlug = async <T extends Post>(
  posts: SlugHolders<T>,
  record: T,
  amend: (record: T) => Promise<T>,
  options?: SlugOptions,
): Promise<T> => {
  const amended = await amend(await withFreeSlug(posts, record, options));
  if (await posts.save(amended)) return amended;
  throw new Error(`The slug ${amended.slug} is taken although it was free in this unit of work.`);
};

/**
 * Reports an adjustment if the stored slug differs from the one that was sent. A different percent-encoding
 * is not reported.
 */
export const noteSlug = (note: NoteAdjustment, sent: string, stored: string): void => {
  const wanted = toSlug(sent);
  if (wanted !== "" && stored === "") note("slug", "slug-withheld");
  else if (wanted !== "" && stored !== wanted) note("slug", "slug-taken");
  else if (decodeSlug(sent.trim()) !== decodeSlug(stored)) note("slug", "slug-normalized");
};

const IS_TRASHED = /__trashed(-\d+)?$/;

/**
 * Renames a record in the trash that still has the slug that it had outside of the trash. Imports may leave
 * such records. Returns false, and changes nothing, for any other record.
 */
const displaceTrashed = async <T extends Post>(posts: SlugHolders<T>, holder: T): Promise<boolean> => {
  if (holder.status !== "trash" || !claimsSlug(holder) || IS_TRASHED.test(holder.slug)) return false;
  const trashed = holder.trashed ?? { status: "draft", slug: holder.slug };
  const renamed = { ...holder, slug: trashedSlug(holder.slug), trashed };
  const free = await freeSlug(renamed.slug, async (slug) => (await posts.findBySlug(slug)) !== undefined);
  await posts.save({ ...renamed, slug: free });
  return true;
};
