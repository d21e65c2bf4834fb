import type { Post, PostRepository } from "@kalends/core";
import { toRecord } from "../database/documents.ts";
import { every, isVisible, when } from "../queries/clauses.ts";
import type { Session } from "../transactions/session.ts";
import { createReader } from "./records.ts";

/** What is the same for events, venues and organizers. */
export const createPostRepository = <T extends Post>(
  session: Session,
  name: "events" | "venues" | "organizers",
): Omit<PostRepository<T, never>, "list" | "save"> => {
  const { find, findMany, many, first, readAfter } = createReader(session, name, toRecord<T>);
  return {
    find,
    findMany,
    readAfter,
    findBySlug: (slug) => first({ filter: { slug }, sort: { "derived.claimsSlug": -1, _id: 1 } }),
    showing: (imageId, limit, visible) =>
      many(every([{ imageId }, ...when(visible, (wanted) => every(isVisible("status", wanted)))]), {
        sort: { _id: 1 },
        limit,
      }),
    due: (nowUtc, limit) =>
      many({ status: "future", dateUtc: { $lte: nowUtc } }, { sort: { dateUtc: 1, _id: 1 }, limit }),
  };
};
