import type { Adjustment, Adjustments, NoteAdjustment } from "../../adjustment.ts";
import type { Actor } from "../../model/actor.ts";
import type { Repositories, Store } from "../../ports/store.ts";
import { adjusting, type UnitOfWork } from "../unit-of-work.ts";
import type { RecordImages, WithImages } from "./record-images.ts";

/** A write that may name images to fetch, or bring them along. */
export interface ImageWrite<Settled, T> {
  readonly actor: Actor;
  readonly adjustments: Adjustments;
  /** The values with the ids of their images. */
  settle(images: Pick<RecordImages, "settle">): Promise<Settled>;
  /** What to do in the unit of work; what the answer shows of the store is read in there. */
  write(settled: Settled): (repositories: Repositories, note: NoteAdjustment) => Promise<T>;
}

export type WriteWithImages = <Settled, T>(
  write: ImageWrite<Settled, T>,
) => Promise<{ readonly stored: T; readonly adjustments: readonly Adjustment[] }>;

export interface WriteWithImagesDeps {
  readonly store: Pick<Store, "transaction">;
  readonly unitOfWork: UnitOfWork;
  readonly withImages: WithImages;
}

/**
 * Settles images, then writes in one unit of work. A strict request is refused before anything is fetched: its write is done
 * without the images first, as a dry run.
 */
export const createWriteWithImages = ({
  store,
  unitOfWork,
  withImages,
}: WriteWithImagesDeps): WriteWithImages => {
  const dryRun = async (work: (repositories: Repositories) => Promise<unknown>): Promise<void> => {
    const rollback = new Error("This was a dry run.");
    const run = store.transaction(async (repositories) => {
      await work(repositories);
      throw rollback;
    });
    await run.catch((error: unknown) => {
      if (error !== rollback) throw error;
    });
  };

  return async ({ actor, adjustments, settle, write }) => {
    adjustments.check();
    if (adjustments.isStrict) {
      let hasNewImage = false;
      const settled = await settle({
        async settle(choice) {
          if (typeof choice !== "object" || choice === null) return choice;
          hasNewImage = true;
          return undefined;
        },
      });
      if (hasNewImage) await dryRun(adjusting(adjustments, write(settled)));
    }
    return withImages(async (images) => {
      const work = write(await settle(images));
      return unitOfWork(
        adjusting(adjustments, async (repositories, note) => {
          await images.save(repositories);
          return work(repositories, note);
        }),
        { actor },
      );
    });
  };
};
