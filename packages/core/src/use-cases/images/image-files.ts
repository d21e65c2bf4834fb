import {
  type Image,
  type ImageRefusal,
  type ImageSize,
  imageBaseName,
  imageFiles,
} from "../../model/image.ts";
import { utcText } from "../../model/time/wall-clock.ts";
import type { BlobStore } from "../../ports/blob-store.ts";
import type { Clock } from "../../ports/clock.ts";
import type { ImageRenderer, ImageSender } from "../../ports/image-renderer.ts";
import type { Logger } from "../../ports/logger.ts";

export interface ImageFilesDeps {
  readonly blobStore: BlobStore;
  readonly imageRenderer: ImageRenderer;
  /** Returns a random token of at least 16 characters of `0-9a-f`, which nobody can guess. */
  readonly newToken: () => string;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** Properties of a new image other than its bytes. */
export interface ImageOrigin {
  /** Assigns the id of the image. It is called only after the bytes were decoded as an image. */
  readonly nextId: () => Promise<number>;
  readonly author: number;
  readonly sender: ImageSender;
  /** File name that the sender gave; may be `""`. */
  readonly fileName: string;
  readonly sourceUrl?: string;
}

/**
 * Files of images in the blob store. Files are written before a record refers to them. They are removed after
 * the last reference is gone (rules/images.md#image-storage).
 */
export interface ImageFiles {
  /**
   * Creates the smaller versions, stores all files without most of their metadata, and returns the image. The
   * caller then stores the image.
   * Returns a refusal if the bytes are not an accepted image. Throws `rest_storage_unavailable` if the files
   * cannot be stored.
   */
  write(
    bytes: Uint8Array,
    origin: ImageOrigin,
  ): Promise<{ readonly image: Image } | { readonly refusal: ImageRefusal }>;
  /**
   * Removes the files of an image. Never rejects: files that cannot be removed are logged, and `kalends
   * sweep` removes them later.
   */
  remove(image: Image): Promise<void>;
  /** Removes the files with these names, like `remove`. */
  removeAll(names: readonly string[]): Promise<void>;
}

async function* toIterable(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

export const createImageFiles = ({
  blobStore,
  imageRenderer,
  newToken,
  clock,
  logger,
}: ImageFilesDeps): ImageFiles => {
  const removeAll = async (names: readonly string[]): Promise<void> => {
    for (const name of names) {
      try {
        await blobStore.remove(name);
      } catch (error) {
        logger.warn("a file of an image could not be removed", { name, error });
      }
    }
  };
  /** Stores all files. If one fails, the others are removed again. */
  const putAll = async (contents: ReadonlyMap<string, Uint8Array>): Promise<void> => {
    try {
      for (const [name, bytes] of contents) await blobStore.put(name, toIterable(bytes));
    } catch (error) {
      await removeAll([...contents.keys()]);
      throw error;
    }
  };
  return {
    async write(sent, { nextId, author, sender, fileName, sourceUrl }) {
      const rendered = await imageRenderer.render(sent, sender);
      if ("refusal" in rendered) return rendered;
      const { mimeType, extension, width, height, bytes, sizes } = rendered.image;
      const id = await nextId();
      const createdUtc = utcText(clock.now());
      const base = imageBaseName(id, { fileName, createdUtc, token: newToken() });
      const url = `${base}.${extension}`;
      const contents = new Map([[url, bytes]]);
      const kept: Record<string, ImageSize> = {};
      for (const [name, size] of Object.entries(sizes)) {
        const file = `${base}-${size.width}x${size.height}.${size.extension}`;
        contents.set(file, size.bytes);
        kept[name] = {
          width: size.width,
          height: size.height,
          mimeType: size.mimeType,
          fileSize: size.bytes.length,
          url: file,
        };
      }
      await putAll(contents);
      const source = sourceUrl === undefined ? {} : { sourceUrl };
      const fileSize = bytes.length;
      return {
        image: { id, author, url, ...source, mimeType, width, height, fileSize, sizes: kept, createdUtc },
      };
    },
    remove: (image) => removeAll(imageFiles(image)),
    removeAll,
  };
};
