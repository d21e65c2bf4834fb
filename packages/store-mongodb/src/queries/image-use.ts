import { BATCH } from "../transactions/coalesced-reads.ts";
import type { Session } from "../transactions/session.ts";
import type { WithEvents } from "./linked-events.ts";

/** Stage that selects the records of the partial index: all image ids are positive numbers. */
const WITH_IMAGE = { $match: { imageId: { $gt: 0 } } };

/**
 * Finds the images that at least one record has, by the index of images. One command for each kind of record
 * groups them on each shard separately. `isAmong` is copied into the result.
 */
export const findUsedImages = async (session: Session, isAmong: boolean): Promise<WithEvents> => {
  const found = await Promise.all(
    (["events", "venues", "organizers"] as const).map((name) =>
      session.read(
        (access) =>
          access[name]
            .aggregate<{ readonly _id: number }>([WITH_IMAGE, { $group: { _id: "$imageId" } }], {
              ...access.reading,
              batchSize: BATCH,
            })
            .toArray(),
        "kalends_image",
      ),
    ),
  );
  return { ids: new Set(found.flat().map(({ _id }) => _id)), isAmong };
};
