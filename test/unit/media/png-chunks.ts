import { crc32, deflateSync } from "node:zlib";

const SIGNATURE = Buffer.from("\x89PNG\r\n\x1a\n", "latin1");

export const makeChunk = (type: string, data: Uint8Array): Buffer => {
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
};

const header = (width: number, height: number): Buffer => {
  const data = Buffer.alloc(13);
  data.writeUInt32BE(width, 0);
  data.writeUInt32BE(height, 4);
  data[8] = 8; // 8 bits, grey, not interlaced.
  return data;
};

/** Creates a grey PNG with additional chunks. If `isWhole` is false, pixels are missing at its end. */
export const makePng = (
  { width, height, isWhole = true }: { width: number; height: number; isWhole?: boolean },
  chunks: readonly (readonly [type: string, data: Uint8Array])[] = [],
): Buffer =>
  Buffer.concat([
    SIGNATURE,
    makeChunk("IHDR", header(width, height)),
    ...chunks.map(([type, data]) => makeChunk(type, data)),
    makeChunk("IDAT", deflateSync(Buffer.alloc(isWhole ? (width + 1) * height : 1000))),
    makeChunk("IEND", Buffer.alloc(0)),
  ]);

/**
 * Returns the data of a chunk with a compressed text or colour profile. Decompressed, it has `length` bytes.
 */
export const packed = (name: string, length: number): Buffer =>
  Buffer.concat([Buffer.from(`${name}\0\0`, "latin1"), deflateSync(Buffer.alloc(length))]);
