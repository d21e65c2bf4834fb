import {
  type Adjustment,
  createAdjustments,
  type NoteAdjustment,
  type WriteRequest,
} from "../../adjustment.ts";
import { CalendarError, ClientGone, invalidParameter, isCalendarError } from "../../errors.ts";
import { type Image, MAX_IMAGE_BYTES, type RefusedImage } from "../../model/image.ts";
import type { UploadedFile } from "../../model/upload.ts";
import { type ImageChoice, toImageProblem } from "../../parameters/image.ts";
import type { Repositories } from "../../ports/store.ts";
import type { Actor } from "../../rights/actor.ts";
import type { ActorOrigin, Rehearse } from "../../unit-of-work/rehearsal.ts";
import { adjusting, type Transact, type WriteUnit } from "../../unit-of-work/transact.ts";

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
  error instanceof ClientGone || (isCalendarError(error) && error.code !== "rest_storage_unavailable");

/**
 * A write of one record: first, outside of any transaction, what may take long, such as its images; then one transaction. The code
 * that uses it may run twice: rehearsed without new images, then in earnest.
 */
export interface Writing<Stored, Result = Stored> {
  readonly actor: Actor;
  /** For what is adjusted before the transaction. */
  readonly note: NoteAdjustment;
  /** See `RecordImages.settle`. */
  resolveImage(
    choice: ImageChoice | null | undefined,
    note: NoteAdjustment,
  ): Promise<number | null | undefined>;
  /** Comes last: what it returns is the result of the write. `work` may run again after a conflict, and notes anew each time. */
  transact(work: (unit: WriteUnit, note: NoteAdjustment) => Promise<Stored>): Promise<Result>;
}

interface WriteOptions {
  /** Nothing is fetched or stored. */
  readonly isDryRun: boolean;
  /** Only one revision of the record is to be written: another one is refused before anything is fetched. */
  readonly isConditional: boolean;
}

/** Does a write; returns what its transaction has returned, and what was adjusted. */
export type WriteWithImages = <T>(
  request: WriteRequest,
  origin: ActorOrigin,
  options: WriteOptions,
  save: (writing: Writing<T>) => Promise<T>,
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
  async (request, origin, { isDryRun, isConditional }, save) => {
    const { actor } = origin;

    const run = async <T>(
      settle: RecordImages["settle"],
      inTransaction: Transact,
      save: (writing: Writing<T>) => Promise<T>,
    ): Promise<{ readonly stored: T; readonly adjustments: readonly Adjustment[] }> => {
      const adjustments = createAdjustments(request);
      let noted: readonly Adjustment[] = [];
      const stored = await save({
        actor,
        note: adjustments.note,
        resolveImage(choice, note) {
          adjustments.check();
          return settle(choice, actor, note);
        },
        async transact(work) {
          adjustments.check();
          const done = await inTransaction(adjusting(adjustments, work), origin);
          noted = done.adjustments;
          return done.stored;
        },
      });
      return { stored, adjustments: noted };
    };

    if (isDryRun || isConditional || request.strict === true || rehearse.hasChecks) {
      let hasNewImage = false;
      let isStored = false;
      const first = await run(
        async (choice) => {
          if (typeof choice !== "object" || choice === null) return choice;
          hasNewImage = true;
          return undefined;
        },
        (work, origin) => {
          if (isDryRun || hasNewImage || rehearse.hasChecks)
            return rehearse(work, { ...origin, actor }, { isDryRun });
          isStored = true;
          return transact(work, origin);
        },
        save,
      );
      if (isDryRun || isStored) return first;
    }
    return withImages((images) =>
      run(
        images.settle,
        (work, origin) =>
          transact(async (unit) => {
            await images.save(unit);
            return work(unit);
          }, origin),
        save,
      ),
    );
  };
