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

/** Images in one request that writes a record. */
export interface RecordImages {
  /**
   * Returns the id of the image that the client chose, and stores or fetches the image if it is new. `null`
   * means no image. Do not call it inside a transaction.
   * If the image cannot be fetched or stored, or its fetch cannot begin within half a minute, the record is
   * stored without it. An adjustment and a log warning then report this (rules/images.md#fetch-fails-late).
   * Throws `rest_invalid_param` for `image` if a sent file is not a readable image.
   */
  resolve(
    choice: ImageChoice | null | undefined,
    actor: Actor,
    note: NoteAdjustment,
  ): Promise<number | null | undefined>;
  /**
   * Stores the records of the new images. Call it inside the transaction that stores the record, before the
   * record.
   */
  save(repositories: Pick<Repositories, "images">): Promise<void>;
}

/**
 * Runs a write together with the images in its request. If the write is refused, none of the new images
 * remain.
 */
export type WithImages = <Result>(run: (images: RecordImages) => Promise<Result>) => Promise<Result>;

interface WithImagesDeps {
  fetch(address: string, actor: Actor): Promise<number | undefined>;
  /** Creates the smaller versions of an image and writes all files. */
  write(file: UploadedFile, actor: Actor): Promise<{ readonly image: Image } | RefusedImage>;
  /** Removes the files of an image, unless the image was stored. */
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
 * True if a failed write has certainly stored nothing, so that its image files can be removed. Otherwise
 * `kalends sweep` removes unused files later.
 */
export const hasStoredNothing = (error: unknown): boolean =>
  error instanceof ClientGone || (isCalendarError(error) && error.code !== "rest_storage_unavailable");

/**
 * Write of one record, in two phases. Slow steps such as fetching images come first, outside of any
 * transaction. Then one transaction follows.
 * The code of the write may run twice: first without new images in a transaction that is rolled back, then
 * for real.
 */
export interface Writing<Stored, Result = Stored> {
  readonly actor: Actor;
  /** Reports an adjustment before the transaction. */
  readonly note: NoteAdjustment;
  /** Returns the id of the chosen image: see `RecordImages.resolve`. */
  resolveImage(
    choice: ImageChoice | null | undefined,
    note: NoteAdjustment,
  ): Promise<number | null | undefined>;
  /**
   * Runs the transaction. It must be the last step, because its result is the result of the write. `work` may
   * run again after a conflict; each run reports its adjustments anew.
   */
  transact(work: (unit: WriteUnit, note: NoteAdjustment) => Promise<Stored>): Promise<Result>;
}

interface WriteOptions {
  /** True in a dry run, which must neither fetch nor store anything. */
  readonly isDryRun: boolean;
  /**
   * True if the request names the revision of the record that it may overwrite. If the stored revision is
   * another one, the request is refused before images are fetched.
   */
  readonly isConditional: boolean;
}

/** Runs a write. Returns the result of its transaction and the adjustments. */
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
 * Creates the function that resolves images and then writes in one transaction.
 * Strict requests, requests with `If-Match`, and writes that the check of a hook may refuse, run first
 * without images. Refused requests thus fetch no images.
 * The first run is rolled back, unless the request has no new image and no hook has a check. Its result is
 * then the result of the write.
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
