import { damaged } from "../undecodable.ts";

/** Position of a box in a file of the ISO base media file format, and position of its content. */
export interface Box {
  readonly type: string;
  readonly start: number;
  readonly content: number;
  readonly end: number;
}

/** Maximum number of boxes. A real image has a few dozen. */
const MAX_BOXES = 5_000;

type VisitBoxes = (start: number, end: number) => Generator<Box, void>;

/**
 * Creates a reader for adjacent boxes. All its reads together may return at most `MAX_BOXES`.
 * Source: ISO/IEC 14496-12, section 4.2.
 */
export const createBoxReader = (bytes: Buffer): VisitBoxes => {
  let count = 0;
  return function* (start, stop) {
    for (let at = start; at + 8 <= stop; ) {
      count += 1;
      if (count > MAX_BOXES) throw damaged();
      const short = bytes.readUInt32BE(at);
      const isLong = short === 1;
      if (isLong && at + 16 > stop) throw damaged();
      const length = isLong ? Number(bytes.readBigUInt64BE(at + 8)) : short;
      const end = short === 0 ? stop : at + length;
      const content = at + (isLong ? 16 : 8);
      if (end < content || end > stop) throw damaged();
      yield { type: bytes.toString("latin1", at + 4, at + 8), start: at, content, end };
      at = end;
    }
  };
};
