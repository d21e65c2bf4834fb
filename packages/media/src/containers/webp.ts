import { damaged, Undecodable } from "../undecodable.ts";
import { copyrightOfXmp } from "./copyright.ts";
import { isEmpty, type KeptMetadata, readExif, withoutExifPrefix, writeExif } from "./exif.ts";
import { MAX_CHUNKS, MAX_PROFILE } from "./limits.ts";
import { createParts } from "./parts.ts";

/** `RIFF`, a length, `WEBP`. */
const HEAD = 12;
/** Type and length of a chunk. */
const FRAME = 8;
/** Length of the header of an animation frame: place, size, duration. */
const FRAME_HEAD = 16;
const ONCE: ReadonlySet<string> = new Set(["VP8X", "ICCP", "ANIM", "ALPH", "VP8 ", "VP8L"]);
/** Fewer than elsewhere: the decoder takes four times as long for twice as many. */
const MAX_FRAMES = 5_000;
const HAS_EXIF = 0x08;
const HAS_XMP = 0x04;

const toChunk = (type: string, data: Buffer): Buffer => {
  const chunk = Buffer.alloc(FRAME + data.length + (data.length % 2));
  chunk.write(type, "latin1");
  chunk.writeUInt32LE(data.length, 4);
  data.copy(chunk, FRAME);
  return chunk;
};

/**
 * Leaves out EXIF but for the orientation and copyright, XMP, chunks that nobody knows, and what follows the image. Source: RFC 9649,
 * section 2.
 */
export const stripWebp = (bytes: Buffer): Buffer => {
  if (bytes.length < HEAD + FRAME) throw damaged();
  const last = FRAME + bytes.readUInt32LE(4);
  if (last > bytes.length + 1) throw damaged();
  const parts = createParts(bytes);
  const seen = new Set<string>();
  let [chunks, frames] = [0, 0];
  let extended: Buffer | undefined;
  let exif: KeptMetadata = {};
  let copyright: Buffer | undefined;

  /** Calls back with each chunk of the range. */
  const walk = (
    start: number,
    stop: number,
    visit: (type: string, at: number, end: number) => void,
  ): void => {
    for (let at = start; at + FRAME <= stop; ) {
      const length = bytes.readUInt32LE(at + 4);
      const end = Math.min(at + FRAME + length + (length % 2), stop);
      if (at + FRAME + length > stop) throw damaged();
      chunks += 1;
      if (chunks > MAX_CHUNKS) throw damaged();
      visit(bytes.toString("latin1", at, at + 4), at, end);
      at = end;
    }
  };

  walk(HEAD, Math.min(last, bytes.length), (type, at, end) => {
    const data = bytes.subarray(at + FRAME, end);
    const isFirst = !seen.has(type);
    seen.add(type);
    if (type === "EXIF" && isFirst) exif = readExif(withoutExifPrefix(data));
    if (type === "XMP " && isFirst) copyright = copyrightOfXmp(data);
    if (type === "ANMF") {
      frames += 1;
      walk(at + FRAME + FRAME_HEAD, end, () => undefined);
      parts.keep(at, end);
    }
    if (type === "ICCP" && data.length > MAX_PROFILE) throw new Undecodable("image-profile-too-large");
    if (ONCE.has(type) && isFirst) {
      if (type !== "VP8X") parts.keep(at, end);
      else if (at === HEAD) extended = Buffer.from(bytes.subarray(at, end));
    }
    if (frames > MAX_FRAMES) throw new Undecodable("image-too-many-pixels");
  });
  const metadata = { ...(copyright && { copyright }), ...exif };
  const kept = [...parts.toList()];
  if (extended !== undefined) {
    const flags = (extended[FRAME] ?? 0) & ~(HAS_EXIF | HAS_XMP);
    extended[FRAME] = isEmpty(metadata) ? flags : flags | HAS_EXIF;
    kept.unshift(extended);
    if (!isEmpty(metadata)) kept.push(toChunk("EXIF", writeExif(metadata)));
  }
  const file = Buffer.concat([bytes.subarray(0, HEAD), ...kept]);
  file.writeUInt32LE(file.length - FRAME, 4);
  return file;
};
