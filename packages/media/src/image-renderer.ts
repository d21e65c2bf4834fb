import { createFairLimiter, type ImageRenderer, type Logger, MAX_IMAGE_PIXELS } from "@kalends/core";
import type { Metadata, Sharp, SharpOptions } from "sharp";
import { MEDIA_CAPACITIES, type MediaCapacities } from "./capacities.ts";
import { MAX_FRAMES } from "./containers/limits.ts";
import { decodingCost, isCostly } from "./decoding-cost.ts";
import { commonSize, type Dimensions, smallerSizes } from "./image-sizes.ts";
import { IMAGE_TYPES, type ImageType } from "./image-types.ts";
import { Undecodable } from "./undecodable.ts";

export interface ImageRendererOptions {
  /**
   * Limits of concurrent decoding. Defaults to `MEDIA_CAPACITIES`. The number of waiting images is not
   * limited here.
   */
  readonly capacities?: Pick<MediaCapacities, "decoders">;
  /** Maximum pixels of an image after decoding. Defaults to 50 million. */
  readonly maxPixels?: number;
  /** Maximum bytes of memory for decoding one image. Defaults to 256 MiB. */
  readonly maxMemory?: number;
  /** Maximum seconds for decoding an image, and for creating each of its sizes. Defaults to 20. */
  readonly timeout?: number;
  /**
   * True to keep the metadata of images that an account sends. By default, metadata is removed
   * (rules/images.md#image-metadata).
   */
  readonly keepsMetadata?: boolean;
  /** Receives an error line for each image if the decoder is not installed. If absent, nothing is logged. */
  readonly logger?: Pick<Logger, "error"> | undefined;
}

/**
 * Maximum width and height in pixels, the same as that of JPEG. The decoder would take many seconds for a
 * line of millions of pixels.
 */
const MAX_SIDE = 65_535;

type ImageSender = Parameters<ImageRenderer["render"]>[1];
type RenderedImage = Extract<
  Awaited<ReturnType<ImageRenderer["render"]>>,
  { readonly image: object }
>["image"];

type Open = (bytes: Uint8Array, options?: SharpOptions) => Sharp;

/**
 * Imports the decoder (`sharp`) with the first image: most processes never need it, and hosts without images
 * do not install it. Switches off the cache and the threads of the decoder.
 */
const loadDecoder = async (): Promise<Open | { readonly failure: unknown }> => {
  try {
    const { default: sharp } = await import("sharp");
    sharp.cache(false);
    sharp.concurrency(1);
    return sharp;
  } catch (failure) {
    return { failure };
  }
};

/** An image whose header was read. */
interface Opened {
  /** File content without metadata. */
  readonly stripped: Buffer;
  readonly header: Metadata;
  readonly smaller: ReturnType<typeof smallerSizes>;
  readonly isCostly: boolean;
  /** Dimensions in which the image is decoded, once for all sizes. */
  readonly common: Dimensions;
}

/**
 * Creates the renderer for JPEG, PNG, GIF, WebP and AVIF. If the package `sharp` is not installed, it refuses
 * all images with `no-image-decoder`. Metadata is removed before decoding, which also limits the time to read
 * a header to a tenth of a second. Each size has the type of the image, its orientation applied, sRGB colours
 * and no metadata. Sizes of an animation show its first frame. The caller must limit the number of waiting
 * images.
 */
export const createImageRenderer = ({
  capacities = MEDIA_CAPACITIES,
  maxPixels = MAX_IMAGE_PIXELS,
  maxMemory = 256 * 1024 * 1024,
  timeout = 20,
  keepsMetadata = false,
  logger,
}: ImageRendererOptions = {}): ImageRenderer => {
  // Release a permit only when the decoder has finished, even after the time limit. Promises of sharp resolve
  // when its thread ends.
  const decoders = createFairLimiter<Sender>(capacities.decoders);
  const state: { decoder?: ReturnType<typeof loadDecoder> } = {};

  const openDecoder = async (): Promise<Open> => {
    state.decoder ??= loadDecoder();
    const open = await state.decoder;
    if (typeof open !== "object") return open;
    logger?.error(
      "an image is refused: the package sharp, which decodes images, cannot be loaded; npm install sharp",
      { error: open.failure },
    );
    throw new Undecodable("no-image-decoder");
  };

  const readHeader = async (open: Open, bytes: Uint8Array, { format, strip }: ImageType): Promise<Opened> => {
    const stripped = strip(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length));
    // Read only the header. Allow any dimensions here, because the limits are checked afterwards.
    const header = await decoded(open(stripped, { limitInputPixels: false }).metadata());
    if (header.format !== format || (format === "heif" && header.compression !== "av1"))
      throw new Undecodable("not-an-image");
    const { width, height } = header.autoOrient;
    const smaller = smallerSizes({ width, height });
    const sizes = smaller.map(([, size]) => size);
    const common = commonSize({ width, height }, sizes);
    if (
      width * height > maxPixels ||
      Math.max(width, height) > MAX_SIDE ||
      (header.pages ?? 1) > MAX_FRAMES ||
      decodingCost(header, common) > maxMemory
    )
      throw new Undecodable("image-too-many-pixels");
    return { stripped, header, smaller, common, isCostly: isCostly(header, common, sizes) };
  };

  const makeSizes = async (
    open: Open,
    { stripped, smaller, common }: Opened,
    { format, mimeType, extension }: ImageType,
  ): Promise<RenderedImage["sizes"]> => {
    const { data, info } = await decoded(
      open(stripped, { limitInputPixels: maxPixels, failOn: "error" })
        .timeout({ seconds: timeout })
        .autoOrient()
        .resize(common.width, common.height, { fit: "fill" })
        .toColourspace("srgb")
        .raw()
        .toBuffer({ resolveWithObject: true }),
    );
    const sizes: Record<string, RenderedImage["sizes"][string]> = {};
    for (const [name, size] of smaller) {
      const encoded = await decoded(
        open(data, { raw: { ...common, channels: info.channels } })
          .timeout({ seconds: timeout })
          .resize(size.width, size.height, { fit: "cover" })
          .toFormat(format === "heif" ? "avif" : format, ENCODING[format])
          .toBuffer(),
      );
      sizes[name] = { mimeType, extension, ...size, bytes: encoded };
    }
    return sizes;
  };

  const render = async (bytes: Uint8Array, type: ImageType, sender: ImageSender): Promise<RenderedImage> => {
    const open = await openDecoder();
    const key = sender.account ?? sender.address;
    const opened = await decoders.run(key, () => readHeader(open, bytes, type));
    const kind = opened.isCostly ? COSTLY : key;
    const sizes = await decoders.run(key, () => makeSizes(open, opened, type), kind);
    const { mimeType, extension } = type;
    const { width, height } = opened.header.autoOrient;
    const isKept = keepsMetadata && sender.account !== undefined;
    return { mimeType, extension, width, height, bytes: isKept ? bytes : opened.stripped, sizes };
  };

  return {
    async render(bytes, sender) {
      const type = IMAGE_TYPES.find(({ matches }) => matches(bytes));
      if (type === undefined) return { refusal: "not-an-image" };
      try {
        return { image: await render(bytes, type, sender) };
      } catch (error) {
        if (error instanceof Undecodable) return { refusal: error.refusal };
        throw error;
      }
    },
  };
};

/**
 * Sender of an image, for fair limits: an account, a client address, or the common key of expensive images.
 */
type Sender = number | string | undefined | typeof COSTLY;

/**
 * Common key of all expensive images. They are therefore decoded one at a time, which leaves a decoder for
 * other images and limits the memory.
 */
const COSTLY: unique symbol = Symbol("costly");

/**
 * Encoder effort for formats whose default effort takes long. With effort 3, a GIF takes a quarter of the
 * default time and less than 10 % more bytes.
 */
const ENCODING: Readonly<Partial<Record<ImageType["format"], { readonly effort: number }>>> = {
  gif: { effort: 3 },
  heif: { effort: 2 },
};

/** Runs work of the decoder. Any error counts as a fault of the image. */
const decoded = async <T>(work: Promise<T>): Promise<T> => {
  try {
    return await work;
  } catch {
    throw new Undecodable("image-damaged");
  }
};
