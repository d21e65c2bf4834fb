import { Transform } from "node:stream";

/** High-water mark of the stream in bytes. It is small because each waiting byte may be a separate chunk. */
const WAITING = 1024;

/**
 * Limits for joining: chunks are joined until `BYTES` bytes or `MAX_PIECES` chunks are waiting. The number of
 * waiting chunks never exceeds the number of chunks passed on, divided by `SHARE`.
 */
const [BYTES, MAX_PIECES, SHARE] = [16 * 1024, 64, 16];

/**
 * Creates a stream that passes bytes on in fewer chunks. A sender can send thousands of tiny chunks, each of
 * which needs more memory than its contents. The stream delays only a small part of the chunks, so that
 * callers can count memory accurately.
 */
export const createJoiner = (): Transform => {
  let waiting: Buffer[] = [];
  let [bytes, passed] = [0, 0];
  const join = (): Buffer => {
    const [first] = waiting;
    const joined = first !== undefined && waiting.length === 1 ? first : Buffer.concat(waiting, bytes);
    waiting = [];
    bytes = 0;
    passed += 1;
    return joined;
  };
  return new Transform({
    writableHighWaterMark: WAITING,
    transform(piece: Buffer, _encoding, done) {
      waiting.push(piece);
      bytes += piece.length;
      if (bytes < BYTES && waiting.length < Math.min(MAX_PIECES, passed / SHARE)) done();
      else done(null, join());
    },
    flush(done) {
      if (bytes === 0) done();
      else done(null, join());
    },
  });
};
