import { createHash } from "node:crypto";
import type { Image, JsonObject } from "@kalends/core";
import type { DocumentRepository, Store } from "@kalends/core/storage";
import { canonical } from "../merge/content-digest.ts";

/** Updates stored images when the source shows other data for them. */
export interface ImageUpdates {
  /**
   * Updates the alt text of the local image from the image of a source record. Returns true if the image file
   * at the source has changed since it was copied.
   */
  update(image: Image): Promise<boolean>;
  /** Stores a fingerprint of the source file that was copied. See `fileOf`. */
  remember(image: Image): Promise<void>;
  /**
   * Updates dimensions, file size and type of an image that has no local file. An image with a local copy of
   * an older file stays unchanged.
   */
  updateDimensions(image: Image): Promise<void>;
  /**
   * Returns the number of images that received an alt text. In a dry run, counts the images that would
   * receive one.
   */
  updatedAlts(): number;
}

/** Name of the plugin-record collection for image states. Plugins cannot use this name. */
const COLLECTION = "kalends/imported-images";

/** State that an image had at the source in the last run. */
interface Memory {
  readonly alt?: string;
  readonly file?: string;
}

const keyOf = (url: string): string => createHash("sha256").update(url).digest("base64url");

/**
 * Returns a fingerprint of an image file, made of dimensions and file size. Returns `""` if the source gives
 * neither.
 */
const fileOf = ({ width, height, fileSize }: Image): string =>
  width === undefined && fileSize === undefined ? "" : [width, height, fileSize].join("x");

const readMemory = async (documents: DocumentRepository, url: string): Promise<Memory | undefined> => {
  const value = await documents.find(COLLECTION, keyOf(url));
  if (value === undefined) return undefined;
  const { alt, file } = value;
  return { ...(typeof alt === "string" && { alt }), ...(typeof file === "string" && { file }) };
};

/**
 * Creates the updater for images. It stores the alt text of the source if the local image has none, or still
 * has the one that an earlier import wrote. With `dryRun`, `update` only counts.
 * Source: rules/choices.md#import-alt-texts, rules/choices.md#import-images.
 */
export const createImageUpdates = (store: Store, dryRun: boolean): ImageUpdates => {
  let count = 0;

  const remember = async (url: string, more: Memory): Promise<void> => {
    const before = (await readMemory(store.documents, url)) ?? {};
    const value: JsonObject = { ...before, ...more };
    if (dryRun || canonical(before) === canonical(value)) return;
    await store.documents.save({ collection: COLLECTION, key: keyOf(url), value });
  };

  const updateAlt = async ({ url, alt }: Image, known: Image, memory: Memory | undefined): Promise<void> => {
    if (alt === undefined) return;
    const isTheirs = known.alt === undefined || (memory?.alt !== undefined && known.alt === memory.alt);
    if (isTheirs && known.alt !== alt) {
      count += 1;
      if (!dryRun)
        await store.transaction(async ({ images }) => {
          const image = await images.find(known.id);
          if (image !== undefined && image.alt === known.alt) await images.save({ ...image, alt });
        });
    }
    await remember(url, { alt });
  };

  return {
    async update(image) {
      const known = await store.images.findByUrl(image.url);
      if (known === undefined) return false;
      const memory = await readMemory(store.documents, image.url);
      await updateAlt(image, known, memory);
      const file = fileOf(image);
      if (memory?.file === undefined && file !== "") await remember(image.url, { file });
      return file !== "" && memory?.file !== undefined && memory.file !== file;
    },
    remember: (image) => remember(image.url, { file: fileOf(image) }),
    async updateDimensions(image) {
      const { url, width, height, fileSize, sizes, mimeType } = image;
      const isDone = await store.transaction(async ({ images }) => {
        const known = await images.findByUrl(url);
        if (known === undefined || known.url !== url) return false;
        const dimensions = { ...(width !== undefined && { width }), ...(height !== undefined && { height }) };
        await images.save({
          ...known,
          ...dimensions,
          ...(fileSize !== undefined && { fileSize }),
          sizes,
          mimeType,
        });
        return true;
      });
      if (isDone) await remember(url, { file: fileOf(image) });
    },
    updatedAlts: () => count,
  };
};
