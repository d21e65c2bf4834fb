/** Collects bytes that come in pieces. They are copied, so that a million small pieces take no more room than their bytes. */
export interface ByteBuffer {
  /** False, with nothing taken, when these would be more bytes than the limit. */
  append(piece: Uint8Array): boolean;
  /** All that was taken; nothing is appended afterwards. */
  bytes(): Uint8Array;
}

const FIRST_CAPACITY = 64 * 1024;

/** `limit`: bytes, included. */
export const createByteBuffer = (limit: number): ByteBuffer => {
  let space = new Uint8Array(Math.min(FIRST_CAPACITY, limit));
  let length = 0;
  return {
    append(piece) {
      const wanted = length + piece.length;
      if (wanted > limit) return false;
      if (wanted > space.length) {
        const larger = new Uint8Array(Math.min(limit, Math.max(wanted, 2 * space.length)));
        larger.set(space.subarray(0, length));
        space = larger;
      }
      space.set(piece, length);
      length = wanted;
      return true;
    },
    bytes: () => space.subarray(0, length),
  };
};
