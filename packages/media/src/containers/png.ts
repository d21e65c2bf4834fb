import { crc32, inflateSync } from "node:zlib";
import { damaged, Undecodable } from "../undecodable.ts";
import { copyrightOfXmp } from "./copyright.ts";
import { isEmpty, type KeptMetadata, readExif, toCopyright, writeExif } from "./exif.ts";
import { MAX_CHUNKS, MAX_FRAMES } from "./limits.ts";
import { createParts } from "./parts.ts";

/** Signature, and the header chunk of 13 bytes. */
const HEAD = 8 + 12 + 13;
/** Length, type and checksum. */
const FRAME = 12;
/** Bytes that a colour profile may unpack to. Source: rules/images.md#image-types. */
const MAX_PROFILE = 1024 * 1024;
/** Where a profile has the number of its tags, and how many the decoder should look at. */
const TAGS = 128;
const MAX_TAGS = 1000;
/** More than the name of a profile takes, and what is added to one that cannot be packed. */
const NAME = 1024;

/** Chunks that define the meaning of the pixels; each occurs once, before them. Source: PNG, third edition, section 5.6. */
const ONCE: ReadonlySet<string> = new Set(
  ["cHRM", "gAMA", "iCCP", "sBIT", "sRGB", "cICP", "mDCV", "cLLI"].concat(["tRNS", "bKGD", "pHYs", "acTL"]),
);
const FRAMES: ReadonlySet<string> = new Set(["fcTL", "fdAT"]);
const COPYRIGHT = "Copyright\0";
/** With the flag and the method of what is not packed. */
const XMP = "XML:com.adobe.xmp\0\0\0";

const toChunk = (type: string, data: Buffer): Buffer => {
  const chunk = Buffer.alloc(FRAME + data.length);
  chunk.writeUInt32BE(data.length);
  chunk.write(type, 4, "latin1");
  data.copy(chunk, 8);
  chunk.writeUInt32BE(crc32(chunk.subarray(4, -4)), chunk.length - 4);
  return chunk;
};

/** True if a profile can be inflated after its name and the method 0. Throws for one that is too large. Source: ICC.1, section 7. */
const isProfile = (data: Buffer): boolean => {
  // Packing does not make a profile longer than this.
  if (data.length > MAX_PROFILE + NAME) throw new Undecodable("image-profile-too-large");
  try {
    const profile = inflateSync(data.subarray(data.indexOf(0) + 2), { maxOutputLength: MAX_PROFILE });
    return profile.length > TAGS + 4 && profile.readUInt32BE(TAGS) <= MAX_TAGS;
  } catch (error) {
    if (error instanceof RangeError) throw new Undecodable("image-profile-too-large");
    return false;
  }
};

/** True if the chunk is an uncompressed notice with the registered keyword. */
const isCopyright = (type: string, data: Buffer): boolean => {
  const length = COPYRIGHT.length + (type === "iTXt" ? 2 : 0);
  const isPlain = type === "tEXt" || (type === "iTXt" && data[COPYRIGHT.length] === 0);
  return (
    isPlain &&
    data.toString("latin1", 0, COPYRIGHT.length) === COPYRIGHT &&
    toCopyright(data.subarray(length)) !== undefined
  );
};

const isXmp = (type: string, data: Buffer): boolean =>
  type === "iTXt" && data.toString("latin1", 0, XMP.length) === XMP;

/**
 * Leaves out texts but a copyright notice, EXIF but for the orientation and copyright, all chunks that do not belong to the pixels, and
 * what follows the image. Nothing that is packed is unpacked by the decoder afterwards but the pixels, and a profile within its bound.
 */
export const stripPng = (bytes: Buffer): Buffer => {
  if (bytes.length < HEAD || bytes.toString("latin1", 12, 16) !== "IHDR") throw damaged();
  const rest = createParts(bytes);
  const seen = new Set<string>();
  let [chunks, frames] = [0, 0];
  let exif: KeptMetadata = {};
  let copyright: Buffer | undefined;

  const isFirst = (type: string): boolean => !seen.has(type) && seen.add(type).size > 0;
  const isKept = (type: string, data: Buffer): boolean => {
    if (ONCE.has(type)) return isFirst(type) && (type !== "iCCP" || isProfile(data));
    if (type === "fcTL") frames += 1;
    if (FRAMES.has(type)) return true;
    if (isCopyright(type, data)) return isFirst("a copyright");
    // Critical chunks begin with a capital letter.
    return /^[A-Z]/.test(type);
  };

  for (let at = HEAD; at < bytes.length; ) {
    if (at + FRAME > bytes.length) throw damaged();
    const end = at + FRAME + bytes.readUInt32BE(at);
    const type = bytes.toString("latin1", at + 4, at + 8);
    if (end > bytes.length) throw damaged();
    const data = bytes.subarray(at + 8, end - 4);
    if (type === "eXIf" && isFirst(type)) exif = readExif(data);
    if (isXmp(type, data) && isFirst(XMP)) copyright = copyrightOfXmp(data.subarray(XMP.length));
    if (isKept(type, data)) rest.keep(at, end);
    chunks += 1;
    if (frames > MAX_FRAMES) throw new Undecodable("image-too-many-pixels");
    if (chunks > MAX_CHUNKS) throw damaged();
    if (type === "IEND") break;
    at = end;
  }
  const metadata = { ...(copyright && { copyright }), ...exif };
  return Buffer.concat([
    bytes.subarray(0, HEAD),
    ...(isEmpty(metadata) ? [] : [toChunk("eXIf", writeExif(metadata))]),
    ...rest.toList(),
  ]);
};
