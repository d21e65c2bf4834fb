import type { Adjustment, Adjustments, NoteAdjustment } from "../../adjustment.ts";
import type { Actor } from "../../model/actor.ts";
import type { Repositories } from "../../ports/store.ts";
import type { OperationDeps } from "../operation-deps.ts";
import { adjusting, createUnitOfWork } from "../unit-of-work.ts";
import type { ImageIntake } from "./image-intake.ts";

/** A write that may name images to fetch. */
export interface ImageWrite<Settled, T> {
  readonly actor: Actor;
  readonly adjustments: Adjustments;
  /** The values with their images stored. */
  settle(images: Pick<ImageIntake, "settle">): Promise<Settled>;
  /** What to do in the unit of work. */
  write(settled: Settled): (repositories: Repositories, note: NoteAdjustment) => Promise<T>;
}

export type WriteWithImages = <Settled, T>(
  write: ImageWrite<Settled, T>,
) => Promise<{ readonly stored: T; readonly adjustments: readonly Adjustment[] }>;

/**
 * Settles images, then writes in one unit of work. A strict request is refused before anything is fetched: its write is tried
 * without the images first, and undone.
 */
export const createWriteWithImages = (deps: OperationDeps, intake: ImageIntake): WriteWithImages => {
  const { store } = deps;
  const unitOfWork = createUnitOfWork(deps);

  const tryOut = async (work: (repositories: Repositories) => Promise<unknown>): Promise<void> => {
    const undone = new Error("This unit of work was a trial.");
    const trial = store.transaction(async (repositories) => {
      await work(repositories);
      throw undone;
    });
    await trial.catch((error: unknown) => {
      if (error !== undone) throw error;
    });
  };

  return async ({ actor, adjustments, settle, write }) => {
    adjustments.settle();
    if (adjustments.isStrict) {
      let isFetching = false;
      const settled = await settle({
        async settle(choice) {
          if (typeof choice !== "object" || choice === null) return choice;
          isFetching = true;
          return undefined;
        },
      });
      if (isFetching) await tryOut(adjusting(adjustments, write(settled)));
    }
    const settled = await settle(intake);
    return unitOfWork(adjusting(adjustments, write(settled)), { actor });
  };
};
