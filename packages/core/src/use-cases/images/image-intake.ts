import { CalendarError, invalidParameter } from "../../errors.ts";
import { createFairLimiter } from "../../fair-limiter.ts";
import type { Actor } from "../../model/actor.ts";
import { type Image, MAX_IMAGE_BYTES, type RefusedImage } from "../../model/image.ts";
import { toLoggedAddress } from "../../model/text/logged-address.ts";
import type { Upload } from "../../model/upload.ts";
import { toImageProblem } from "../../parameters/image.ts";
import type { Clock } from "../../ports/clock.ts";
import type { ImageFetcher } from "../../ports/image-fetcher.ts";
import type { Logger } from "../../ports/logger.ts";
import type { Repositories } from "../../ports/store.ts";
import type { ActorOrigin } from "../rehearsal.ts";
import { asStored } from "../revisions.ts";
import type { Transact } from "../transact.ts";
import type { ImageFiles, ImageOrigin } from "./image-files.ts";
import { createWithImages, isUndone, type WithImages } from "./record-images.ts";

interface ImageIntakeDeps {
  readonly store: Pick<Repositories, "images" | "ids">;
  readonly files: ImageFiles;
  readonly imageFetcher: Pick<ImageFetcher, "fetch">;
  readonly transact: Transact;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** Properties of an image that the request determines. */
type SentImage = Pick<ImageOrigin, "fileName" | "sourceUrl"> & { readonly address?: string | undefined };

/** How images get into the calendar. Nothing here may run inside a transaction: it asks others and writes files. */
export interface ImageIntake {
  /** Throws `rest_invalid_param`, `rest_body_too_large`, and what `Upload` throws (rules/images.md#image-upload). */
  upload(upload: Upload, by: ActorOrigin): Promise<Image>;
  /** For the operations that write a record with images. */
  readonly withImages: WithImages;
}

/**
 * Images that are worked on at once, each with up to `MAX_IMAGE_BYTES`, and of the same account
 * (rules/images.md#image-queues). What is on its way has no place among them: senders may be as slow as they like. It is the same
 * account's next ones that wait unread meanwhile, so that a program may send many at once.
 */
const UPLOADS = { capacity: 3, perKey: 2 };
const ON_THEIR_WAY = { capacity: Number.POSITIVE_INFINITY, perKey: 2 };
const FETCHES = { capacity: 2, perKey: 1 };
/** Milliseconds that a record waits for its image to be fetched at last. */
const PATIENCE = 30_000;

const SLOW: RefusedImage = { refusal: "image-too-slow" };

export const createImageIntake = ({
  store,
  files,
  imageFetcher,
  transact,
  clock,
  logger,
}: ImageIntakeDeps): ImageIntake => {
  const uploads = createFairLimiter<Actor["id"]>(UPLOADS);
  const onTheirWay = createFairLimiter<Actor["id"]>(ON_THEIR_WAY);
  const fetches = createFairLimiter<Actor["id"]>(FETCHES);

  const write = (
    bytes: Uint8Array,
    { address, ...origin }: SentImage,
    actor: Actor,
  ): ReturnType<ImageFiles["write"]> =>
    files.write(bytes, {
      ...origin,
      author: actor.id ?? 0,
      sender: { account: actor.id, address },
      nextId: () => store.ids.next("record"),
    });

  const discard = async (image: Image): Promise<void> => {
    try {
      if ((await store.images.find(image.id)) === undefined) await files.remove(image);
    } catch (error) {
      logger.warn("the files of an image were left behind", { image: image.id, error });
    }
  };

  /** Files first, then the record that names them: every image that is visible can be loaded. */
  const keep = async (
    bytes: Uint8Array,
    origin: SentImage,
    by: ActorOrigin,
  ): Promise<{ readonly image: Image } | RefusedImage> => {
    const written = await write(bytes, origin, by.actor);
    if ("refusal" in written) return written;
    let image: Image;
    try {
      image = await transact((repositories) => saveOnce(written.image, repositories), by);
    } catch (error) {
      if (isUndone(error)) await discard(written.image);
      throw error;
    }
    if (image.id !== written.image.id) await files.remove(written.image);
    return { image };
  };

  const fetchOnce = async (address: string, actor: Actor): Promise<number | RefusedImage> => {
    const known = await store.images.findByUrl(address);
    if (known !== undefined) return known.id;
    const fetched = await imageFetcher.fetch(address, actor.id);
    if ("refusal" in fetched) return fetched;
    const fileName = address.replace(/[?#].*$/s, "");
    const kept = await keep(fetched.bytes, { fileName, sourceUrl: address }, { actor });
    return "refusal" in kept ? kept : kept.image.id;
  };

  return {
    async upload(upload, by) {
      const { name, bytes, address } = await onTheirWay.run(by.actor.id, () => upload.receive());
      if (bytes.length === 0) throw invalidParameter("file", { reason: "empty" });
      if (bytes.length > MAX_IMAGE_BYTES)
        throw new CalendarError("rest_body_too_large", { limit: MAX_IMAGE_BYTES });
      const kept = await uploads.run(by.actor.id, () => keep(bytes, { fileName: name, address }, by));
      if ("refusal" in kept) throw invalidParameter("file", toImageProblem(kept));
      return kept.image;
    },
    withImages: createWithImages({
      async fetch(address, actor) {
        const asked = clock.now();
        try {
          const taken = await fetches.run(actor.id, async () =>
            clock.now() - asked > PATIENCE ? SLOW : fetchOnce(address, actor),
          );
          if (typeof taken === "number") return taken;
          const { refusal, ...rest } = taken;
          const known = { address: toLoggedAddress(address), reason: refusal, ...rest };
          logger.warn("an image could not be fetched", known);
        } catch (error) {
          logger.warn("an image could not be kept", { address: toLoggedAddress(address), error });
        }
        return undefined;
      },
      write: ({ name, bytes, address }, actor) => write(bytes, { fileName: name, address }, actor),
      discard,
    }),
  };
};

/** The image that has its source already, else this one, stored now. */
const saveOnce = async (image: Image, repositories: Repositories): Promise<Image> => {
  const { images } = repositories;
  const known = image.sourceUrl === undefined ? undefined : await images.findByUrl(image.sourceUrl);
  if (known !== undefined) return known;
  await images.save(image);
  return asStored(image, repositories);
};

/**
 * Inside the transaction that stores a record with this image: it may have been removed since the request was checked.
 * Throws `rest_invalid_param`.
 */
export const demandImage = async (
  id: number | null | undefined,
  { images }: Pick<Repositories, "images">,
): Promise<void> => {
  if (typeof id === "number" && (await images.find(id)) === undefined) {
    throw invalidParameter("image", { reason: "unknown-image" });
  }
};

/** The record with the image that was chosen; `null` takes it off, `undefined` leaves it. */
export const withImage = <R extends { readonly imageId?: number }>(
  record: R,
  image: number | null | undefined,
): R => {
  if (image === undefined) return record;
  if (image !== null) return { ...record, imageId: image };
  const { imageId: _removed, ...rest } = record;
  // The rest of R without an optional member is still an R.
  return rest as unknown as R;
};
