import {
  createFairLimiter,
  type ImageRenderer,
  type ImageSender,
  type Logger,
  MAX_IMAGE_PIXELS,
  type RenderedImage,
} from "@kalends/core";
import type { Metadata, Sharp, SharpOptions } from "sharp";
import { MEDIA_CAPACITIES, type MediaCapacities } from "./capacities.ts";
import { MAX_FRAMES } from "./containers/limits.ts";
import { decodingCost, isCostly } from "./decoding-cost.ts";
import { commonSize, type Dimensions, smallerSizes } from "./image-sizes.ts";
import { IMAGE_TYPES, type ImageType } from "./image-types.ts";
import { Undecodable } from "./undecodable.ts";

export interface ImageRendererOptions {
  /** `MEDIA_CAPACITIES` by default. Any number of images wait for a decoder. */
  readonly capacities?: Pick<MediaCapacities, "decoders">;
  /** Of the images that are decoded; 50 million by default. */
  readonly maxPixels?: number;
  /** Bytes that decoding one may take; 256 MiB by default. */
  readonly maxMemory?: number;
  /** Seconds after which the work on one size ends; 20 by default. */
  readonly timeout?: number;
  /** Keeps the metadata of images that accounts send. By default it is removed (rules/images.md#image-metadata). */
  readonly keepsMetadata?: boolean;
  /** Gets a line for each image that nothing can decode; nothing is logged without. */
  readonly logger?: Pick<Logger, "error"> | undefined;
}

/** Pixels of a side, as a JPEG can have them: what is a line of millions takes the decoder many seconds. */
const MAX_SIDE = 65_535;

type Open = (bytes: Uint8Array, options?: SharpOptions) => Sharp;

/**
 * Loaded with the first image: most starts never need it, and hosts without images do not install it. It keeps no results and no
 * threads of its own.
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

/** An image whose header has been read. */
interface Opened {
  /** Without metadata. */
  readonly stripped: Buffer;
  readonly header: Metadata;
  readonly smaller: ReturnType<typeof smallerSizes>;
  readonly isCostly: boolean;
  /** Bounds of the decoded image. */
  readonly common: Dimensions;
}

/**
 * Decodes JPEG, PNG, GIF, WebP and AVIF; without the package `sharp` all are refused as `no-image-decoder`. The decoder gets images
 * without their metadata, whose headers are read in less than a tenth of a second. Sizes have the type of the image, its orientation
 * applied, the colours of sRGB and no metadata; of an animation they show the first frame. Callers bound how many images wait.
 */
export const createImageRenderer = ({
  capacities = MEDIA_CAPACITIES,
  maxPixels = MAX_IMAGE_PIXELS,
  maxMemory = 256 * 1024 * 1024,
  timeout = 20,
  keepsMetadata = false,
  logger,
}: ImageRendererOptions = {}): ImageRenderer => {
  // A permit is released when the decoder is done: promises of sharp settle when its thread ends, also after its time limit.
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
    // Only the header, whatever it promises.
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

/** Account or address, or all senders of costly images. */
type Sender = number | string | undefined | typeof COSTLY;

/** Costly images are decoded one after the other, so that others find a decoder, and memory is that of one of them. */
const COSTLY: unique symbol = Symbol("costly");

/** The slowest encoders are asked for less: GIF takes a quarter of the time, and not a tenth more bytes. */
const ENCODING: Readonly<Partial<Record<ImageType["format"], { readonly effort: number }>>> = {
  gif: { effort: 3 },
  heif: { effort: 2 },
};

/** Whatever the decoder does not like is the fault of the bytes. */
const decoded = async <T>(work: Promise<T>): Promise<T> => {
  try {
    return await work;
  } catch {
    throw new Undecodable("image-damaged");
  }
};
