import type { Image, ImageRepository } from "@kalends/core";
import type { Filter, FindOptions } from "mongodb";
import { claim, freeRecord, guard } from "./claims.ts";
import { toLimits } from "./clauses.ts";
import type { ImageDocument } from "./documents.ts";
import { BATCH } from "./look-ups.ts";
import type { Session } from "./session.ts";

const toImage = ({ _id: id, sizes, ...members }: ImageDocument): Image => ({
  ...members,
  id,
  sizes: JSON.parse(sizes),
});

/** Without a condition the server would read every document to count them. */
const EVERY_ID = { _id: { $gt: 0 } };

export const createImageRepository = (session: Session): ImageRepository => {
  const many = (filter: Filter<ImageDocument>, sorting: FindOptions = {}): Promise<readonly Image[]> =>
    session.read(async ({ images, reading }) => {
      const found = images.find(filter, {
        ...reading,
        ...sorting,
        batchSize: BATCH,
      });
      return (await found.toArray()).map(toImage);
    });
  const findMany = async (ids: readonly number[]): Promise<readonly Image[]> =>
    ids.length === 0 ? [] : (await session.lookUp(({ images }) => images, ids)).map(toImage);
  return {
    find: async (id) => (await findMany([id]))[0],
    findMany,
    findByUrl: async (url) =>
      (await many({ $or: [{ url }, { sourceUrl: url }] }, { sort: { _id: 1 }, limit: 1 }))[0],
    list: async (paging) => {
      const [items, total] = await Promise.all([
        many({}, { sort: { _id: -1 }, ...toLimits(paging) }),
        session.read(({ images, reading }) => images.countDocuments(EVERY_ID, reading)),
      ]);
      return { items, total };
    },
    save: ({ id, sizes, ...members }) =>
      session.write(async (access) => {
        await claim(access, id, { kind: "image" });
        // Whoever stores one has found no other of the same source.
        if (members.sourceUrl !== undefined) await guard(access, "image", members.sourceUrl);
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
        await freeRecord(access, id);
        return true;
      }),
    readAfter: (afterId, limit) => many({ _id: { $gt: afterId } }, { sort: { _id: 1 }, limit }),
  };
};
