import type { Post, PostRepository } from "@kalends/core";
import { claimsSlug } from "@kalends/core";
import type { Collection, Filter, FindOptions, Sort } from "mongodb";
import { claim, share } from "./claims.ts";
import { every, isVisible, when } from "./clauses.ts";
import type { Access } from "./collections.ts";
import { type EventDocument, toRecord, WITHOUT_DERIVED } from "./documents.ts";
import { BATCH } from "./look-ups.ts";
import type { Session } from "./session.ts";

export type PostKind = "event" | "venue" | "organizer";

/** What the documents of all three have in common. */
export type PostDocument = Pick<
  EventDocument,
  "_id" | "author" | "status" | "slug" | "date" | "dateUtc" | "imageId" | "extensions"
> & { readonly derived: Pick<EventDocument["derived"], "claimsSlug" | "grams"> };

/** The look-ups that are the same for all three. */
export const createPostLookups = <T extends Post>(
  session: Session,
  collectionOf: (access: Access) => Collection<PostDocument>,
): Omit<PostRepository<T, never>, "list" | "save"> => {
  const many = (filter: Filter<PostDocument>, options: FindOptions = {}): Promise<readonly T[]> =>
    session.read(async (access) => {
      const found = collectionOf(access).find(filter, {
        ...access.reading,
        ...options,
        projection: WITHOUT_DERIVED,
        batchSize: BATCH,
      });
      return (await found.toArray()).map(toRecord<T>);
    });
  const one = async (filter: Filter<PostDocument>, sort?: Sort): Promise<T | undefined> =>
    (await many(filter, { limit: 1, ...(sort !== undefined && { sort }) }))[0];
  const findMany = async (ids: readonly number[]): Promise<readonly T[]> =>
    ids.length === 0 ? [] : (await session.lookUp(collectionOf, ids)).map(toRecord<T>);
  return {
    find: async (id) => (await findMany([id]))[0],
    findMany,
    findBySlug: (slug) => one({ slug }, { "derived.claimsSlug": -1, _id: 1 }),
    readAfter: (afterId, limit) => many({ _id: { $gt: afterId } }, { sort: { _id: 1 }, limit }),
    showing: (imageId, limit, visible) =>
      many(every([{ imageId }, ...when(visible, (wanted) => every(isVisible("status", wanted)))]), {
        sort: { _id: 1 },
        limit,
      }),
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
  const slug = { kind, name: post.slug };
  const isClaimed = claimsSlug(post);
  const isHeld = await claim(access, post.id, {
    wanted: isClaimed ? slug : undefined,
    held: old?.derived.claimsSlug === true ? { kind, name: old.slug } : undefined,
    kind: old === null ? kind : undefined,
  });
  if (isHeld && !isClaimed && post.slug !== "" && post.slug !== old?.slug) await share(access, slug);
  return isHeld;
};
