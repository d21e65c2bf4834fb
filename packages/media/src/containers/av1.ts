import { damaged } from "../undecodable.ts";

/** Types of AV1 units (OBUs) that begin a frame: a frame header, and a frame with its header. */
const FRAMES: ReadonlySet<number> = new Set([3, 6]);
/** Maximum number of frames of an image. An image with layers has at most four. */
const MAX_FRAMES = 4;
/** Maximum number of AV1 units (OBUs) of an image. Real images have a few, or a few for each tile group. */
const MAX_UNITS = 5_000;

/**
 * Throws if the data of an image has more frames than an image can have layers, or far too many units. The
 * decoder would decode all of them and could not be stopped.
 * Source: AV1 Bitstream & Decoding Process Specification, sections 5.3.1 and 5.3.2.
 */
export const checkFrames = (data: Buffer): void => {
  let [frames, units] = [0, 0];
  for (let at = 0; at < data.length; ) {
    const head = data[at] ?? 0;
    at += (head & 4) === 0 ? 1 : 2;
    let size = 0;
    if ((head & 2) === 0) size = data.length - at;
    else
      for (let bits = 0; ; bits += 7) {
        const byte = data[at] ?? 0;
        at += 1;
        size += (byte & 0x7f) * 2 ** bits;
        if (byte < 0x80) break;
        if (bits === 49) throw damaged();
      }
    at += size;
    units += 1;
    if (FRAMES.has((head >> 3) & 15)) frames += 1;
    if (frames > MAX_FRAMES || units > MAX_UNITS) throw damaged();
  }
};
