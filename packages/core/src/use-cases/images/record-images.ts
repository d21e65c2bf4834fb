import type { Adjustment, Adjustments, NoteAdjustment } from "../../adjustment.ts";
import { CalendarError, invalidParameter, isCalendarError } from "../../errors.ts";
import type { Actor } from "../../model/actor.ts";
import { type Image, MAX_IMAGE_BYTES, type RefusedImage } from "../../model/image.ts";
import type { UploadedFile } from "../../model/upload.ts";
import type { Call } from "../../operation.ts";
import { type ImageChoice, toImageProblem } from "../../parameters/image.ts";
import type { Repositories } from "../../ports/store.ts";
import type { ActorOrigin, Rehearse } from "../rehearsal.ts";
import { adjusting, type Transact, type WriteUnit } from "../transact.ts";

/** The images of one request that writes a record. */
export interface RecordImages {
  /**
   * The id of the image that was chosen, fetched if it is not stored yet; `null`: none. An image that cannot be had
   * any more after its check, or not within half a minute, counts as not sent, with a note and a warning in the log
   * (rules/images.md#fetch-fails-late); one that was sent along and cannot be read is a `rest_invalid_param` for
   * `image`. Outside of any transaction.
   */
  settle(
    choice: ImageChoice | null | undefined,
    actor: Actor,
    note: NoteAdjustment,
  ): Promise<number | null | undefined>;
  /** Inside the transaction that stores the record, before it: stores the images that were sent along. */
  save(repositories: Pick<Repositories, "images">): Promise<void>;
}

/** Runs a write with the images of its request; when it is refused, nothing of those that were sent along remains. */
export type WithImages = <Result>(run: (images: RecordImages) => Promise<Result>) => Promise<Result>;

interface WithImagesDeps {
  fetch(address: string, actor: Actor): Promise<number | undefined>;
  /** Makes the sizes and writes the files. */
  write(file: UploadedFile, actor: Actor): Promise<{ readonly image: Image } | RefusedImage>;
  /** Removes the files unless the image is stored. */
  discard(image: Image): Promise<void>;
}

export const createWithImages =
  ({ fetch, write, discard }: WithImagesDeps): WithImages =>
  async (run) => {
    const written: Image[] = [];
    const images: RecordImages = {
      async settle(choice, actor, note) {
        if (typeof choice !== "object" || choice === null) return choice;
        if ("address" in choice) {
          const fetched = await fetch(choice.address, actor);
          if (fetched === undefined) note("image", "image-not-fetched");
          return fetched;
        }
        const { file } = choice;
        if (file.bytes.length === 0) throw invalidParameter("image", { reason: "empty" });
        if (file.bytes.length > MAX_IMAGE_BYTES) {
          throw new CalendarError("rest_body_too_large", { limit: MAX_IMAGE_BYTES });
        }
        const result = await write(file, actor);
        if ("refusal" in result) throw invalidParameter("image", toImageProblem(result));
        written.push(result.image);
        return result.image.id;
      },
      async save({ images: repository }) {
        for (const image of written) await repository.save(image);
      },
    };
    try {
      return await run(images);
    } catch (error) {
      if (isUndone(error)) for (const image of written) await discard(image);
      throw error;
    }
  };

/** After anything else what was to be stored may be there all the same: then the files of images are left to `kalends sweep`. */
export const isUndone = (error: unknown): boolean =>
  isCalendarError(error) && error.code !== "rest_storage_unavailable";

/** A write that may name images to fetch, or bring them along. */
interface ImageWrite<T> {
  readonly origin: ActorOrigin;
  readonly adjustments: Adjustments;
  /** Nothing is fetched or stored. */
  readonly isDryRun: boolean;
  /** See `Call`. */
  readonly isGone: Call["isGone"];
  /** Only one revision of the record is to be written: another one is refused before anything is fetched. */
  readonly isConditional: boolean;
  /**
   * Settles the images; then what to do in the transaction, where what the answer shows of the store is read, too.
   */
  settle(
    images: Pick<RecordImages, "settle">,
  ): Promise<(unit: WriteUnit, note: NoteAdjustment) => Promise<T>>;
}

export type WriteWithImages = <T>(
  write: ImageWrite<T>,
) => Promise<{ readonly stored: T; readonly adjustments: readonly Adjustment[] }>;

interface WriteWithImagesDeps {
  readonly rehearse: Rehearse;
  readonly transact: Transact;
  readonly withImages: WithImages;
}

/**
 * Settles images, then writes in one transaction. A strict request is refused before anything is fetched, and so is what a
 * check of a hook refuses: the write is rehearsed without the images first. Source: rules/images.md#image-with-record.
 */
export const createWriteWithImages =
  ({ rehearse, transact, withImages }: WriteWithImagesDeps): WriteWithImages =>
  async ({ origin, adjustments, isDryRun, isGone, isConditional, settle }) => {
    adjustments.check();
    if (isDryRun || isConditional || adjustments.isStrict || rehearse.hasChecks) {
      let hasNewImage = false;
      const work = await settle({
        async settle(choice) {
          if (typeof choice !== "object" || choice === null) return choice;
          hasNewImage = true;
          return undefined;
        },
      });
      if (isDryRun) return rehearse(adjusting(adjustments, work), origin, { isDryRun, isGone });
      if (hasNewImage || rehearse.hasChecks) await rehearse(adjusting(adjustments, work), origin);
    }
    return withImages(async (images) => {
      const work = await settle(images);
      return transact(
        adjusting(adjustments, async (unit, note) => {
          await images.save(unit);
          return work(unit, note);
        }),
        origin,
      );
    });
  };
