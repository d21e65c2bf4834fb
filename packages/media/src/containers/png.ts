import { crc32, inflateSync } from "node:zlib";
import { damaged, Undecodable } from "../undecodable.ts";
import { copyrightOfXmp } from "./copyright.ts";
import { isEmpty, type KeptMetadata, readExif, toCopyright, writeExif } from "./exif.ts";
import { MAX_CHUNKS, MAX_FRAMES } from "./limits.ts";
import { createParts } from "./parts.ts";

/** Number of bytes of the signature and the header chunk, whose content has 13 bytes. */
const HEAD = 8 + 12 + 13;
const COLOUR_TYPE = 25;
/** Number of bytes of a chunk besides its content: length, type and checksum. */
const FRAME = 12;
/**
 * Maximum bytes of a colour profile after decompression.
 * Source: rules/images.md#image-types.
 */
const MAX_PROFILE = 1024 * 1024;
/**
 * Byte offset of the number of tags in a colour profile. `MAX_TAGS` limits the tags that the decoder reads.
 */
const TAGS = 128;
const MAX_TAGS = 1000;
/** Upper bound for the bytes of a profile name plus the overhead of compression. */
const NAME = 1024;

/** Maximum bytes of the chunk with the transparency of a palette. */
const MAX_PALETTE = 256;
/**
 * Chunks that define the meaning of the pixels. The value is the required length: one number, or one for each
 * colour type. Each chunk may occur only once, before the pixels. Decoders ignore chunks of other lengths.
 * Source: PNG, third edition, sections 5.6 and 11.3.
 */
const LENGTHS: ReadonlyMap<string, number | readonly number[]> = new Map<string, number | readonly number[]>([
  ["cHRM", 32],
  ["gAMA", 4],
  ["sRGB", 1],
  ["cICP", 4],
  ["mDCV", 24],
  ["cLLI", 8],
  ["pHYs", 9],
  ["acTL", 8],
  ["sBIT", [1, 0, 3, 3, 2, 0, 4]],
  ["bKGD", [2, 0, 6, 1, 2, 0, 6]],
  ["tRNS", [2, 0, 6, MAX_PALETTE, 0, 0, 0]],
]);
const FRAMES: ReadonlySet<string> = new Set(["fcTL", "fdAT"]);
const COPYRIGHT = "Copyright\0";
/** Keyword of XMP, followed by the bytes for an uncompressed text. */
const XMP = "XML:com.adobe.xmp\0\0\0";

const toChunk = (type: string, data: Buffer): Buffer => {
  const chunk = Buffer.alloc(FRAME + data.length);
  chunk.writeUInt32BE(data.length);
  chunk.write(type, 4, "latin1");
  data.copy(chunk, 8);
  chunk.writeUInt32BE(crc32(chunk.subarray(4, -4)), chunk.length - 4);
  return chunk;
};

/**
 * True if the colour profile can be decompressed and has at most `MAX_TAGS` tags. Its data starts after the
 * name and a zero for the compression method. Throws `Undecodable` if the profile is too large.
 * Source: ICC.1, section 7.
 */
const isProfile = (data: Buffer): boolean => {
  // A valid profile has at most this compressed length.
  if (data.length > MAX_PROFILE + NAME) throw new Undecodable("image-profile-too-large");
  try {
    const profile = inflateSync(data.subarray(data.indexOf(0) + 2), { maxOutputLength: MAX_PROFILE });
    return profile.length > TAGS + 4 && profile.readUInt32BE(TAGS) <= MAX_TAGS;
  } catch (error) {
    if (error instanceof RangeError) throw new Undecodable("image-profile-too-large");
    return false;
  }
};

/**
 * Returns the data of a text chunk with its copyright notice; `undefined` if the chunk has no valid notice.
 * Requires the registered keyword and an uncompressed text. Omits the language and the translated keyword of
 * an international text.
 */
const noticeOf = (type: string, data: Buffer): Buffer | undefined => {
  if (data.toString("latin1", 0, COPYRIGHT.length) !== COPYRIGHT) return undefined;
  if (type === "tEXt") return toCopyright(data.subarray(COPYRIGHT.length)) && data;
  if (type !== "iTXt" || data[COPYRIGHT.length] !== 0) return undefined;
  const language = data.indexOf(0, COPYRIGHT.length + 2);
  const keyword = data.indexOf(0, language + 1);
  const text = data.subarray(keyword + 1);
  if (language < 0 || keyword < 0 || toCopyright(text) === undefined) return undefined;
  return Buffer.concat([Buffer.from(COPYRIGHT), Buffer.alloc(4), text]);
};

const isXmp = (type: string, data: Buffer): boolean =>
  type === "iTXt" && data.toString("latin1", 0, XMP.length) === XMP;

interface Chunk {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly data: Buffer;
}

/** Yields the chunks after the header chunk, up to the end of the image. */
function* chunksOf(bytes: Buffer): Generator<Chunk, void> {
  let [chunks, frames] = [0, 0];
  for (let at = HEAD; at < bytes.length; ) {
    if (at + FRAME > bytes.length) throw damaged();
    const end = at + FRAME + bytes.readUInt32BE(at);
    const type = bytes.toString("latin1", at + 4, at + 8);
    if (end > bytes.length) throw damaged();
    yield { type, start: at, end, data: bytes.subarray(at + 8, end - 4) };
    chunks += 1;
    if (type === "fcTL") frames += 1;
    if (frames > MAX_FRAMES) throw new Undecodable("image-too-many-pixels");
    if (chunks > MAX_CHUNKS) throw damaged();
    if (type === "IEND") return;
    at = end;
  }
}

const hasLength = ({ type, data: { length } }: Chunk, colourType: number): boolean => {
  const lengths = LENGTHS.get(type);
  if (typeof lengths === "number") return length === lengths;
  const fixed = lengths?.[colourType];
  return length > 0 && (fixed === MAX_PALETTE ? length <= fixed : length === fixed);
};

/** True if the image has animation frames: a valid chunk `acTL` occurs before the pixels. */
const isAnimated = (bytes: Buffer, colourType: number): boolean => {
  for (const chunk of chunksOf(bytes)) {
    if (chunk.type === "IDAT") return false;
    if (chunk.type === "acTL" && hasLength(chunk, colourType)) return true;
  }
  return false;
};

/**
 * Removes metadata: texts except for a copyright notice, and EXIF except for orientation and copyright. Also
 * removes chunks that do not belong to the pixels, chunks of a wrong length, and data after the image. The
 * decoder then only decompresses the pixels and a colour profile of limited size.
 */
export const stripPng = (bytes: Buffer): Buffer => {
  if (bytes.length < HEAD || bytes.toString("latin1", 12, 16) !== "IHDR") throw damaged();
  const colourType = bytes.readUInt8(COLOUR_TYPE);
  const hasFrames = isAnimated(bytes, colourType);
  const rest = createParts(bytes);
  const seen = new Set<string>();
  let exif: KeptMetadata = {};
  let copyright: Buffer | undefined;

  const isFirst = (type: string): boolean => !seen.has(type) && seen.add(type).size > 0;
  const isKept = (chunk: Chunk): boolean => {
    const { type, data } = chunk;
    if (type === "iCCP") return isFirst(type) && isProfile(data);
    if (LENGTHS.has(type)) return hasLength(chunk, colourType) && isFirst(type);
    if (FRAMES.has(type)) return hasFrames;
    // The types of critical chunks start with a capital letter.
    return /^[A-Z]/.test(type);
  };

  for (const chunk of chunksOf(bytes)) {
    const { type, start, end, data } = chunk;
    if (type === "eXIf" && isFirst(type)) exif = readExif(data);
    if (isXmp(type, data) && isFirst(XMP)) copyright = copyrightOfXmp(data.subarray(XMP.length));
    const notice = noticeOf(type, data);
    if (notice !== undefined && isFirst("a copyright")) rest.add(toChunk(type, notice));
    else if (type === "IEND") rest.add(toChunk(type, Buffer.alloc(0)));
    else if (isKept(chunk)) rest.keep(start, end);
  }
  const metadata = { ...(copyright && { copyright }), ...exif };
  return Buffer.concat([
    bytes.subarray(0, HEAD),
    ...(isEmpty(metadata) ? [] : [toChunk("eXIf", writeExif(metadata))]),
    ...rest.toList(),
  ]);
};
