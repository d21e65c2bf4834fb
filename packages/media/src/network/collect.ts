import type { IncomingMessage } from "node:http";
import { Refused } from "./refused.ts";

/** The body up to a length; leaving the loop closes the connection. Throws `Refused`. */
export async function* bodyOf(
  message: IncomingMessage,
  maxBytes: number,
): AsyncGenerator<Uint8Array, void, undefined> {
  let length = 0;
  try {
    for await (const piece of message as AsyncIterable<Uint8Array>) {
      length += piece.length;
      if (length > maxBytes) throw new Refused("too-large");
      yield piece;
    }
  } catch (error) {
    throw error instanceof Refused ? error : new Refused("wrong-answer");
  }
}

const FIRST_CAPACITY = 64 * 1024;

/** The pieces in one, copied, so that a million small ones take no more room than their bytes. */
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

/** The whole body. Throws `Refused`. */
export const collect = (message: IncomingMessage, maxBytes: number): Promise<Uint8Array> =>
  collectPieces(bodyOf(message, maxBytes), maxBytes);
