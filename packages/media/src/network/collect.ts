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

/** Returns a decoder if the server compressed the body, although that was not requested. */
const decoderFor = ({ headers }: IncomingMessage): Duplex | undefined =>
  DECODERS.get(headers["content-encoding"]?.trim().toLowerCase() ?? "")?.();

/** True if `bodyOf` decompresses the body. */
export const isCompressed = ({ headers }: Pick<IncomingMessage, "headers">): boolean =>
  DECODERS.has(headers["content-encoding"]?.trim().toLowerCase() ?? "");

/**
 * Yields the body up to a length, decompressed unless `asSent`. Leaving the loop closes the connection. The
 * length is that after decompression. Throws `Refused`.
 */
export async function* bodyOf(
  message: IncomingMessage,
  maxBytes: number,
  asSent = false,
): AsyncGenerator<Uint8Array, void, undefined> {
  let length = 0;
  const decoder = asSent ? undefined : decoderFor(message);
  // The decoder reports these errors as well.
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

/** Returns the pieces as one copy, so that a million small pieces take only the memory of their bytes. */
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

/** Returns the complete body. Throws `Refused`. */
export const collect = (message: IncomingMessage, maxBytes: number): Promise<Uint8Array> =>
  collectPieces(bodyOf(message, maxBytes), maxBytes);
