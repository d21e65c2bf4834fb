import { claimsSlug, type Post, type PostRepository } from "@kalends/core";
import type { Access } from "../database/collections.ts";
import { type EventDocument, toRecord } from "../database/documents.ts";
import { every, isVisible, when } from "../queries/clauses.ts";
import { lockKey } from "../transactions/locks.ts";
import type { Session } from "../transactions/session.ts";
import { findKeys, reserveKeys, toKeyId, toRecordKeyId } from "../transactions/unique-keys.ts";
import { createReader } from "./records.ts";

/** What is the same for events, venues and organizers. */
export const createPostRepository = <T extends Post>(
  session: Session,
  name: "events" | "venues" | "organizers",
): Omit<PostRepository<T, never>, "list" | "save"> => {
  const { find, findMany, many, one, readAfter } = createReader(session, name, toRecord<T>);
  return {
    find,
    findMany,
    readAfter,
    findBySlug: (slug) => one({ slug }, { sort: { "derived.claimsSlug": -1, _id: 1 } }),
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
export type Old = Pick<EventDocument, "slug" | "imageId"> & {
  readonly derived: Pick<EventDocument["derived"], "claimsSlug">;
};

/** How a post is reserved: see `reserveSlug`. */
interface Reservation<D> {
  /** The locks of what is newly linked to. */
  locksOf(old: D | null): readonly string[];
  /** Reads what there is of the record so far. */
  findOld(): Promise<D | null>;
}

/**
 * Reserves the record's id and its slug, before anything else is written, and answers what there was of it. `undefined`, and
 * nothing changed, when another record holds the slug; throws, with nothing changed either, when the id is one of another kind.
 */
export const reserveSlug = async <D extends Old>(
  access: Access,
  kind: "event" | "venue" | "organizer",
  post: Post,
  { locksOf, findOld }: Reservation<D>,
): Promise<{ readonly old: D | null } | undefined> => {
  const key = { kind, name: post.slug };
  const isUnique = claimsSlug(post);
  const recordId = toRecordKeyId(post.id);
  const found = await findKeys(access, [recordId, isUnique ? toKeyId(key) : undefined]);
  const old = found.has(recordId) ? await findOld() : null;
  const change = {
    wanted: isUnique ? key : undefined,
    held: old?.derived.claimsSlug === true ? { kind, name: old.slug } : undefined,
    kind: old === null ? kind : undefined,
    locks: locksOf(old),
  };
  if (!(await reserveKeys(access, post.id, change, found))) return undefined;
  if (!isUnique && post.slug !== "" && post.slug !== old?.slug) await lockKey(access, toKeyId(key));
  return { old };
};
