import type { CoreCapacities } from "../../capacities.ts";
import { CalendarError, invalidParameter } from "../../errors.ts";
import { createFairLimiter } from "../../fair-limiter.ts";
import { type Image, type ImageDetails, MAX_IMAGE_BYTES, type RefusedImage } from "../../model/image.ts";
import { without } from "../../model/members.ts";
import type { Post } from "../../model/post.ts";
import { toLoggedAddress } from "../../model/text/logged-text.ts";
import type { Upload, UploadedFile } from "../../model/upload.ts";
import { toImageProblem } from "../../parameters/image.ts";
import type { Clock } from "../../ports/clock.ts";
import type { ImageFetcher } from "../../ports/image-fetcher.ts";
import type { Logger } from "../../ports/logger.ts";
import type { Repositories } from "../../ports/store.ts";
import { type Actor, type WorkAccount, workAccountOf } from "../../rights/actor.ts";
import { asStored } from "../../unit-of-work/new-revisions.ts";
import type { ActorOrigin } from "../../unit-of-work/rehearsal.ts";
import type { Transact } from "../../unit-of-work/transact.ts";
import type { UnitOfWork } from "../../unit-of-work/unit-of-work.ts";
import type { ImageFiles, ImageOrigin } from "./image-files.ts";
import { createWithImages, hasStoredNothing, type WithImages } from "./record-images.ts";

interface ImageIntakeDeps {
  readonly store: Pick<Repositories, "images" | "ids">;
  readonly files: ImageFiles;
  readonly imageFetcher: Pick<ImageFetcher, "fetch">;
  readonly transact: Transact;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly capacities: Pick<CoreCapacities, "uploads" | "fetches">;
}

/** Properties of a new image that come from the request. */
type SentImage = Pick<ImageOrigin, "fileName" | "sourceUrl"> & { readonly address?: string | undefined };

/** Members of an image that change if its file is replaced. */
export type ReplacingFiles = Omit<Image, "id" | "author" | "createdUtc">;

/**
 * Intake of new images from uploads and URLs. Do not use it inside a transaction, because it calls other
 * servers and writes files.
 */
export interface ImageIntake {
  /**
   * Stores an uploaded image with the details that `toDetails` returns for the received file. Throws
   * `rest_invalid_param` or `rest_body_too_large`, and the errors of `Upload` and `toDetails`
   * (rules/images.md#image-upload).
   */
  upload(
    upload: Upload,
    by: ActorOrigin,
    toDetails: (file: UploadedFile) => Promise<ImageDetails>,
  ): Promise<Image>;
  /**
   * Stores an uploaded file as the new file of an image. `save` stores the image and returns it; it runs in
   * the transaction. If `save` throws, the new files are removed. Throws the same errors as `upload`.
   */
  replace(
    upload: Upload,
    image: Image,
    by: ActorOrigin,
    save: (files: ReplacingFiles, unit: UnitOfWork) => Promise<Image>,
  ): Promise<Image>;
  /**
   * Returns the image from a URL: the stored one if the URL was fetched before, otherwise a new one. Throws
   * `rest_invalid_param` for `address` if the image is refused, and the errors of storing it.
   */
  fetch(address: string, actor: Actor): Promise<Image>;
  /** Runs an operation that writes a record together with its images. */
  readonly withImages: WithImages;
}

/**
 * Maximum number of milliseconds between a request for an image from a URL and the beginning of the fetch.
 * After that, the image is refused.
 */
const MAX_WAIT_MS = 30_000;

/** Result of fetching a URL. `error` is the reason why the image could not be stored. */
type Fetched = { readonly image: Image } | RefusedImage | { readonly error: unknown };

const SLOW: RefusedImage = { refusal: "image-too-slow" };

export const createImageIntake = ({
  store,
  files,
  imageFetcher,
  transact,
  clock,
  logger,
  capacities,
}: ImageIntakeDeps): ImageIntake => {
  const uploads = createFairLimiter<Actor["id"]>(capacities.uploads);
  const fetches = createFairLimiter<WorkAccount>(capacities.fetches);

  const write = (
    bytes: Uint8Array,
    { address, ...origin }: SentImage,
    actor: Actor,
    nextId: ImageOrigin["nextId"] = () => store.ids.next("record"),
  ): ReturnType<ImageFiles["write"]> =>
    files.write(bytes, {
      ...origin,
      author: actor.id ?? 0,
      sender: { account: actor.id, address },
      nextId,
    });

  const discard = async (image: Image): Promise<void> => {
    try {
      if ((await store.images.find(image.id)) === undefined) await files.remove(image);
    } catch (error) {
      logger.warn("the files of an image could not be removed", { image: image.id, error });
    }
  };

  /** Stores the files before the image record, so that every image that clients can see has its files. */
  const keep = async (
    bytes: Uint8Array,
    origin: SentImage,
    by: ActorOrigin,
    details: ImageDetails = {},
  ): Promise<{ readonly image: Image } | RefusedImage> => {
    const written = await write(bytes, origin, by.actor);
    if ("refusal" in written) return written;
    let image: Image;
    try {
      image = await transact((repositories) => saveOnce({ ...written.image, ...details }, repositories), by);
    } catch (error) {
      if (hasStoredNothing(error)) await discard(written.image);
      throw error;
    }
    if (image.id !== written.image.id) await files.remove(written.image);
    return { image };
  };

  const fetchOnce = async (address: string, actor: Actor): Promise<Fetched> => {
    const known = await store.images.findByUrl(address);
    if (known !== undefined) return { image: known };
    const fetched = await imageFetcher.fetch(address, workAccountOf(actor));
    if ("refusal" in fetched) return fetched;
    const fileName = address.replace(/[?#].*$/s, "");
    try {
      return await keep(fetched.bytes, { fileName, sourceUrl: address }, { actor });
    } catch (error) {
      return { error };
    }
  };

  const fetchInTurn = (address: string, actor: Actor): Promise<Fetched> => {
    const queuedAt = clock.now();
    return fetches.run(workAccountOf(actor), async () =>
      clock.now() - queuedAt > MAX_WAIT_MS ? SLOW : fetchOnce(address, actor),
    );
  };

  /** Receives an upload when it is the account's turn, and passes it on. */
  const receive = (
    upload: Upload,
    { actor }: ActorOrigin,
    store: (file: UploadedFile) => Promise<{ readonly image: Image } | RefusedImage>,
  ): Promise<Image> =>
    uploads.run(actor.id, async () => {
      const file = await upload.receive();
      if (file.bytes.length === 0) throw invalidParameter("file", { reason: "empty" });
      if (file.bytes.length > MAX_IMAGE_BYTES)
        throw new CalendarError("rest_body_too_large", { limit: MAX_IMAGE_BYTES });
      const kept = await store(file);
      if ("refusal" in kept) throw invalidParameter("file", toImageProblem(kept));
      return kept.image;
    });

  return {
    upload: (upload, by, toDetails) =>
      receive(upload, by, async (file) => {
        const details = await toDetails(file);
        return keep(file.bytes, { fileName: file.name, address: file.address }, by, details);
      }),
    replace: (upload, { id }, by, save) =>
      receive(upload, by, async ({ name, bytes, address }) => {
        const written = await write(bytes, { fileName: name, address }, by.actor, async () => id);
        if ("refusal" in written) return written;
        const { id: _id, author: _author, createdUtc: _created, ...replacing } = written.image;
        try {
          return { image: await transact((unit) => save(replacing, unit), by) };
        } catch (error) {
          // The names of these files are new, so no record can have them.
          if (hasStoredNothing(error)) await files.remove(written.image);
          throw error;
        }
      }),
    async fetch(address, actor) {
      const fetched = await fetchInTurn(address, actor);
      if ("error" in fetched) throw fetched.error;
      if ("refusal" in fetched) throw invalidParameter("address", toImageProblem(fetched));
      return fetched.image;
    },
    withImages: createWithImages({
      async fetch(address, actor) {
        const fetched = await fetchInTurn(address, actor);
        if ("image" in fetched) return fetched.image.id;
        const logged = { address: toLoggedAddress(address) };
        if ("error" in fetched)
          logger.warn("an image could not be stored", { ...logged, error: fetched.error });
        else {
          const { refusal: reason, ...rest } = fetched;
          logger.warn("an image could not be fetched", { ...logged, reason, ...rest });
        }
        return undefined;
      },
      write: ({ name, bytes, address }, actor) => write(bytes, { fileName: name, address }, actor),
      discard,
    }),
  };
};

/**
 * Returns the stored image with the same source URL. If no such image exists, stores `image` and returns it.
 */
const saveOnce = async (image: Image, unit: UnitOfWork): Promise<Image> => {
  const { images } = unit;
  const known = image.sourceUrl === undefined ? undefined : await images.findByUrl(image.sourceUrl);
  if (known !== undefined) return known;
  await images.save(image);
  return asStored(image, unit);
};

/**
 * Throws `rest_invalid_param` if the image no longer exists. Call it inside the transaction that stores a
 * record with this image, because the image may have been removed since the request was checked.
 */
export const requireImage = async (
  id: number | null | undefined,
  { images }: Pick<Repositories, "images">,
): Promise<void> => {
  if (typeof id === "number" && (await images.find(id)) === undefined) {
    throw invalidParameter("image", { reason: "unknown-image" });
  }
};

/**
 * Returns the record with this image as its featured image. `null` removes the image, and `undefined` leaves
 * it unchanged.
 */
export const withImage = <R extends Pick<Post, "imageId">>(
  record: R,
  image: number | null | undefined,
): R => {
  if (image === undefined) return record;
  return image === null
    ? without<Pick<Post, "imageId">, R>(record, "imageId")
    : { ...record, imageId: image };
};
