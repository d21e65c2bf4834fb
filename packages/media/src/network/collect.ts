import type { IncomingMessage } from "node:http";
import { type Duplex, pipeline } from "node:stream";
import { createBrotliDecompress, createGunzip, createInflate } from "node:zlib";
import { Refused } from "./refused.ts";

const DECODERS: ReadonlyMap<string, () => Duplex> = new Map<string, () => Duplex>([
  ["gzip", createGunzip],
  ["x-gzip", createGunzip],
  ["deflate", createInflate],
  ["br", createBrotliDecompress],
]);

/**
 * Returns a decompressor for the body of a response. Returns `undefined` if the body is not compressed. Some
 * servers compress bodies although the request did not allow it.
 */
const decoderFor = ({ headers }: IncomingMessage): Duplex | undefined =>
  DECODERS.get(headers["content-encoding"]?.trim().toLowerCase() ?? "")?.();

/** True if `bodyOf` decompresses the body of this response. */
export const isCompressed = ({ headers }: Pick<IncomingMessage, "headers">): boolean =>
  DECODERS.has(headers["content-encoding"]?.trim().toLowerCase() ?? "");

/**
 * Yields the body of a response, decompressed unless `asSent` is true. Throws `Refused` if the (decompressed)
 * body is longer than the limit, incomplete or damaged. If the caller leaves the loop, the connection is
 * closed.
 */
export async function* bodyOf(
  message: IncomingMessage,
  maxBytes: number,
  asSent = false,
): AsyncGenerator<Uint8Array, void, undefined> {
  let length = 0;
  const decoder = asSent ? undefined : decoderFor(message);
  // Ignore the error here: reading the decompressor reports it too.
  const pieces = decoder === undefined ? message : pipeline(message, decoder, () => undefined);
  try {
    for await (const piece of pieces as AsyncIterable<Uint8Array>) {
      length += piece.length;
      if (length > maxBytes) throw new Refused("too-large");
      yield piece;
    }
  } catch (error) {
    throw error instanceof Refused ? error : new Refused("wrong-answer");
  }
}

const FIRST_CAPACITY = 64 * 1024;

/**
 * Returns all chunks as one byte array. A million small chunks then take only the memory of their bytes. The
 * caller must ensure that the chunks have at most `maxBytes` in total.
 */
export const collectPieces = async (
  pieces: AsyncIterable<Uint8Array>,
  maxBytes: number,
): Promise<Uint8Array> => {
  let space = new Uint8Array(Math.min(FIRST_CAPACITY, maxBytes));
  let length = 0;
  for await (const piece of pieces) {
    const wanted = length + piece.length;
    if (wanted > space.length) {
      const larger = new Uint8Array(Math.min(maxBytes, Math.max(wanted, 2 * space.length)));
      larger.set(space.subarray(0, length));
      space = larger;
    }
    space.set(piece, length);
    length = wanted;
  }
  return space.subarray(0, length);
};

/** Returns the complete body of a response. Throws `Refused` if it is longer than the limit. */
export const collect = (message: IncomingMessage, maxBytes: number): Promise<Uint8Array> =>
  collectPieces(bodyOf(message, maxBytes), maxBytes);
