import type { Metadata } from "sharp";
import type { Dimensions } from "./image-sizes.ts";

/**
 * Bytes per pixel that the decoder needs for each format that it cannot decode line by line, measured with
 * libvips 8.18.
 */
const PROGRESSIVE_JPEG = 6.5;
const PROGRESSIVE_JPEG_HALVED_COLOURS = 3.5;
const INTERLACED_PNG = 5.5;
const GIF = 5.5;
const WEBP = 5.5;
const AVIF = 20;
const AVIF_DEEP = 26;
/**
 * Bytes per pixel column that the decoder needs for a PNG without interlacing. The decoder holds about a
 * hundred lines in memory.
 */
const COLUMN = 6_500;

/** Returns the number of bytes for each colour sample, from the bit depth of the image. */
const bytesOf = ({ depth }: Metadata): number => (depth === "uchar" ? 1 : 2);

const perPixel = (header: Metadata): number => {
  switch (header.format) {
    case "jpeg":
      if (!header.isProgressive) return 0;
      return header.chromaSubsampling === "4:2:0" ? PROGRESSIVE_JPEG_HALVED_COLOURS : PROGRESSIVE_JPEG;
    case "png":
      return INTERLACED_PNG * bytesOf(header);
    case "gif":
      return GIF;
    case "webp":
      return WEBP;
    default:
      return bytesOf(header) === 1 ? AVIF : AVIF_DEEP;
  }
};

/**
 * Returns the approximate number of bytes that decoding the image needs. Includes the decoded image in the
 * dimensions `kept`.
 */
export const decodingCost = (header: Metadata, kept: Dimensions): number => {
  const decodedBytes = perPixel(header) * header.width * header.height;
  const isByLine = header.format === "png" && !header.isProgressive;
  const decoding = isByLine ? Math.min(decodedBytes, COLUMN * bytesOf(header) * header.width) : decodedBytes;
  return decoding + 4 * kept.width * kept.height;
};

/**
 * Seconds to decode and to encode a million pixels of a photograph, by format. Measured on a slow processor.
 */
const SECONDS: Readonly<Record<string, readonly [decode: number, encode: number]>> = {
  jpeg: [0.03, 0.05],
  png: [0.03, 0.1],
  gif: [0.05, 1.5],
  webp: [0.03, 0.3],
  heif: [0.15, 1],
};
/**
 * Limits above which an image is expensive: seconds for decoding and resizing it, or bytes for decoding it.
 */
const COSTLY = { seconds: 3, bytes: 64 * 1024 * 1024 };

/** True if the image is expensive to decode and resize, so that other images should not wait for it. */
export const isCostly = (header: Metadata, kept: Dimensions, sizes: readonly Dimensions[]): boolean => {
  const [decode, encode] = SECONDS[header.format] ?? [1, 1];
  const millions = ({ width, height }: Dimensions): number => (width * height) / 1e6;
  const seconds = decode * millions(header) + sizes.reduce((sum, size) => sum + encode * millions(size), 0);
  return seconds > COSTLY.seconds || decodingCost(header, kept) > COSTLY.bytes;
};
