import { stripAvif } from "./containers/avif.ts";
import { stripGif } from "./containers/gif.ts";
import { stripJpeg } from "./containers/jpeg.ts";
import { stripPng } from "./containers/png.ts";
import { stripWebp } from "./containers/webp.ts";

/** An image type that uploads and fetched images may have. */
export interface ImageType {
  readonly mimeType: string;
  readonly extension: string;
  /** Name of the type in `sharp`. */
  readonly format: "jpeg" | "png" | "gif" | "webp" | "heif";
  /** True if the first bytes of a file show this type. */
  readonly matches: (bytes: Uint8Array) => boolean;
  /**
   * Returns the file with the same pixels, colour profile, orientation and copyright, and without other
   * metadata. Also removes or refuses structures for which the decoder would need long to read the header.
   * Throws `Undecodable` for a damaged file.
   * Source: rules/images.md#image-metadata.
   */
  readonly strip: (bytes: Buffer) => Buffer;
}

const text = (bytes: Uint8Array, first: number, end: number): string =>
  String.fromCharCode(...bytes.subarray(first, end));

/**
 * Returns the brands in the `ftyp` box: the major brand, then the compatible brands that follow its version.
 */
const brandsOf = (bytes: Uint8Array): readonly string[] => {
  if (bytes.length < 16 || text(bytes, 4, 8) !== "ftyp") return [];
  const length = new DataView(bytes.buffer, bytes.byteOffset).getUint32(0);
  const brands = text(bytes, 8, Math.min(length, bytes.length, 256)).match(/.{4}/gs) ?? [];
  return brands.filter((_, index) => index !== 1);
};

const imageType = (
  format: ImageType["format"],
  extension: string,
  strip: ImageType["strip"],
  matches: ImageType["matches"],
): ImageType => ({
  format,
  extension,
  mimeType: `image/${format === "heif" ? "avif" : format}`,
  matches,
  strip,
});

/**
 * Accepted image types. They are detected by the first bytes of a file. SVG is not accepted, because it may
 * contain scripts.
 * Source: rules/images.md#image-types.
 */
export const IMAGE_TYPES: readonly ImageType[] = [
  imageType("jpeg", "jpg", stripJpeg, (bytes) => text(bytes, 0, 3) === "\xff\xd8\xff"),
  imageType("png", "png", stripPng, (bytes) => text(bytes, 0, 8) === "\x89PNG\r\n\x1a\n"),
  imageType("gif", "gif", stripGif, (bytes) => /^GIF8[79]a$/.test(text(bytes, 0, 6))),
  imageType(
    "webp",
    "webp",
    stripWebp,
    (bytes) => text(bytes, 0, 4) === "RIFF" && text(bytes, 8, 12) === "WEBP",
  ),
  imageType("heif", "avif", stripAvif, (bytes) => brandsOf(bytes).some((brand) => /^avi[fs]$/.test(brand))),
];

/** Accepted values of `Content-Type`. `image/jpg` is not registered, but some servers send it. */
const DECLARED: ReadonlySet<string> = new Set(["image/jpg", ...IMAGE_TYPES.map(({ mimeType }) => mimeType)]);

/** True if the `Content-Type` header is that of an accepted image type. */
export const isImageType = (contentType: string | undefined): boolean =>
  DECLARED.has(contentType?.split(";", 1)[0]?.trim().toLowerCase() ?? "");
