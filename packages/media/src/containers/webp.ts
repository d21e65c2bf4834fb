import { damaged, Undecodable } from "../undecodable.ts";
import { copyrightOfXmp } from "./copyright.ts";
import { isEmpty, type KeptMetadata, readExif, withoutExifPrefix, writeExif } from "./exif.ts";
import { MAX_CHUNKS, MAX_PROFILE } from "./limits.ts";

/** Number of bytes at the start of a file: `RIFF`, a length and `WEBP`. */
const HEAD = 12;
/** Number of bytes of the type and the length of a chunk. */
const FRAME = 8;
/** Number of bytes of the header of an animation frame: position, size and duration. */
const FRAME_HEAD = 16;
/** Chunks of fixed length, with that length. Each occurs at most once in a file. */
const FIXED: ReadonlyMap<string, number> = new Map([
  ["VP8X", 10],
  ["ANIM", 6],
]);
/** Types of chunks with the pixels of an image. An image has one such chunk. */
const PIXELS: ReadonlySet<string> = new Set(["VP8 ", "VP8L"]);
/**
 * Maximum number of frames. It is lower than for other types, because the decoder takes four times as long
 * for twice as many frames.
 */
const MAX_FRAMES = 5_000;
const HAS_EXIF = 0x08;
const HAS_XMP = 0x04;

/** Returns a chunk as a list of buffers: type and length, the data, and a zero byte if the length is odd. */
const toChunk = (type: string, ...data: readonly Buffer[]): readonly Buffer[] => {
  const length = data.reduce((sum, part) => sum + part.length, 0);
  const head = Buffer.alloc(FRAME);
  head.write(type, "latin1");
  head.writeUInt32LE(length, 4);
  return [head, ...data, Buffer.alloc(length % 2)];
};

/**
 * True if the chunk is the first chunk with pixels of an image, or the first chunk with transparency before
 * the pixels. `seen` contains the kinds of accepted chunks so far; an accepted chunk is added.
 */
const isOfPicture = (type: string, seen: Set<string>): boolean => {
  const kind = PIXELS.has(type) ? "pixels" : type;
  if ((kind !== "pixels" && kind !== "ALPH") || seen.has(kind) || seen.has("pixels")) return false;
  seen.add(kind);
  return true;
};

/**
 * Removes EXIF except for orientation and copyright, XMP, unknown chunks (also inside frames), and data after
 * the image. Shortens chunks of fixed length to that length.
 * Source: RFC 9649, section 2.
 */
export const stripWebp = (bytes: Buffer): Buffer => {
  if (bytes.length < HEAD + FRAME) throw damaged();
  const last = FRAME + bytes.readUInt32LE(4);
  if (last > bytes.length + 1) throw damaged();
  const kept: Buffer[] = [];
  const seen = new Set<string>();
  const ofPicture = new Set<string>();
  let [chunks, frames] = [0, 0];
  let extended: Buffer | undefined;
  let exif: KeptMetadata = {};
  let copyright: Buffer | undefined;

  /** Calls `visit` for each chunk between two positions. */
  const walk = (
    start: number,
    stop: number,
    visit: (type: string, start: number, end: number) => void,
  ): void => {
    for (let at = start; at + FRAME <= stop; ) {
      const length = bytes.readUInt32LE(at + 4);
      const end = at + FRAME + length;
      if (end > stop) throw damaged();
      chunks += 1;
      if (chunks > MAX_CHUNKS) throw damaged();
      visit(bytes.toString("latin1", at, at + 4), at + FRAME, end);
      at = end + (length % 2);
    }
  };
  const frameOf = (start: number, end: number): readonly Buffer[] => {
    const parts: Buffer[] = [bytes.subarray(start, Math.min(start + FRAME_HEAD, end))];
    const ofFrame = new Set<string>();
    walk(start + FRAME_HEAD, end, (type, from, to) => {
      if (isOfPicture(type, ofFrame)) parts.push(...toChunk(type, bytes.subarray(from, to)));
    });
    return toChunk("ANMF", ...parts);
  };

  walk(HEAD, Math.min(last, bytes.length), (type, start, end) => {
    const data = bytes.subarray(start, end);
    const isFirst = !seen.has(type);
    seen.add(type);
    if (type === "EXIF" && isFirst) exif = readExif(withoutExifPrefix(data));
    if (type === "XMP " && isFirst) copyright = copyrightOfXmp(data);
    if (type === "ANMF") frames += 1;
    if (frames > MAX_FRAMES) throw new Undecodable("image-too-many-pixels");
    if (type === "ICCP" && data.length > MAX_PROFILE) throw new Undecodable("image-profile-too-large");
    const fixed = data.subarray(0, FIXED.get(type) ?? 0);
    if (type === "VP8X" && start === HEAD + FRAME) extended = Buffer.from(fixed);
    // A file without the chunk `VP8X` contains only pixels. Remove all other chunks.
    else if (extended === undefined && !PIXELS.has(type)) return;
    else if (type === "ANMF") kept.push(...frameOf(start, end));
    else if (isOfPicture(type, ofPicture) || (type === "ICCP" && isFirst)) kept.push(...toChunk(type, data));
    else if (type === "ANIM" && isFirst) kept.push(...toChunk(type, fixed));
  });
  const metadata = { ...(copyright && { copyright }), ...exif };
  if (extended !== undefined) {
    const flags = (extended[0] ?? 0) & ~(HAS_EXIF | HAS_XMP);
    extended[0] = isEmpty(metadata) ? flags : flags | HAS_EXIF;
    kept.unshift(...toChunk("VP8X", extended));
    if (!isEmpty(metadata)) kept.push(...toChunk("EXIF", writeExif(metadata)));
  }
  const file = Buffer.concat([bytes.subarray(0, HEAD), ...kept]);
  file.writeUInt32LE(file.length - FRAME, 4);
  return file;
};
