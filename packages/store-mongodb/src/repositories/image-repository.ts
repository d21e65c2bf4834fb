import type { Image } from "@kalends/core";
import type { ImageRepository } from "@kalends/core/storage";
import type { ImageDocument } from "../database/documents.ts";
import { toLimits } from "../queries/clauses.ts";
import { lockAgainstLinks, lockPredicate, toRecordReference } from "../transactions/locks.ts";
import type { Session } from "../transactions/session.ts";
import { freeId, reserveKeys } from "../transactions/unique-keys.ts";
import { createReader } from "./records.ts";

const toImage = ({ _id: id, sizes, ...members }: ImageDocument): Image => ({
  ...members,
  id,
  sizes: JSON.parse(sizes),
});

/**
 * Condition that matches every image. Without a condition, the server would read all documents to count them.
 */
const EVERY_ID = [{ $match: { _id: { $gt: 0 } } }];

export const createImageRepository = (session: Session): ImageRepository => {
  const { find, findMany, one, list, readAfter } = createReader(session, "images", toImage);
  return {
    find,
    findMany,
    readAfter,
    findByUrl: (url) => one({ $or: [{ url }, { sourceUrl: url }] }, { sort: { _id: 1 } }),
    list: (paging) => list({ matches: EVERY_ID, order: [{ $sort: { _id: -1 } }], ...toLimits(paging) }),
    save: ({ id, sizes, ...members }) =>
      session.write(async (access) => {
        await reserveKeys(access, id, { kind: "image" });
        // The lock is needed because an image is stored only if no other one has the same source URL.
        if (members.sourceUrl !== undefined) await lockPredicate(access, "image", members.sourceUrl);
        await access.images.replaceOne(
          { _id: id },
          { ...members, sizes: JSON.stringify(sizes) },
          { ...access.writing, upsert: true },
        );
      }),
    remove: (id) =>
      session.write(async (access) => {
        const { deletedCount } = await access.images.deleteOne({ _id: id }, access.writing);
        if (deletedCount === 0) return false;
        await lockAgainstLinks(access, toRecordReference(id));
        await freeId(access, id);
        return true;
      }),
  };
};
