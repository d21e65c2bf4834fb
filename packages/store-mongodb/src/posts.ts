import type { Post, PostRepository } from "@kalends/core";
import { claimsSlug } from "@kalends/core";
import type { Collection, Filter, FindOptions, Sort } from "mongodb";
import { claim, share } from "./claims.ts";
import { oneOf } from "./clauses.ts";
import type { Access } from "./collections.ts";
import { type EventDocument, toRecord, WITHOUT_DERIVED } from "./documents.ts";
import { addRecord, isFree } from "./records.ts";
import type { Session } from "./session.ts";

export type PostKind = "event" | "venue" | "organizer";

/** What the documents of all three have in common. */
export type PostDocument = Pick<
  EventDocument,
  "_id" | "author" | "status" | "slug" | "date" | "dateUtc" | "imageId" | "extensions"
> & { readonly derived: Pick<EventDocument["derived"], "claimsSlug" | "grams" | "touched"> };

/** As many documents come in one answer. */
export const BATCH = 1000;

/** The look-ups that are the same for all three. */
export const createPostLookups = <T extends Post>(
  session: Session,
  collectionOf: (access: Access) => Collection<PostDocument>,
): Omit<PostRepository<T, never>, "list" | "save"> => {
  const many = (filter: Filter<PostDocument>, options: FindOptions = {}): Promise<readonly T[]> =>
    session.read(async (access) => {
      const found = collectionOf(access).find(filter, {
        ...access.options,
        ...options,
        projection: WITHOUT_DERIVED,
        batchSize: BATCH,
      });
      return (await found.toArray()).map(toRecord<T>);
    });
  const one = async (filter: Filter<PostDocument>, sort?: Sort): Promise<T | undefined> =>
    (await many(filter, { limit: 1, ...(sort !== undefined && { sort }) }))[0];
  return {
    find: (id) => one({ _id: id }),
    findMany: async (ids) => (ids.length === 0 ? [] : many(oneOf("_id", ids))),
    findBySlug: (slug) => one({ slug }, { "derived.claimsSlug": -1, _id: 1 }),
    readAfter: (afterId, limit) => many({ _id: { $gt: afterId } }, { sort: { _id: 1 }, limit }),
    due: (nowUtc, limit) =>
      many({ status: "future", dateUtc: { $lte: nowUtc } }, { sort: { dateUtc: 1, _id: 1 }, limit }),
  };
};

/** What is known of a record before it is replaced. */
export type Old = Pick<PostDocument, "slug" | "imageId" | "derived">;

/**
 * Gives the record its id and its slug, before anything else is written. False, and nothing changed, when another record
 * holds the slug; throws, with nothing changed either, when the id is one of another kind.
 */
export const claimPost = async (
  access: Access,
  kind: PostKind,
  post: Post,
  old: Old | null,
): Promise<boolean> => {
  const isNew = old === null && (await isFree(access, kind, post.id));
  const slug = { kind, name: post.slug };
  const isClaimed = claimsSlug(post);
  const held = old?.derived.claimsSlug === true ? { kind, name: old.slug } : undefined;
  if (!(await claim(access, post.id, isClaimed ? slug : undefined, held))) return false;
  if (!isClaimed && post.slug !== "" && post.slug !== old?.slug) await share(access, slug);
  if (isNew) await addRecord(access, kind, post.id);
  return true;
};

/** An image that records show must not go away unnoticed. */
export const relyOnImage = async (
  { images, options, isTransaction }: Access,
  imageId: number | undefined,
  old: Pick<Old, "imageId"> | null,
): Promise<void> => {
  if (!isTransaction || imageId === undefined || imageId === old?.imageId) return;
  await images.updateOne({ _id: imageId }, { $inc: { "derived.touched": 1 } }, options);
};
