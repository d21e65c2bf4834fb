/**
 * Metadata that stays in an image.
 * Source: rules/images.md#image-metadata.
 */
export interface KeptMetadata {
  /** EXIF orientation from 2 to 8; absent for the normal orientation. */
  readonly orientation?: number;
  /** Copyright notice as in the file, without the terminating zero; never empty. */
  readonly copyright?: Buffer;
}

const ORIENTATION = 0x0112;
const COPYRIGHT = 0x8298;
const ASCII = 2;
const SHORT = 3;
/** Number of bytes of a directory entry. */
const ENTRY = 12;
/** Maximum bytes of a copyright notice. A longer text is not a notice and is removed. */
const MAX_COPYRIGHT = 2000;
const PREFIX = Buffer.from("Exif\0\0", "latin1");
/**
 * Control characters that a copyright notice may contain: tab, line ends, and the zero byte between the
 * notices of photographer and editor.
 */
const ALLOWED_CONTROLS: ReadonlySet<number> = new Set([0, 9, 10, 13]);

/**
 * Returns the text without blanks at its end if it is a valid copyright notice. A notice has 1 to 2,000 bytes
 * and no control characters besides `ALLOWED_CONTROLS`. Otherwise returns `undefined`.
 */
export const toCopyright = (text: Buffer): Buffer | undefined => {
  if (text.length > MAX_COPYRIGHT) return undefined;
  let end = text.length;
  while (end > 0 && (text[end - 1] ?? 0) <= 32) end -= 1;
  const trimmed = text.subarray(0, end);
  const isText = trimmed.every((byte) => byte >= 32 || ALLOWED_CONTROLS.has(byte));
  return end > 0 && isText ? trimmed : undefined;
};

/** Returns EXIF data without the prefix that JPEG files and some WebP files have. */
export const withoutExifPrefix = (bytes: Buffer): Buffer =>
  bytes.subarray(0, PREFIX.length).equals(PREFIX) ? bytes.subarray(PREFIX.length) : bytes;

/**
 * Returns the orientation and the copyright notice from the first directory of EXIF data (TIFF). Leaves out
 * values that are damaged or missing.
 * Source: Exif 3.0, section 4.6.
 */
export const readExif = (tiff: Buffer): KeptMetadata => {
  const order = tiff.toString("latin1", 0, 4);
  if (tiff.length < 14 || (order !== "II*\0" && order !== "MM\0*")) return {};
  const isLittle = order.startsWith("I");
  const short = (at: number): number => (isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at));
  const long = (at: number): number => (isLittle ? tiff.readUInt32LE(at) : tiff.readUInt32BE(at));
  const first = long(4);
  if (first + 2 > tiff.length) return {};
  const textAt = (entry: number): Buffer | undefined => {
    const count = long(entry + 4);
    const start = count > 4 ? long(entry + 8) : entry + 8;
    return toCopyright(tiff.subarray(start, start + count));
  };
  const seen = new Map<number, number>();
  for (let index = 0; index < short(first); index += 1) {
    const at = first + 2 + index * ENTRY;
    if (at + ENTRY > tiff.length) break;
    const tag = short(at);
    if (!seen.has(tag) && (tag === ORIENTATION || tag === COPYRIGHT)) seen.set(tag, at);
  }
  const orientationAt = seen.get(ORIENTATION);
  const orientation =
    orientationAt !== undefined && short(orientationAt + 2) === SHORT ? short(orientationAt + 8) : 1;
  const copyrightAt = seen.get(COPYRIGHT);
  const copyright =
    copyrightAt !== undefined && short(copyrightAt + 2) === ASCII ? textAt(copyrightAt) : undefined;
  return {
    ...(orientation >= 2 && orientation <= 8 && { orientation }),
    ...(copyright !== undefined && { copyright }),
  };
};

/** Returns EXIF data (TIFF) with only these values. Without values, the directory is empty. */
export const writeExif = ({ orientation, copyright }: KeptMetadata): Buffer => {
  const count = (orientation === undefined ? 0 : 1) + (copyright === undefined ? 0 : 1);
  const texts = 8 + 2 + count * ENTRY + 4;
  // A text of up to four bytes, including the terminating zero, is stored in the entry itself.
  const length = (copyright?.length ?? 0) + 1;
  const tiff = Buffer.alloc(texts + (copyright !== undefined && length > 4 ? length + (length % 2) : 0));
  tiff.write("MM\0*", 0, "latin1");
  tiff.writeUInt32BE(8, 4);
  tiff.writeUInt16BE(count, 8);
  let at = 10;
  if (orientation !== undefined) {
    tiff.writeUInt16BE(ORIENTATION, at);
    tiff.writeUInt16BE(SHORT, at + 2);
    tiff.writeUInt32BE(1, at + 4);
    tiff.writeUInt16BE(orientation, at + 8);
    at += ENTRY;
  }
  if (copyright !== undefined) {
    tiff.writeUInt16BE(COPYRIGHT, at);
    tiff.writeUInt16BE(ASCII, at + 2);
    tiff.writeUInt32BE(length, at + 4);
    if (length > 4) tiff.writeUInt32BE(texts, at + 8);
    copyright.copy(tiff, length > 4 ? texts : at + 8);
  }
  return tiff;
};

export const isEmpty = ({ orientation, copyright }: KeptMetadata): boolean =>
  orientation === undefined && copyright === undefined;
