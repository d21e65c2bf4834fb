import { createHash } from "node:crypto";
import type { DocumentRepository, Image, JsonObject, Store } from "@kalends/core";
import { canonical } from "../merge/content-digest.ts";

/** Keeps images that are here in step with the source, whose records show them. */
export interface ImageUpdates {
  /** An image as a source has it. `true`: its file is another one there than it was. */
  take(image: Image): Promise<boolean>;
  /** Remembers the file of an image once it is here. */
  remember(image: Image): Promise<void>;
  /** Takes over the dimensions of an image whose file is still at the source; one whose old file is here stays as it is. */
  describe(image: Image): Promise<void>;
  /** How many were given an alt text, or would be. */
  altsTaken(): number;
}

/** Belongs to the calendar itself: no plugin has this name. */
const COLLECTION = "kalends/imported-images";

/** The image as its source had it last. */
interface Memory {
  readonly alt?: string;
  readonly file?: string;
}

const keyOf = (url: string): string => createHash("sha256").update(url).digest("base64url");

/** Says which file it is, as far as the source shows; `""` if it shows nothing of it. */
const fileOf = ({ width, height, fileSize }: Image): string =>
  width === undefined && fileSize === undefined ? "" : [width, height, fileSize].join("x");

const readMemory = async (documents: DocumentRepository, url: string): Promise<Memory | undefined> => {
  const value = await documents.find(COLLECTION, keyOf(url));
  if (value === undefined) return undefined;
  const { alt, file } = value;
  return { ...(typeof alt === "string" && { alt }), ...(typeof file === "string" && { file }) };
};

/**
 * The alt text of a source is taken where an image has none here, and where it has the one that came from there. `dryRun`: counts only.
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

  const takeAlt = async ({ url, alt }: Image, known: Image, memory: Memory | undefined): Promise<void> => {
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
    async take(image) {
      const known = await store.images.findByUrl(image.url);
      if (known === undefined) return false;
      const memory = await readMemory(store.documents, image.url);
      await takeAlt(image, known, memory);
      const file = fileOf(image);
      if (memory?.file === undefined && file !== "") await remember(image.url, { file });
      return file !== "" && memory?.file !== undefined && memory.file !== file;
    },
    remember: (image) => remember(image.url, { file: fileOf(image) }),
    async describe(image) {
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
    altsTaken: () => count,
  };
};
