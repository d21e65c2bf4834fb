import type { BlobStore, ByteRange } from "@kalends/core";

/** A source of these pieces. */
export async function* inPieces(...pieces: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* pieces;
}

/** Bytes of every value in an order without a short period, the same for the same seed. */
export const someBytes = (length: number, seed = 1): Uint8Array => {
  const bytes = new Uint8Array(length);
  for (let at = 0, state = seed; at < length; at += 1) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    bytes[at] = state >>> 24;
  }
  return bytes;
};

export const collect = async (pieces: AsyncIterable<Uint8Array>): Promise<Buffer> => {
  const collected: Uint8Array[] = [];
  for await (const piece of pieces) collected.push(piece);
  return Buffer.concat(collected);
};

/** All that is kept under the name, or the part; `undefined` when nothing is. */
export const readBlob = async (
  store: BlobStore,
  name: string,
  range?: ByteRange,
): Promise<Buffer | undefined> => {
  const pieces = await store.read(name, range);
  return pieces === undefined ? undefined : collect(pieces);
};
