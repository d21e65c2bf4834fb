import type { Image } from "@kalends/core";
import { type ImageQuery, type ImageRepository, imageSearchFields, type Page } from "@kalends/core/storage";
import type { ImageDocument } from "../database/documents.ts";
import { every, type Filter, isWithin, toLimits } from "../queries/clauses.ts";
import { findUsedImages } from "../queries/image-use.ts";
import { canBeSent, isWithEvents } from "../queries/linked-events.ts";
import { fieldHolds, toGrams } from "../queries/text-index.ts";
import { BATCH } from "../transactions/coalesced-reads.ts";
import { lockAgainstLinks, lockPredicate, toRecordReference } from "../transactions/locks.ts";
import type { Session } from "../transactions/session.ts";
import { freeId, reserveKeys } from "../transactions/unique-keys.ts";
import { createReader } from "./records.ts";

const toImage = ({ _id: id, sizes, derived: _derived, ...members }: ImageDocument): Image => ({
  ...members,
  id,
  sizes: JSON.parse(sizes),
});

/** Returns the data by which searches find an image. */
export const toImageDerived = (
  image: Pick<Image, "url" | "title" | "alt" | "credit">,
): ImageDocument["derived"] => {
  const fields = imageSearchFields(image);
  return { fields, grams: toGrams(fields) };
};

/**
 * Condition that matches every image. Without a condition, the server would read all documents to count them.
 */
const EVERY_ID: Filter = { _id: { $gt: 0 } };

const NEWEST_FIRST = { $sort: { _id: -1 } };

export const createImageRepository = (session: Session): ImageRepository => {
  const { find, findMany, one, list: listPage, readAfter } = createReader(session, "images", toImage);

  const list = async ({ search = [], isUsed, created = {}, ...paging }: ImageQuery): Promise<Page<Image>> => {
    const conditions = [EVERY_ID, ...fieldHolds(search), ...isWithin("createdUtc", created)];
    const use = isUsed === undefined ? undefined : await findUsedImages(session, isUsed);
    const isSent = use === undefined || canBeSent([use]);
    const matches = [{ $match: every([...conditions, ...(use && isSent ? [isWithEvents(use)] : [])]) }];
    const { skip, limit } = toLimits(paging);
    if (isSent) return listPage({ matches, order: [NEWEST_FIRST], skip, limit });
    const all = await session.read(({ images, reading }) =>
      images
        .aggregate<{ readonly _id: number }>([...matches, NEWEST_FIRST, { $project: { _id: 1 } }], {
          ...reading,
          batchSize: BATCH,
        })
        .toArray(),
    );
    const found = all.map(({ _id }) => _id).filter((id) => use.ids.has(id) === use.isAmong);
    const items = await findMany(found.slice(skip, skip + limit));
    return { items: items.toSorted((one, other) => other.id - one.id), total: found.length };
  };

  return {
    find,
    findMany,
    readAfter,
    list,
    findByUrl: (url) => one({ $or: [{ url }, { sourceUrl: url }] }, { sort: { _id: 1 } }),
    save: (image) =>
      session.write(async (access) => {
        const { id, sizes, ...members } = image;
        await reserveKeys(access, id, { kind: "image" });
        // The lock is needed because an image is stored only if no other one has the same source URL.
        if (members.sourceUrl !== undefined) await lockPredicate(access, "image", members.sourceUrl);
        await access.images.replaceOne(
          { _id: id },
          { ...members, sizes: JSON.stringify(sizes), derived: toImageDerived(image) },
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
