import { Transform } from "node:stream";

/** Bytes that wait to be joined where what is joined is not taken: each of them may be a piece. */
const WAITING = 1024;

/** Pieces are joined to so many bytes, or of so many, and never more than one for so many that were passed on before. */
const [BYTES, MOST, SHARE] = [16 * 1024, 64, 16];

/**
 * Passes bytes on in fewer pieces: a sender can make thousands of a few bytes, each of which takes more than its bytes. What it holds back
 * is a small part of what it has passed on, so that who counts that knows what all takes.
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
      if (bytes < BYTES && waiting.length < Math.min(MOST, passed / SHARE)) done();
      else done(null, join());
    },
    flush(done) {
      if (bytes === 0) done();
      else done(null, join());
    },
  });
};
