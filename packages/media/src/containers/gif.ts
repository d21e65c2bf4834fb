import { damaged, Undecodable } from "../undecodable.ts";
import { MAX_CHUNKS, MAX_FRAMES } from "./limits.ts";
import { createParts } from "./parts.ts";

const EXTENSION = 0x21;
const FRAME = 0x2c;
const TRAILER = 0x3b;
const TIMING = 0xf9;
const APPLICATION = 0xff;
/**
 * Maximum number of data blocks. Encoders write 255 bytes to each block, except for the last block of a
 * frame.
 */
const MAX_BLOCKS = 500_000;
/** Number of bytes of the signature and the screen descriptor. */
const HEAD = 13;
/** Application extensions that stay: the number of repetitions, and the colour profile. */
const APPLICATIONS: ReadonlySet<string> = new Set(["NETSCAPE2.0", "ANIMEXTS1.0", "ICCRGBG1012"]);

/**
 * Returns the length of a colour table in bytes; 0 if the file has no such table. `flags`: byte of the file
 * that describes the table.
 */
const tableLength = (flags: number): number => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0);

/**
 * Removes comments, plain-text extensions, most application extensions such as XMP, and data after the image.
 * The first application extension of each name in `APPLICATIONS` stays.
 * Source: GIF89a, sections 18 to 27.
 */
export const stripGif = (bytes: Buffer): Buffer => {
  if (bytes.length < HEAD) throw damaged();
  const parts = createParts(bytes);
  const seen = new Set<string>();
  const head = HEAD + tableLength(bytes.readUInt8(10));
  parts.keep(0, Math.min(head, bytes.length));
  let [count, blocks, frames] = [0, 0, 0];
  let timing: readonly [start: number, end: number] | undefined;

  /** Returns the end of a sequence of data blocks. An empty block ends the sequence. */
  const endOfBlocks = (start: number): number => {
    let at = start;
    for (let length = bytes[at]; length !== undefined && length > 0; length = bytes[at]) {
      at += 1 + length;
      blocks += 1;
      if (blocks > MAX_BLOCKS) throw damaged();
    }
    return Math.min(at + 1, bytes.length);
  };

  for (let at = head; at < bytes.length; ) {
    const kind = bytes[at];
    count += 1;
    if (count > MAX_CHUNKS) throw damaged();
    let end: number;
    if (kind === TRAILER) {
      parts.keep(at, at + 1);
      break;
    }
    if (kind === FRAME) {
      frames += 1;
      if (frames > MAX_FRAMES) throw new Undecodable("image-too-many-pixels");
      end = endOfBlocks(at + 11 + tableLength(bytes[at + 9] ?? 0));
      if (timing !== undefined) parts.keep(...timing);
      timing = undefined;
      parts.keep(at, end);
    } else if (kind === EXTENSION) {
      end = endOfBlocks(at + 2);
      const application = bytes.toString("latin1", at + 3, at + 14);
      // Only the last timing extension before a frame applies to the frame.
      if (bytes[at + 1] === TIMING) timing = [at, end];
      else if (bytes[at + 1] === APPLICATION && APPLICATIONS.has(application) && !seen.has(application)) {
        seen.add(application);
        parts.keep(at, end);
      }
    } else throw damaged();
    at = end;
  }
  return Buffer.concat(parts.toList());
};
