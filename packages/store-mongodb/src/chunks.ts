/** The same bytes in pieces of this size, the last one smaller; what is answered is nobody else's. */
export async function* toPieces(bytes: AsyncIterable<Uint8Array>, size: number): AsyncGenerator<Uint8Array> {
  let piece = new Uint8Array(size);
  let filled = 0;
  for await (const given of bytes) {
    for (let at = 0; at < given.length; ) {
      const some = given.subarray(at, at + size - filled);
      piece.set(some, filled);
      filled += some.length;
      at += some.length;
      if (filled < size) continue;
      yield piece;
      piece = new Uint8Array(size);
      filled = 0;
    }
  }
  if (filled > 0) yield piece.subarray(0, filled);
}
