import {
  CalendarError,
  createFairLimiter,
  type ImageRefusal,
  type ImageRenderer,
  type Logger,
  MAX_IMAGE_PIXELS,
  type RenderedImage,
} from "@kalends/core";
import type { Sharp, SharpOptions } from "sharp";
import { decodingCost } from "./decoding-cost.ts";
import { commonSize, smallerSizes } from "./image-sizes.ts";
import { IMAGE_TYPES, type ImageType } from "./image-types.ts";

export interface ImageRendererOptions {
  /** Images that are worked on at once, from 1 (the default): memory and the processor are kept for requests. */
  readonly atOnce?: number;
  /** Images that may wait, with their bytes; 16 by default. */
  readonly maxWaiting?: number;
  /** Of the images that are decoded; 50 million by default. */
  readonly maxPixels?: number;
  /** Bytes that decoding one may take; 256 MiB by default. */
  readonly maxMemory?: number;
  /** Seconds after which the work on one size ends; 20 by default. */
  readonly timeout?: number;
  /** Gets a line for each image that nothing can decode; nothing is logged without. */
  readonly logger?: Pick<Logger, "error"> | undefined;
}

/** Pixels of a side, as a JPEG can have them: what is a line of millions takes the decoder many seconds. */
const MAX_SIDE = 65_535;
/** One frame is decoded, but each one's head is read before that: a small file may hold a million. */
const MAX_FRAMES = 10_000;

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

/** Ends the work on an image; its caller answers the refusal. */
class Undecodable extends Error {
  readonly refusal: ImageRefusal;

  constructor(refusal: ImageRefusal) {
    super(refusal);
    this.name = "Undecodable";
    this.refusal = refusal;
  }
}

/**
 * Decodes JPEG, PNG, GIF, WebP and AVIF; without the package `sharp` all are refused as `no-image-decoder`. Sizes have the type of the image, its orientation applied, the colours of sRGB and
 * no metadata; of an animation they show the first frame. Rejects with `rest_storage_unavailable` when too many images wait.
 */
export const createImageRenderer = ({
  atOnce = 1,
  maxWaiting = 16,
  maxPixels = MAX_IMAGE_PIXELS,
  maxMemory = 256 * 1024 * 1024,
  timeout = 20,
  logger,
}: ImageRendererOptions = {}): ImageRenderer => {
  const limiter = createFairLimiter({ capacity: atOnce });
  const state: { pending: number; decoder?: ReturnType<typeof loadDecoder> } = { pending: 0 };

  const render = async (bytes: Uint8Array, type: ImageType): Promise<RenderedImage> => {
    state.decoder ??= loadDecoder();
    const open = await state.decoder;
    if (typeof open === "object") {
      logger?.error(
        "an image is refused: the package sharp, which decodes images, cannot be loaded; npm install sharp",
        {
          error: open.failure,
        },
      );
      throw new Undecodable("no-image-decoder");
    }
    const { mimeType, extension, format } = type;
    // Only the header, whatever it promises.
    const header = await decoded(open(bytes, { limitInputPixels: false }).metadata());
    if (header.format !== format || (format === "heif" && header.compression !== "av1"))
      throw new Undecodable("not-an-image");
    const whole = header.autoOrient;
    const smaller = smallerSizes(whole);
    const common = commonSize(
      whole,
      smaller.map(([, size]) => size),
    );
    if (
      whole.width * whole.height > maxPixels ||
      Math.max(whole.width, whole.height) > MAX_SIDE ||
      (header.pages ?? 1) > MAX_FRAMES ||
      decodingCost(header, common) > maxMemory
    )
      throw new Undecodable("image-too-many-pixels");
    const { data, info } = await decoded(
      open(bytes, { limitInputPixels: maxPixels, failOn: "error" })
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
    return { mimeType, extension, width: whole.width, height: whole.height, sizes };
  };

  return {
    async render(bytes) {
      const type = IMAGE_TYPES.find(({ matches }) => matches(bytes));
      if (type === undefined) return { refusal: "not-an-image" };
      if (state.pending >= atOnce + maxWaiting) throw new CalendarError("rest_storage_unavailable");
      state.pending += 1;
      try {
        return { image: await limiter.run(undefined, () => render(bytes, type)) };
      } catch (error) {
        if (error instanceof Undecodable) return { refusal: error.refusal };
        throw error;
      } finally {
        state.pending -= 1;
      }
    },
  };
};

/** The slowest encoder is asked for less. */
const ENCODING: Readonly<Partial<Record<ImageType["format"], { readonly effort: number }>>> = {
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
