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
import { type Transact, type WriteUnit, withAdjustments } from "../../unit-of-work/transact.ts";

/** Images of one request that writes a record. */
export interface RecordImages {
  /**
   * Returns the id of the chosen image, and fetches it if it is not stored yet; `null` means no image. An
   * image that can no longer be fetched, or not within half a minute, counts as not sent, with a note and a
   * warning in the log (rules/images.md#fetch-fails-late). A sent file that cannot be read is a
   * `rest_invalid_param` for `image`. Must be called outside of any transaction.
   */
  resolve(
    choice: ImageChoice | null | undefined,
    actor: Actor,
    note: NoteAdjustment,
  ): Promise<number | null | undefined>;
  /** Stores the sent images. Called inside the transaction that stores the record, before it. */
  save(repositories: Pick<Repositories, "images">): Promise<void>;
}

/** Runs a write with the images of its request. If it is refused, none of the sent images remain. */
export type WithImages = <Result>(run: (images: RecordImages) => Promise<Result>) => Promise<Result>;

interface WithImagesDeps {
  fetch(address: string, actor: Actor): Promise<number | undefined>;
  /** Creates the sizes and writes the files. */
  write(file: UploadedFile, actor: Actor): Promise<{ readonly image: Image } | RefusedImage>;
  /** Removes the files unless the image is stored. */
  discard(image: Image): Promise<void>;
}

export const createWithImages =
  ({ fetch, write, discard }: WithImagesDeps): WithImages =>
  async (run) => {
    const written: Image[] = [];
    const images: RecordImages = {
      async resolve(choice, actor, note) {
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
      if (hasStoredNothing(error)) for (const image of written) await discard(image);
      throw error;
    }
  };

/**
 * True if a failed write has certainly stored nothing. Otherwise, the files of images are left to `kalends
 * sweep`.
 */
export const hasStoredNothing = (error: unknown): boolean =>
  error instanceof ClientGone || (isCalendarError(error) && error.code !== "rest_storage_unavailable");

/**
 * Write of one record. Slow steps such as fetching images come first, outside of any transaction; then one
 * transaction follows. The code that uses it may run twice: as a rehearsal without new images, then for real.
 */
export interface Writing<Stored, Result = Stored> {
  readonly actor: Actor;
  /** Notes adjustments before the transaction. */
  readonly note: NoteAdjustment;
  /** Resolves an image choice: see `RecordImages.resolve`. */
  resolveImage(
    choice: ImageChoice | null | undefined,
    note: NoteAdjustment,
  ): Promise<number | null | undefined>;
  /**
   * Runs the transaction. It must come last: its result is the result of the write. `work` may run again
   * after a conflict, with new notes each time.
   */
  transact(work: (unit: WriteUnit, note: NoteAdjustment) => Promise<Stored>): Promise<Result>;
}

interface WriteOptions {
  /** True if nothing may be fetched or stored. */
  readonly isDryRun: boolean;
  /**
   * True if only one revision of the record may be written. Another one is refused before anything is
   * fetched.
   */
  readonly isConditional: boolean;
}

/** Runs a write; returns the result of its transaction and the adjustments. */
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
 * Resolves images, then writes in one transaction. Strict requests, and writes that a hook's check may
 * refuse, are rehearsed without the images first. Refused requests thus fetch nothing.
 * Source: rules/images.md#image-with-record.
 */
export const createWriteWithImages =
  ({ rehearse, transact, withImages }: WriteWithImagesDeps): WriteWithImages =>
  async (request, origin, { isDryRun, isConditional }, save) => {
    const { actor } = origin;

    const run = async <T>(
      resolve: RecordImages["resolve"],
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
          return resolve(choice, actor, note);
        },
        async transact(work) {
          adjustments.check();
          const done = await inTransaction(withAdjustments(adjustments, work), origin);
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
        images.resolve,
        (work, origin) =>
          transact(async (unit) => {
            await images.save(unit);
            return work(unit);
          }, origin),
        save,
      ),
    );
  };
