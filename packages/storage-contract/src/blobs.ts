import type { BlobStore, ByteRange } from "@kalends/core";

/** Yields the given chunks as the content of a blob. */
export async function* inPieces(...pieces: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* pieces;
}

/** Returns test bytes that contain every value and have no short period. Equal seeds give equal bytes. */
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

/** Returns the bytes of a blob, or a range of them. Returns `undefined` if the blob does not exist. */
export const readBlob = async (
  store: BlobStore,
  name: string,
  range?: ByteRange,
): Promise<Buffer | undefined> => {
  const pieces = await store.read(name, range);
  return pieces === undefined ? undefined : collect(pieces);
};
