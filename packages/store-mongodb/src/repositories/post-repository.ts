import type { Post } from "@kalends/core";
import type { PostRepository } from "@kalends/core/storage";
import { every, isVisible, when } from "../queries/clauses.ts";
import { findExternalId } from "../queries/external-ids.ts";
import type { Session } from "../transactions/session.ts";
import type { Reader } from "./records.ts";

/** Creates the functions that the repositories of events, venues and organizers have in common. */
export const createPostRepository = <T extends Post>(
  session: Session,
  collection: "events" | "venues" | "organizers",
  { find, findMany, many, first, readAfter }: Reader<T>,
): Omit<PostRepository<T, never>, "list" | "save"> => {
  return {
    find,
    findMany,
    readAfter,
    findBySlug: (slug) => first({ filter: { slug }, sort: { "derived.claimsSlug": -1, _id: 1 } }),
    async findByExternalId(externalId) {
      const id = await findExternalId(session, { collection }, externalId);
      return id === undefined ? undefined : find(id);
    },
    showing: (imageId, limit, visible) =>
      many(every([{ imageId }, ...when(visible, (wanted) => every(isVisible("status", wanted)))]), {
        sort: { _id: 1 },
        limit,
      }),
    due: (nowUtc, limit) =>
      many({ status: "future", dateUtc: { $lte: nowUtc } }, { sort: { dateUtc: 1, _id: 1 }, limit }),
  };
};
